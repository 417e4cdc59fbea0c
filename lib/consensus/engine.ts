import { isDelta, type NewEvent, type RunEvent, type StoredEvent } from './events';
import { ModelError } from './model-error';
import { nextSteps, type NextStep } from './next-steps';
import type { EngineDeps } from './ports';
import { RUN_TIME_OVER } from './reasons';
import { applyEvent, emptyRun } from './run';
import type { Call, FinalAnswer, Run, RunSettings, Seat, Step } from './schema';
import { checkAgreement } from './steps/agreement';
import { childController, type StepContext } from './steps/context';
import { checkExactMatch } from './steps/exact-match';
import { askPanel } from './steps/panel';
import { decideRelease } from './steps/release';
import { reviewAnswer } from './steps/review';
import { synthesise } from './steps/synthesis';
import { verify } from './steps/verification';

export type RunStart =
  | { kind: 'new'; id: string; question: string; settings: RunSettings; parentId?: string }
  /** Goes on with a stored run: where it stopped, or from a step that is to be taken again. */
  | { kind: 'continue'; run: Run; from?: Step; seats?: Seat[] };

export interface RunControl {
  /** Aborting it stops the run at once: open calls are closed, partial texts are kept. */
  stop: AbortSignal;
  /** Lets the outside add an event to the running run (a label, a reveal). */
  onReady?: (post: (event: NewEvent) => void) => void;
}

/** The panel ends this long before the run's deadline, or a third of the deadline if that is less. */
const AFTER_PANEL_MS = 60_000;

/**
 * Takes one question through the whole process and yields everything that happens, in order. The
 * consumer may store an event before asking for the next: no later stage starts before that.
 * Never throws for what a model does; an internal fault ends the run with `run.failed`.
 */
export async function* runConsensus(
  start: RunStart,
  deps: EngineDeps,
  control: RunControl,
): AsyncGenerator<RunEvent> {
  const engine = new Engine(start, deps, control);
  try {
    yield* engine.events();
  } finally {
    engine.close();
  }
}

interface RunningStep {
  key: string;
  controller: AbortController;
  release: () => void;
  /** Events of an early step, held back until it is wanted. Null once they pass through. */
  held: NewEvent[] | null;
  /** What an early step was started for; another answer makes it worthless. */
  answerText?: string;
  done: boolean;
}

class Engine {
  private run: Run;
  private readonly queue: NewEvent[] = [];
  private wake: () => void = () => undefined;
  private readonly steps = new Map<string, RunningStep>();
  private readonly scope: AbortController;
  private readonly releaseScope: () => void;
  private readonly panelDeadline = new AbortController();
  private readonly timers = new AbortController();
  private readonly startedAt: number;
  private readonly baseMs: number;
  private readonly callCounts = new Map<string, number>();
  private fault: unknown;

  constructor(
    private readonly start: RunStart,
    private readonly deps: EngineDeps,
    private readonly control: RunControl,
  ) {
    this.run = start.kind === 'new' ? emptyRun() : start.run;
    this.baseMs = start.kind === 'new' ? 0 : lastMs(start.run);
    this.startedAt = deps.clock.now();
    const { controller, release } = childController(control.stop);
    this.scope = controller;
    const onStop = () => this.wake();
    control.stop.addEventListener('abort', onStop, { once: true });
    this.releaseScope = () => {
      release();
      control.stop.removeEventListener('abort', onStop);
    };
    for (const { id } of this.run.calls) this.callId(id.replace(/-\d+$/, ''));
  }

  async *events(): AsyncGenerator<RunEvent> {
    yield this.fold(this.opening());
    this.control.onReady?.((event) => this.push(event));
    this.startTimers();
    while (this.run.status === 'running') {
      if (this.control.stop.aborted) yield* this.stopped();
      else if (this.fault !== undefined)
        yield this.fold(this.failed('internal', 'The run failed through a fault of the program.'));
      else if (this.queue.length > 0) yield* this.drain();
      else yield* this.advance();
    }
  }

