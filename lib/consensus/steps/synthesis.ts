import { validCandidates } from '@/lib/consensus/next-steps';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import { synthesisPrompt } from '@/lib/consensus/prompts/synthesis';
import type { Call, Synthesis } from '@/lib/consensus/schema';
import { cleanText } from '@/lib/consensus/text';
import type { StepContext } from './context';
import { asModelError, presentationOrder } from './judge-call';

/** Has one answer written from every valid candidate. A failing writer is an outcome, not an error. */
export async function synthesise(context: StepContext): Promise<void> {
  const { question, settings } = context.run();
  const { synthesizer } = settings;
  const valid = validCandidates(context.run());
  const order = presentationOrder(
    valid.map((c) => c.seat),
    settings.judge.order,
    context.deps.random,
  );
  const nonce = context.deps.nonce();
  const messages = synthesisPrompt({
    question,
    candidates: valid,
    order,
    nonce,
    maxChars: settings.judgeCandidateChars,
  });
  const prompt = { id: 'synthesis', version: PROMPT_VERSIONS.synthesis, nonce, order };
  const { model } = synthesizer;
  const call: Call = {
    id: context.callId('synthesis'),
    role: 'synthesis',
    model,
    startedMs: context.now(),
    attempts: 0,
    prompt,
  };
  context.emit({ type: 'synthesis.started', model });
  context.emit({ type: 'call.started', call });
  try {
    const stream = context.deps.model(synthesizer, 'synthesis').stream({ messages }, context.signal);
    let next = await stream.next();
    while (next.done !== true) {
      context.emit({ type: 'synthesis.delta', ...next.value });
      next = await stream.next();
    }
    const reply = next.value;
    const usage = reply.usage === undefined ? {} : { usage: reply.usage };
    context.emit({
      type: 'call.completed',
      call: { ...call, endedMs: context.now(), attempts: reply.attempts, outcome: 'ok', ...usage },
    });
    const synthesis: Synthesis = {
      status: 'completed',
      model,
      ...(reply.servedBy === undefined ? {} : { servedBy: reply.servedBy }),
      text: cleanText(reply.text),
      ...(reply.reasoning ? { reasoning: reply.reasoning } : {}),
      ...(reply.truncated ? { truncated: true } : {}),
    };
    context.emit({ type: 'synthesis.completed', synthesis });
  } catch (thrown) {
    const error = asModelError(thrown, context.signal);
    const attempts = error.details.attempts ?? 1;
    context.emit({
      type: 'call.completed',
      call: { ...call, endedMs: context.now(), attempts, outcome: 'failed', error: error.toCallError() },
    });
    const text = cleanText(error.details.partial?.text ?? '');
    context.emit({
      type: 'synthesis.failed',
      synthesis: { status: 'failed', model, text, error: error.toCallError() },
    });
  }
}
