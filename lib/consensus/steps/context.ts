import type { NewEvent } from '@/lib/consensus/events';
import type { EngineDeps } from '@/lib/consensus/ports';
import type { Run } from '@/lib/consensus/schema';

/** What a step is handed. It reads the run, calls models through `deps`, and tells what happened. */
export interface StepContext {
  readonly deps: EngineDeps;
  /** The run with every event folded in so far. */
  run(): Run;
  emit(event: NewEvent): void;
  /** Whole milliseconds of the run's own time. */
  now(): number;
  /** A new id for a call, unique within the run. */
  callId(role: string): string;
  /** Aborts when the step is no longer wanted; `reason` is a ModelError that says why. */
  readonly signal: AbortSignal;
  /** Aborts when the panel's share of the run's time is over. */
  readonly panelDeadline: AbortSignal;
}

/** A controller that follows `parent`. Call `release` when done, so that no listener stays behind. */
export function childController(parent: AbortSignal): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const follow = () => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return { controller, release: () => parent.removeEventListener('abort', follow) };
}