  /** Ends everything that is still open, whatever the reason. */
  close(): void {
    this.timers.abort();
    this.scope.abort(new ModelError('aborted', 'The run has ended.'));
    for (const step of this.steps.values()) step.release();
    this.releaseScope();
  }

  private opening(): NewEvent {
    const { start } = this;
    if (start.kind === 'new') {
      const { id, question, settings, parentId } = start;
      const parent = parentId === undefined ? {} : { parentId };
      return { type: 'run.started', id, question, settings, createdAt: this.deps.clock.iso(), ...parent };
    }
    const { from, seats } = start;
    return {
      type: 'run.continued',
      at: this.deps.clock.iso(),
      ...(from === undefined ? {} : { from }),
      ...(seats === undefined ? {} : { seats }),
    };
  }

  private startTimers(): void {
    const { runDeadlineMs } = this.run.settings;
    const panelMs = runDeadlineMs - Math.min(AFTER_PANEL_MS, runDeadlineMs / 3);
    const { clock } = this.deps;
    void clock.sleep(panelMs, this.timers.signal).then(() => {
      if (!this.timers.signal.aborted) this.panelDeadline.abort();
    });
    void clock.sleep(runDeadlineMs, this.timers.signal).then(() => {
      if (!this.timers.signal.aborted)
        this.scope.abort(
          new ModelError('timeout', `${RUN_TIME_OVER} (${runDeadlineMs} ms).`, { attempts: 0 }),
        );
    });
  }

  /** Yields what has happened so far. */
  private *drain(): Generator<RunEvent> {
    for (let event = this.queue.shift(); event !== undefined; event = this.queue.shift()) {
      yield this.fold(event);
      if (event.type === 'answer.decided') yield* this.settleEarlySteps(event.finalAnswer);
      if (this.control.stop.aborted) return;
    }
  }

