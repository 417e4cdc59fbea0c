import { isDelta, type DeltaEvent, type NewEvent, type RunEvent, type RunSnapshot } from '@/lib/consensus/events';
import { isBeingChecked, isHeld, publicEvent } from '@/lib/consensus/public-run';
import { applyEvent, emptyRun } from '@/lib/consensus/run';
import type { Run } from '@/lib/consensus/schema';

/** Pieces of a text are gathered this long before they are sent on: a tenth of the bytes, as smooth to the eye. */
const GATHER_MS = 80;

export type Listener = (event: RunEvent | RunSnapshot) => void;

/** A run under way in this process: it goes on whoever listens, and any number may join. */
export class LiveRun {
  run: Run;
  /** Resolves with the run as it ended; never rejects. */
  readonly ended: Promise<Run>;
  private readonly listeners = new Set<Listener>();
  private readonly pending = new Map<string, DeltaEvent>();
  private readonly seen = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private readonly controller: AbortController;
  private post: ((event: NewEvent) => void) | undefined;

  /**
   * `start` is called once with the signal that stops the run and gives its events, which are
   * taken as fast as they come. `before` is the run so far where one is continued.
   */
  constructor(
    readonly id: string,
    start: (stop: AbortSignal, onReady: (post: (event: NewEvent) => void) => void) => AsyncIterable<RunEvent>,
    before?: Run,
  ) {
    this.run = before ?? emptyRun();
    this.controller = new AbortController();
    this.ended = this.drive(start(this.controller.signal, (post) => (this.post = post)));
  }

  /** Stops the run; partial texts are kept. */
  stop(): void {
    this.controller.abort();
  }

  /** Adds an event from outside. False: the run has just ended, so the store must take it. */
  add(event: NewEvent): boolean {
    if (this.run.status !== 'running' || this.post === undefined) return false;
    this.post(event);
    return true;
  }

  /** Everything from now on. `snapshot` is the run up to this very moment, texts so far included. */
  join(listener: Listener): { snapshot: Run; leave: () => void } {
    this.flush();
    this.listeners.add(listener);
    return { snapshot: this.run, leave: () => this.listeners.delete(listener) };
  }

  private async drive(events: AsyncIterable<RunEvent>): Promise<Run> {
    try {
      for await (const event of events) {
        this.run = applyEvent(this.run, event);
        if (isDelta(event)) this.gather(event);
        else this.publish(event);
      }
    } catch (error) {
      // What could not be stored is not shown as done: the run ends here, and says so.
      console.error(`run ${this.id} could not go on:`, error instanceof Error ? error.message : error);
      this.controller.abort();
      const message = error instanceof Error ? error.message : 'The run could not go on.';
      const failed: RunEvent = { type: 'run.failed', seq: this.run.seq + 1, atMs: 0, completedAt: new Date().toISOString(), code: 'store', message };
      this.run = applyEvent(this.run, failed);
      this.publish(failed);
    }
    return this.run;
  }

  private publish(event: Exclude<RunEvent, DeltaEvent>): void {
    this.flush();
    if (this.listeners.size === 0) return;
    this.send(publicEvent(event, this.run));
    const isUncovering = event.type === 'decision.made' || event.type === 'answer.revealed';
    if (isUncovering) this.send(snapshotOf(this.run));
  }

  private gather(event: DeltaEvent): void {
    if (this.listeners.size === 0) return;
    const slot = event.type === 'candidate.delta' ? event.seat : 'synthesis';
    if (!this.seen.has(slot)) {
      this.seen.add(slot);
      this.send(event);
      return;
    }
    const before = this.pending.get(slot);
    this.pending.set(slot, before === undefined ? event : joined(before, event));
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const event of this.pending.values()) this.send(event);
    this.pending.clear();
  }

  private send(event: RunEvent | RunSnapshot): void {
    for (const listener of this.listeners) listener(event);
  }
}

function joined(a: DeltaEvent, b: DeltaEvent): DeltaEvent {
  const text = (a.text ?? '') + (b.text ?? '');
  const reasoning = (a.reasoning ?? '') + (b.reasoning ?? '');
  return { ...b, ...(text === '' ? {} : { text }), ...(reasoning === '' ? {} : { reasoning }) };
}

/** The run as a joiner may see it: covered texts are empty, since a snapshot must fold like any run. */
export function snapshotOf(run: Run): RunSnapshot {
  return { type: 'run.snapshot', run: coveredForFolding(run) };
}

function coveredForFolding(run: Run): Run {
  if (run.finalAnswer === null || !(isHeld(run) || isBeingChecked(run))) return run;
  const finalAnswer = { ...run.finalAnswer, text: '' };
  if (!isHeld(run)) return { ...run, finalAnswer };
  const synthesis = run.synthesis && { ...run.synthesis, text: '' };
  return { ...run, finalAnswer, synthesis, candidates: run.candidates.map((c) => ({ ...c, text: '' })) };
}
