import { ModelError } from '@/lib/consensus/model-error';
import { candidatePrompt } from '@/lib/consensus/prompts/candidate';
import type { Reply } from '@/lib/consensus/ports';
import { PANEL_TIME_OVER } from '@/lib/consensus/reasons';
import type { Call, Candidate, PanelMember, Seat } from '@/lib/consensus/schema';
import { cleanText } from '@/lib/consensus/text';
import { costOf } from '@/lib/consensus/totals';
import { childController, type StepContext } from './context';
import { asModelError } from './judge-call';

/** A member that sent a token this recently is not silent, and grace waits on. */
const SILENT_AFTER_MS = 10_000;

interface Seating {
  member: PanelMember;
  controller: AbortController;
  release: () => void;
  lastTokenMs: number;
  /** Known once the member has ended. */
  isValid?: boolean;
}

/** Asks every given seat at the same time. Each ends by itself; a failing member stops no other. */
export async function askPanel(context: StepContext, seats: Seat[]): Promise<void> {
  const members = context.run().settings.panel.filter((m) => seats.includes(m.seat));
  const seatings = members.map((member): Seating => ({
    member,
    lastTokenMs: 0,
    ...childController(context.signal),
  }));
  const answeredBefore = context.run().candidates.filter((c) => c.status === 'answered').length;
  const watch = new AbortController();
  const settled = () => {
    if (shouldStartGrace(seatings, answeredBefore, context.run().candidates.length)) {
      void endTheSilent(context, seatings, watch.signal);
    }
    if (context.panelDeadline.aborted) endThePanel(seatings, answeredBefore);
  };
  const onDeadline = () => endThePanel(seatings, answeredBefore);
  context.panelDeadline.addEventListener('abort', onDeadline, { once: true });
  try {
    await Promise.all(seatings.map((seating) => askMember(context, seating).then(settled)));
  } finally {
    watch.abort();
    context.panelDeadline.removeEventListener('abort', onDeadline);
    for (const seating of seatings) seating.release();
  }
}

function shouldStartGrace(seatings: Seating[], answeredBefore: number, total: number): boolean {
  const open = seatings.filter((s) => s.isValid === undefined).length;
  const valid = answeredBefore + seatings.filter((s) => s.isValid === true).length;
  return open === 1 && total > 2 && valid >= 2;
}

/** Grace (`graceMs`, 0 = off): the last silent member is not waited for once two have answered. */
async function endTheSilent(context: StepContext, seatings: Seating[], stop: AbortSignal): Promise<void> {
  const { graceMs } = context.run().settings;
  const last = seatings.find((s) => s.isValid === undefined);
  if (graceMs <= 0 || last === undefined) return;
  let waitMs = graceMs;
  while (waitMs > 0) {
    await context.deps.clock.sleep(waitMs, stop);
    if (stop.aborted || last.isValid !== undefined) return;
    waitMs = last.lastTokenMs === 0 ? 0 : last.lastTokenMs + SILENT_AFTER_MS - context.now();
  }
  last.controller.abort(
    new ModelError('grace', `No word for ${graceMs} ms after the others had ended.`, { attempts: 1 }),
  );
}

/** The panel ends early if anybody has answered, so that the other stages get their share of the time. */
function endThePanel(seatings: Seating[], answeredBefore: number): void {
  if (answeredBefore === 0 && !seatings.some((s) => s.isValid === true)) return;
  for (const seating of seatings) {
    if (seating.isValid === undefined) {
      seating.controller.abort(
        new ModelError('timeout', `${PANEL_TIME_OVER} and others had answered.`, { attempts: 1 }),
      );
    }
  }
}

async function askMember(context: StepContext, seating: Seating): Promise<void> {
  const { member } = seating;
  const { seat, model } = member;
  const startedMs = context.now();
  const call: Call = {
    id: context.callId(`candidate-${seat}`),
    role: 'candidate',
    seat,
    model,
    startedMs,
    attempts: 0,
  };
  context.emit({ type: 'call.started', call });
  context.emit({ type: 'candidate.started', seat });
  let firstTokenMs: number | undefined;
  const base = { seat, model, endpoint: member.endpoint };
  const timing = () => ({
    startedMs,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    endedMs: context.now(),
  });
  try {
    const chat = context.deps.model(member, 'candidate', seat);
    const stream = chat.stream(
      { messages: candidatePrompt(context.run().question) },
      seating.controller.signal,
    );
    let next = await stream.next();
    while (next.done !== true) {
      seating.lastTokenMs = context.now();
      firstTokenMs ??= seating.lastTokenMs;
      context.emit({ type: 'candidate.delta', seat, ...next.value });
      next = await stream.next();
    }
    const reply = next.value;
    seating.isValid = true;
    const candidate = { ...base, ...answered(reply, member), timing: timing() };
    context.emit({
      type: 'call.completed',
      call: { ...call, endedMs: context.now(), attempts: reply.attempts, outcome: 'ok', ...usageOf(reply) },
    });
    context.emit({ type: 'candidate.completed', candidate });
  } catch (thrown) {
    seating.isValid = false;
    const error = asModelError(thrown, seating.controller.signal);
    const { partial } = error.details;
    const candidate: Candidate = {
      ...base,
      status: 'failed',
      text: cleanText(partial?.text ?? ''),
      ...(partial?.reasoning ? { reasoning: partial.reasoning } : {}),
      ...(partial?.servedBy ? { servedBy: partial.servedBy } : {}),
      error: error.toCallError(),
      timing: timing(),
      cost: null,
    };
    const outcome = error.kind === 'grace' || error.kind === 'aborted' ? 'aborted' : 'failed';
    const attempts = error.details.attempts ?? 1;
    context.emit({
      type: 'call.completed',
      call: { ...call, endedMs: context.now(), attempts, outcome, error: error.toCallError() },
    });
    context.emit({ type: 'candidate.failed', candidate });
  }
}

function answered(
  reply: Reply,
  member: PanelMember,
): Omit<Candidate, 'seat' | 'model' | 'endpoint' | 'timing'> {
  return {
    status: 'answered',
    text: cleanText(reply.text),
    ...(reply.reasoning ? { reasoning: reply.reasoning } : {}),
    ...(reply.truncated ? { truncated: true } : {}),
    ...(reply.finishReason === undefined ? {} : { finishReason: reply.finishReason }),
    ...(reply.servedBy === undefined ? {} : { servedBy: reply.servedBy }),
    ...usageOf(reply),
    cost: costOf(reply.usage, member.price),
  };
}

function usageOf(reply: Reply) {
  return reply.usage === undefined ? {} : { usage: reply.usage };
}