  /** Starts what is ready, or waits until something happens. */
  private async *advance(): AsyncGenerator<RunEvent> {
    const ready = nextSteps(this.run);
    for (const next of ready) {
      if (next.step === 'decide') this.push({ type: 'answer.decided', finalAnswer: next.finalAnswer });
      else if (next.step === 'finish')
        this.push({ type: 'run.completed', completedAt: this.deps.clock.iso() });
      else if (next.step === 'give-up') yield this.fold(this.failed('no_answer', 'No model answered.'));
      else if (isEarly(next)) this.startOnce(next, true);
      else this.startOrAdopt(next);
    }
    if (this.queue.length > 0 || this.run.status !== 'running' || this.fault !== undefined) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (this.queue.length > 0 || this.control.stop.aborted || this.fault !== undefined) resolve();
    });
  }

  private startOrAdopt(next: NextStep): void {
    const running = this.steps.get(next.step);
    if (running?.held) this.adopt(running);
    else this.startOnce(next, false);
  }

  /** The result is wanted after all: what was held back happens now, the rest as it comes. */
  private adopt(step: RunningStep): void {
    const held = step.held ?? [];
    step.held = null;
    for (const event of held) this.push(event);
    if (step.done) this.forget(step);
  }

  /** Early work that was not for this answer is aborted, and its calls are kept as dropped. */
  private *settleEarlySteps(finalAnswer: FinalAnswer): Generator<RunEvent> {
    for (const step of [...this.steps.values()]) {
      if (step.held === null || step.answerText === finalAnswer.text) continue;
      const calls = heldCalls(step.held);
      step.controller.abort(new ModelError('aborted', 'No longer needed.'));
      this.forget(step);
      for (const call of calls) {
        yield this.fold({
          type: 'call.completed',
          call: { ...call, outcome: 'dropped', endedMs: call.endedMs ?? this.now() },
        });
      }
    }
  }

  private startOnce(next: NextStep, early: boolean): void {
    if (this.steps.has(next.step)) return;
    const step: RunningStep = {
      key: next.step,
      ...childController(this.scope.signal),
      held: early ? [] : null,
      done: false,
    };
    if (early && next.step === 'review') step.answerText = next.finalAnswer.text;
    this.steps.set(step.key, step);
    void this.perform(next, this.contextOf(step))
      .catch((thrown: unknown) => {
        if (this.steps.get(step.key) === step) this.fault = thrown;
      })
      .finally(() => {
        step.done = true;
        if (step.held === null) this.forget(step);
        this.wake();
      });
  }

  private forget(step: RunningStep): void {
    step.release();
    if (this.steps.get(step.key) === step) this.steps.delete(step.key);
  }

  private contextOf(step: RunningStep): StepContext {
    return {
      deps: this.deps,
      run: () => this.run,
      emit: (event) => {
        if (this.steps.get(step.key) !== step) return;
        if (step.held === null) this.push(event);
        else step.held.push(event);
      },
      now: () => this.now(),
      callId: (role) => this.callId(role),
      signal: step.controller.signal,
      panelDeadline: this.panelDeadline.signal,
    };
  }

  private perform(next: NextStep, context: StepContext): Promise<void> {
    switch (next.step) {
      case 'panel':
        return askPanel(context, next.seats);
      case 'exact':
        return checkExactMatch(context);
      case 'agreement':
        return checkAgreement(context);
      case 'synthesis':
        return synthesise(context);
      case 'verification':
        return verify(context);
      case 'release':
        return decideRelease(context);
      case 'review':
        return reviewAnswer(context, next.finalAnswer);
      default:
        return Promise.resolve();
    }
  }

  /** The person stopped the run: partial texts are kept, nothing more is called. */
  private *stopped(): Generator<RunEvent> {
    for (const event of this.queue.splice(0)) if (isDeltaType(event)) yield this.fold(event);
    for (const step of [...this.steps.values()]) this.forget(step);
    for (const candidate of this.run.candidates) {
      if (candidate.status !== 'running' && candidate.status !== 'waiting') continue;
      const timing = { ...candidate.timing, endedMs: this.now() };
      const error = new ModelError('aborted', 'Stopped.', { attempts: 1 }).toCallError();
      yield this.fold({
        type: 'candidate.cancelled',
        candidate: { ...candidate, status: 'cancelled', error, timing },
      });
    }
    yield this.fold({ type: 'run.cancelled', completedAt: this.deps.clock.iso() });
  }

  private failed(code: string, message: string): NewEvent {
    return { type: 'run.failed', completedAt: this.deps.clock.iso(), code, message };
  }

  private push(event: NewEvent): void {
    this.queue.push(event);
    this.wake();
  }

  private fold(event: NewEvent): RunEvent {
    const stamped = stamp(event, this.run.seq + 1, this.now());
    this.run = applyEvent(this.run, stamped);
    return stamped;
  }

  private now(): number {
    return this.baseMs + Math.max(0, Math.round(this.deps.clock.now() - this.startedAt));
  }

  private callId(role: string): string {
    const count = (this.callCounts.get(role) ?? 0) + 1;
    this.callCounts.set(role, count);
    return `${role}-${count}`;
  }
}

function isEarly(next: NextStep): boolean {
  return 'early' in next && next.early;
}

function isDeltaType(event: NewEvent): boolean {
  return event.type === 'candidate.delta' || event.type === 'synthesis.delta';
}

/** The one place where an event gets its number; a delta gets none. */
function stamp(event: NewEvent, seq: number, atMs: number): RunEvent {
  const stamped = { ...event, atMs } as RunEvent;
  return isDelta(stamped) ? stamped : ({ ...stamped, seq } satisfies StoredEvent);
}

function heldCalls(events: NewEvent[]): Call[] {
  const calls = new Map<string, Call>();
  for (const event of events) {
    if (event.type === 'call.started' || event.type === 'call.completed')
      calls.set(event.call.id, event.call);
  }
  return [...calls.values()];
}

/** Where the run's own time stood when it stopped. */
function lastMs(run: Run): number {
  return Math.max(
    run.durationMs ?? 0,
    ...run.calls.map((c) => c.endedMs ?? c.startedMs),
    ...run.candidates.map((c) => c.timing.endedMs ?? 0),
  );
}
