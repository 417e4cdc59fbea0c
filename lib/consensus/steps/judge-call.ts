import { ModelError } from '@/lib/consensus/model-error';
import type { ChatMessage, ChatRequest, Reply } from '@/lib/consensus/ports';
import type { Call, CallRole, Member, PromptRef, Seat } from '@/lib/consensus/schema';
import type { StepContext } from './context';

/** Tokens to ask for after a cut reply, when the member has no limit of its own to double. */
const UNLIMITED_RETRY_TOKENS = 4_096;

export type Reading<T> = { ok: true; value: T } | { ok: false; why: string };

export interface JudgeQuestion<T> {
  role: Exclude<CallRole, 'candidate' | 'synthesis'>;
  member: Member;
  seat?: Seat;
  messages: ChatMessage[];
  json: NonNullable<ChatRequest['json']>;
  prompt: PromptRef;
  read: (raw: string) => Reading<T>;
}

export type JudgeAnswer<T> =
  { ok: true; value: T; raw: string } | { ok: false; error: ModelError; raw: string };

/**
 * Asks for one JSON object at temperature 0 (unless the member says otherwise). An unusable reply
 * is asked for once more, with doubled tokens if the limit cut it. Never rejects.
 */
export async function askJudge<T>(context: StepContext, question: JudgeQuestion<T>): Promise<JudgeAnswer<T>> {
  let raw = '';
  let why = '';
  let maxTokens = question.member.maxTokens;
  for (let asked = 0; asked < 2; asked += 1) {
    const outcome = await askOnce(context, question, maxTokens);
    if (!outcome.ok) return { ok: false, error: outcome.error, raw };
    raw = outcome.reply.text;
    const reading = question.read(raw);
    if (reading.ok) return { ok: true, value: reading.value, raw };
    why = reading.why;
    if (outcome.reply.truncated) maxTokens = (maxTokens ?? UNLIMITED_RETRY_TOKENS / 2) * 2;
  }
  return {
    ok: false,
    error: new ModelError('invalid_response', `The reply could not be used: ${why}`, { attempts: 2 }),
    raw,
  };
}

type Outcome = { ok: true; reply: Reply } | { ok: false; error: ModelError };

async function askOnce<T>(
  context: StepContext,
  question: JudgeQuestion<T>,
  maxTokens: number | undefined,
): Promise<Outcome> {
  const { role, member, seat, prompt } = question;
  const open: Call = {
    id: context.callId(seat === undefined ? role : `${role}-${seat}`),
    role,
    ...(seat === undefined ? {} : { seat }),
    model: member.model,
    startedMs: context.now(),
    attempts: 0,
    prompt,
  };
  context.emit({ type: 'call.started', call: open });
  try {
    const request: ChatRequest = {
      messages: question.messages,
      json: question.json,
      temperature: role === 'verifier' ? 0 : (member.temperature ?? 0),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    };
    const reply = await context.deps.model(member, role, seat).complete(request, context.signal);
    const call: Call = {
      ...open,
      endedMs: context.now(),
      attempts: reply.attempts,
      outcome: 'ok',
      raw: reply.text,
    };
    context.emit({
      type: 'call.completed',
      call: reply.usage === undefined ? call : { ...call, usage: reply.usage },
    });
    return { ok: true, reply };
  } catch (thrown) {
    const error = asModelError(thrown, context.signal);
    const attempts = error.details.attempts ?? 1;
    const outcome = error.kind === 'aborted' ? 'aborted' : 'failed';
    context.emit({
      type: 'call.completed',
      call: { ...open, endedMs: context.now(), attempts, outcome, error: error.toCallError() },
    });
    return { ok: false, error };
  }
}

/** What a step threw, as a ModelError: the signal's own reason where it aborted, else an internal fault in words. */
export function asModelError(thrown: unknown, signal: AbortSignal): ModelError {
  if (thrown instanceof ModelError) return thrown;
  if (signal.aborted && signal.reason instanceof ModelError) return signal.reason;
  if (signal.aborted) return new ModelError('aborted', 'Stopped.');
  return new ModelError(
    'invalid_response',
    thrown instanceof Error ? thrown.message : 'The reply could not be read.',
  );
}

/** The seats in the order the judge sees them: by seat, or shuffled (Fisher and Yates). */
export function presentationOrder(seats: Seat[], order: 'shuffled' | 'seat', random: () => number): Seat[] {
  const result = [...seats];
  if (order === 'seat') return result;
  for (let last = result.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[pick]];
    if (a !== undefined && b !== undefined) [result[last], result[pick]] = [b, a];
  }
  return result;
}
