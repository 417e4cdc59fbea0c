import type { ModelError } from '@/lib/consensus/model-error';
import type { ErrorKind } from '@/lib/consensus/schema';
import { onAbort } from './on-abort';

/** An endpoint that wants to be left alone for longer than this is not waited for. */
const MAX_RETRY_AFTER_MS = 60_000;
const FAULTS: ReadonlySet<ErrorKind> = new Set([
  'timeout',
  'network',
  'server',
  'overloaded',
  'truncated_stream',
]);
const RETRIED: ReadonlySet<ErrorKind> = new Set([
  'rate_limit',
  'network',
  'server',
  'overloaded',
  'truncated_stream',
]);
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 409]);

export interface Circumstances {
  /** The caller has stopped the call: whatever it ended with is nobody's fault. */
  isStopped: boolean;
  /** The reader has seen a piece of the answer. */
  isDelivered: boolean;
  timeLeftMs: number | undefined;
}

/** A failed try as the policies see it: whether it is a fault, and whether to try again. */
export class CallFailure extends Error {
  readonly isFault: boolean;
  readonly isRetried: boolean;

  constructor(
    readonly error: ModelError,
    { isStopped, isDelivered, timeLeftMs }: Circumstances,
  ) {
    super(error.message);
    this.isFault = !isStopped && FAULTS.has(error.kind) && error.details.httpStatus !== 429;
    this.isRetried = !isStopped && !isDelivered && isWorthRetrying(error, timeLeftMs);
  }
}

function isWorthRetrying({ kind, details }: ModelError, timeLeftMs = Infinity): boolean {
  const { httpStatus = 0, retryAfterMs = 0 } = details;
  if (retryAfterMs > Math.min(MAX_RETRY_AFTER_MS, timeLeftMs)) return false;
  return RETRIED.has(kind) || RETRIED_STATUS.has(httpStatus);
}

/** What the endpoint asks for, else exponential; by chance a little more or less, lest all wake at once. */
export function waitBefore(
  attempt: number,
  { details }: ModelError,
  { retryBaseMs, random = Math.random }: { retryBaseMs: number; random?: () => number },
): number {
  if (details.retryAfterMs !== undefined) return details.retryAfterMs + random() * retryBaseMs;
  return retryBaseMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
}

/** Waits, or stops waiting when the signal aborts. Leaves no timer and no listener. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stopListening = onAbort(signal, done);
  });
}
