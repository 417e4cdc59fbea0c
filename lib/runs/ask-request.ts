import { z } from 'zod';
import { AppError } from '@/lib/app-error';
import { withDefaults, type Config, type ConfiguredMember } from '@/lib/config/resolve';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import {
  MAX_QUESTION_CHARS,
  SEATS,
  onDisconnectSchema,
  policyChoiceSchema,
  speculativeSchema,
  verifyModeSchema,
  type Member,
  type RunSettings,
} from '@/lib/consensus/schema';

const modelName = z.string().trim().min(1).max(200);
/** A model by name, or at one of the configured endpoints. Addresses are never taken from a request. */
const memberRequestSchema = z.union([modelName.transform((model) => ({ model })), z.strictObject({ model: modelName, endpoint: z.string().optional() })]);
type MemberRequest = z.infer<typeof memberRequestSchema>;

export const askRequestSchema = z.strictObject({
  question: z
    .string({ error: 'must be text' })
    .trim()
    .min(1, 'must not be empty')
    .max(MAX_QUESTION_CHARS, `must be at most ${MAX_QUESTION_CHARS.toLocaleString('en')} characters`),
  panel: z.array(memberRequestSchema).min(2, 'must name 2 to 7 models').max(7, 'must name 2 to 7 models').optional(),
  judge: memberRequestSchema.optional(),
  synthesizer: memberRequestSchema.optional(),
  policy: policyChoiceSchema.optional(),
  verify: verifyModeSchema.optional(),
  minConfidence: z.number().min(0).max(1).optional(),
  speculative: z.union([speculativeSchema, z.boolean().transform((on) => (on ? ('all' as const) : ('off' as const)))]).optional(),
  onDisconnect: onDisconnectSchema.optional(),
  parentId: z.string().max(100).optional(),
  keep: z.boolean().optional(),
});
export type AskRequest = z.infer<typeof askRequestSchema>;

/** The settings of one run: what the request asks for, over what is configured. Throws AppError `bad-request`. */
export function runSettings(request: AskRequest, config: Config): RunSettings {
  const panel = request.panel?.map((m, index) => chosen(m, 'member', config, `panel.${index}`)) ?? config.panel;
  const judge = request.judge === undefined ? config.judge : chosen(request.judge, 'judge', config, 'judge');
  const synthesizer = request.synthesizer === undefined ? config.synthesizer : chosen(request.synthesizer, 'writer', config, 'synthesizer');
  const { limits, release } = config;
  return {
    panel: panel.map((member, index) => ({ seat: SEATS[index] ?? 'A', ...kept(member) })),
    judge: { ...kept(judge), order: config.judge.order, secondOrder: config.judge.secondOrder },
    judgeIsDefault: request.judge === undefined && config.judgeIsDefault,
    synthesizer: kept(synthesizer),
    policy: request.policy ?? release.policy,
    policySettings: { faultTolerance: release.faultTolerance, minVotes: release.minVotes, weights: release.weights },
    verify: request.verify ?? config.verify,
    minConfidence: request.minConfidence ?? config.minConfidence,
    speculative: request.speculative ?? config.speculative,
    onDisconnect: request.onDisconnect ?? config.onDisconnect,
    graceMs: limits.graceMs,
    runDeadlineMs: limits.runDeadlineMs,
    judgeCandidateChars: limits.judgeCandidateChars,
    promptVersions: { ...PROMPT_VERSIONS },
    demo: config.demo,
    keep: request.keep ?? true,
  };
}

/** A configured member keeps its parameters; another model gets what is known of it by name. */
function chosen(request: MemberRequest, role: 'member' | 'judge' | 'writer', config: Config, field: string): ConfiguredMember {
  const endpoint = 'endpoint' in request ? request.endpoint : undefined;
  if (endpoint !== undefined && config.endpoints[endpoint] === undefined) {
    const known = Object.keys(config.endpoints).join(', ');
    throw new AppError('bad-request', `There is no endpoint named ${endpoint}; configured: ${known}.`, {
      errors: [{ field: `${field}.endpoint`, message: `must be one of ${known}` }],
    });
  }
  const roleMembers = role === 'member' ? config.panel : [role === 'judge' ? config.judge : config.synthesizer];
  const configured = roleMembers.find((m) => m.model === request.model && (endpoint === undefined || m.endpoint === endpoint));
  if (configured !== undefined) return configured;
  return withDefaults({ model: request.model, ...(endpoint === undefined ? {} : { endpoint }) }, role, Object.keys(config.endpoints));
}

/** What a run keeps of a member: no extra body, which may hold what is nobody else's business. */
function kept({ model, endpoint, temperature, maxTokens, price }: ConfiguredMember): Member {
  return {
    model,
    endpoint,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(price === undefined ? {} : { price }),
  };
}
