type ModelRole = 'member' | 'judge' | 'writer';

interface KnownParameters {
  temperature?: number;
  maxTokens?: number;
  extraBody?: Record<string, unknown>;
}

/** Who sits on the Model Studio panel, and who judges and writes. */
export const MODEL_STUDIO_PANEL = {
  members: ['deepseek-v4-pro-0813', 'glm-5.2', 'kimi-k3'],
  judge: 'qwen3.8-max',
  writer: 'qwen3.8-max',
};

// kimi-k3 takes only the temperatures 0, 0.6 and 1; glm-5.2 is cut off at 1,000 tokens.
const MEMBERS = new Map([
  ['deepseek-v4-pro-0813', { temperature: 0.7, maxTokens: 1_000 }],
  ['glm-5.2', { temperature: 0.7, maxTokens: 2_048 }],
  ['kimi-k3', { temperature: 0.6, maxTokens: 1_000 }],
  ['qwen3.8-max', { temperature: 0.7, maxTokens: 1_600 }],
]);
const JUDGE = { temperature: 0, maxTokens: 600 };
const WRITER_MAX_TOKENS = 1_600;

/**
 * What is known to work for a model by its name, at whatever endpoint; undefined for an unknown one.
 * A member's own temperature and token limit, the judge's 0 and 600, the writer's 1,600 at least.
 */
export function knownModel(name: string, role: ModelRole): KnownParameters | undefined {
  const member = MEMBERS.get(name);
  if (member === undefined) return undefined;
  const extraBody = { enable_thinking: false };
  if (role === 'judge') return { ...JUDGE, extraBody };
  if (role === 'writer')
    return { ...member, maxTokens: Math.max(member.maxTokens, WRITER_MAX_TOKENS), extraBody };
  return { ...member, extraBody };
}
