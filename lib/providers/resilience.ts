import { ConstantBackoff, handleWhen, retry, wrap, type RetryPolicy } from 'cockatiel';
import { ModelError } from '@/lib/consensus/model-error';
import type { Reply } from '@/lib/consensus/ports';
import type { ErrorKind } from '@/lib/consensus/schema';
import { Breaker } from './breaker';
import { withDetails } from './errors';
import { reasonOf } from './exchange';
import { CallStatistics, type CallFigures } from './call-statistics';

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

export interface ResilienceOptions {
  /** Tries per call, the first included; 1 or more. */
  attempts: number;
  /** The wait before the second try, doubled for each further one, less up to half by chance. */
  retryBaseMs: number;
  /** Faults in a row that open a breaker; 0 = no breaker. */
  breakerFaults: number;
  breakerOpenMs: number;
  /** 0 up to 1, as Math.random. */
  random?: () => number;
}

/** One try, as the client sees it. */
export interface Attempt {
  signal: AbortSignal;
  /** Say so before each request that goes out. */
  sent(): void;
  /** Say so when a piece of the answer has reached the reader: from then on nothing is tried again. */
  delivered(): void;
}

export interface CallKey {
  endpoint: string;
  model: string;
  /** How long the run can still wait for this call; absent: as long as it takes. */
  timeLeftMs?: number | undefined;
}

/** How a model at an endpoint is doing. Times are milliseconds; null = nothing measured yet. */
export interface ModelHealth extends CallFigures {
  endpoint: string;
  model: string;
  state: 'closed' | 'open' | 'half_open';
  consecutiveFailures: number;
  totalFailures: number;
  nextProbeMs: number | null;
}

export interface Resilience {
  /**
   * Makes a call under the breaker of its endpoint and model, with retries inside. Throws ModelError
   * only, with `attempts` = the requests that went out.
   */
  run(
    key: CallKey,
    signal: AbortSignal,
    ask: (attempt: Attempt) => Promise<Omit<Reply, 'attempts'>>,
  ): Promise<Reply>;
  health(): ModelHealth[];
  /** Closes the breakers of a model, of an endpoint, or all. The figures stay. */
  reset(endpoint?: string, model?: string): void;
}

interface Entry {
  endpoint: string;
  model: string;
  breaker: Breaker;
  statistics: CallStatistics;
}

/** What the policies see in place of the error: whether it is a fault, and whether to try again. */
class Failure extends Error {
  constructor(
    readonly error: ModelError,
    readonly isFault: boolean,
    readonly isRetried: boolean,
  ) {
    super(error.message);
  }
}

/** The breakers and figures of all models, and the one place where calls are retried. */
export function createResilience(options: ResilienceOptions): Resilience {
  const entries = new Map<string, Entry>();
  const retries = retry(
    handleWhen((error) => error instanceof Failure && error.isRetried),
    // The wait happens in the attempt itself, where it can be stopped: the library's cannot.
    { maxAttempts: options.attempts - 1, backoff: new ConstantBackoff(0) },
  );
  const entryOf = ({ endpoint, model }: CallKey): Entry => {
    const id = JSON.stringify([endpoint, model]);
    const entry = entries.get(id) ?? {
      endpoint,
      model,
      breaker: new Breaker({
        faults: options.breakerFaults,
        openMs: options.breakerOpenMs,
        isFault: (error) => error instanceof Failure && error.isFault,
      }),
      statistics: new CallStatistics(),
    };
    entries.set(id, entry);
    return entry;
  };
  return {
    run: (key, signal, ask) => run({ key, signal, ask, options, retries, entry: entryOf(key) }),
    health: () => [...entries.values()].map(healthOf),
    reset: (endpoint, model) => {
      for (const entry of entries.values()) {
        const isMeant =
          (endpoint ?? entry.endpoint) === entry.endpoint && (model ?? entry.model) === entry.model;
        if (isMeant) entry.breaker.reset();
      }
    },
  };
}

