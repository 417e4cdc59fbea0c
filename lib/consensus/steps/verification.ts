import { validCandidates } from '@/lib/consensus/next-steps';
import type { VerifyRequest } from '@/lib/consensus/ports';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import type { Verification } from '@/lib/consensus/schema';
import type { StepContext } from './context';
import { askJudge } from './judge-call';

/** Has the engines check what can be proved in the question, the final answer and the candidates. */
export async function verify(context: StepContext): Promise<void> {
  const { question, settings, finalAnswer } = context.run();
  const { verify: mode, minConfidence } = settings;
  context.emit({ type: 'verification.started' });
  if (mode === 'off' || context.deps.verify === undefined || finalAnswer === null) {
    context.emit({
      type: 'verification.completed',
      verification: nothingVerified(context, 'No engine is at hand.'),
    });
    return;
  }
  const request: VerifyRequest = {
    mode,
    minConfidence,
    question,
    texts: [
      { in: 'answer', text: finalAnswer.text },
      ...validCandidates(context.run()).map((c) => ({ in: c.seat, text: c.text })),
    ],
    translate: (messages, json) => translate(context, messages, json),
  };
  try {
    context.emit({
      type: 'verification.completed',
      verification: await context.deps.verify(request, context.signal),
    });
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : 'The verification failed.';
    context.emit({ type: 'verification.completed', verification: nothingVerified(context, message) });
  }
}

function nothingVerified(context: StepContext, error: string): Verification {
  const { verify: mode, minConfidence } = context.run().settings;
  return {
    mode,
    status: 'UNVERIFIABLE',
    minConfidence,
    meetsRequirement: false,
    latencyMs: 0,
    claims: [],
    error,
  };
}

async function translate(
  context: StepContext,
  messages: Parameters<NonNullable<VerifyRequest['translate']>>[0],
  json: Parameters<NonNullable<VerifyRequest['translate']>>[1],
): Promise<string> {
  const answer = await askJudge(context, {
    role: 'verifier',
    member: context.run().settings.judge,
    messages,
    json,
    prompt: { id: json.name, version: PROMPT_VERSIONS.translation, nonce: '', order: [] },
    read: (raw) => ({ ok: true, value: raw }),
  });
  if (!answer.ok) throw answer.error;
  return answer.value;
}