function healthOf({ endpoint, model, breaker, statistics }: Entry): ModelHealth {
  return { endpoint, model, ...breaker.state(), ...statistics.figures() };
}

interface RunningCall {
  key: CallKey;
  signal: AbortSignal;
  ask: (attempt: Attempt) => Promise<Omit<Reply, 'attempts'>>;
  options: ResilienceOptions;
  retries: RetryPolicy;
  entry: Entry;
}

async function run(call: RunningCall): Promise<Reply> {
  const { signal, entry, key } = call;
  if (signal.aborted) throw withDetails(reasonOf(signal), { attempts: 0 });
  const timing = entry.statistics.begin();
  const progress = { sent: 0, isDelivered: false, waitMs: 0 };
  try {
    const reply = await entry.breaker.execute((breaker) =>
      wrap(breaker, call.retries).execute(({ attempt }) =>
        tryOnce(call, progress, attempt, timing.firstToken),
      ),
    );
    timing.succeeded();
    return { ...reply, attempts: progress.sent };
  } catch (thrown) {
    const error = asModelError(thrown, entry, key);
    timing.failed(signal.aborted ? 'aborted' : error.kind);
    throw withDetails(error, { attempts: progress.sent });
  }
}

interface Progress {
  sent: number;
  isDelivered: boolean;
  waitMs: number;
}

async function tryOnce(
  call: RunningCall,
  progress: Progress,
  attempt: number,
  onFirstToken: () => void,
): Promise<Omit<Reply, 'attempts'>> {
  const { signal, options, key } = call;
  const startedAt = performance.now();
  if (attempt > 0) await pause(progress.waitMs, signal);
  try {
    if (signal.aborted) throw reasonOf(signal);
    return await call.ask({
      signal,
      sent: () => (progress.sent += 1),
      delivered: () => {
        if (!progress.isDelivered) onFirstToken();
        progress.isDelivered = true;
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    if (key.timeLeftMs !== undefined) key.timeLeftMs -= performance.now() - startedAt;
    progress.waitMs = waitBefore(attempt + 1, thrown, options);
    const isRetried = !signal.aborted && !progress.isDelivered && isWorthRetrying(thrown, key.timeLeftMs);
    const isFault = !signal.aborted && FAULTS.has(thrown.kind) && thrown.details.httpStatus !== 429;
    throw new Failure(thrown, isFault, isRetried);
  }
}

function isWorthRetrying({ kind, details }: ModelError, timeLeftMs = Infinity): boolean {
  const { httpStatus = 0, retryAfterMs = 0 } = details;
  if (retryAfterMs > Math.min(MAX_RETRY_AFTER_MS, timeLeftMs)) return false;
  return RETRIED.has(kind) || RETRIED_STATUS.has(httpStatus);
}

/** What the endpoint asks for, else exponential; by chance a little more or less, lest all wake at once. */
function waitBefore(
  attempt: number,
  { details }: ModelError,
  { retryBaseMs, random = Math.random }: ResilienceOptions,
): number {
  if (details.retryAfterMs !== undefined) return details.retryAfterMs + random() * retryBaseMs;
  return retryBaseMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
}

/** Waits, or stops waiting when the signal aborts. Leaves no timer and no listener. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

function asModelError(thrown: unknown, { breaker }: Entry, { model }: CallKey): ModelError {
  if (thrown instanceof Failure) return thrown.error;
  if (thrown instanceof ModelError) return thrown;
  if (!breaker.isRejection(thrown)) {
    return new ModelError(
      'invalid_response',
      `The call failed unexpectedly: ${thrown instanceof Error ? thrown.message : 'unknown fault'}`,
    );
  }
  const { consecutiveFailures, nextProbeMs } = breaker.state();
  const seconds = Math.ceil((nextProbeMs ?? 0) / 1_000);
  return new ModelError(
    'breaker_open',
    `${model} was not asked: it failed ${consecutiveFailures} times in a row. Next try in ${seconds} s.`,
    { retryAfterMs: nextProbeMs ?? 0 },
  );
}
