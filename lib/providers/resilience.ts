import { ConstantBackoff, handleWhen, retry, wrap, type RetryPolicy } from 'cockatiel';
import { ModelError } from '@/lib/consensus/model-error';
import type { Reply } from '@/lib/consensus/ports';
import { Breaker } from './breaker';
import { CallFailure, pause, waitBefore } from './call-failure';
import { withDetails } from './errors';
import { redact } from './redact';
import { reasonOf } from './exchange';
import { CallStatistics, type CallFigures } from './call-statistics';

/** A question may name any model, so the memory of them is bounded; the oldest is forgotten. */
const MAX_MODELS = 1_000;

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
  /** Say so when a piece of the answer has come. */
  arrived(): void;
  /** Say so when a piece has been handed to the reader: from then on nothing is tried again. */
  delivered(): void;
}

interface CallKey {
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

/** The breakers and figures of all models, and the one place where calls are retried. */
export function createResilience(options: ResilienceOptions): Resilience {
  const entries = new Map<string, Entry>();
  const retries = retry(
    handleWhen((error) => error instanceof CallFailure && error.isRetried),
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
        isFault: (error) => error instanceof CallFailure && error.isFault,
      }),
      statistics: new CallStatistics(),
    };
    entries.set(id, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_MODELS && oldest !== undefined) entries.delete(oldest);
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
      arrived: onFirstToken,
      delivered: () => (progress.isDelivered = true),
    });
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    if (key.timeLeftMs !== undefined) key.timeLeftMs -= performance.now() - startedAt;
    progress.waitMs = waitBefore(attempt + 1, thrown, options);
    throw new CallFailure(thrown, {
      isStopped: signal.aborted,
      isDelivered: progress.isDelivered,
      timeLeftMs: key.timeLeftMs,
    });
  }
}

function asModelError(thrown: unknown, { breaker }: Entry, { model }: CallKey): ModelError {
  if (thrown instanceof CallFailure) return thrown.error;
  if (thrown instanceof ModelError) return thrown;
  if (!breaker.isRejection(thrown)) {
    const message = thrown instanceof Error ? thrown.message : 'unknown fault';
    return new ModelError('invalid_response', redact(`The call failed unexpectedly: ${message}`));
  }
  const { consecutiveFailures, nextProbeMs } = breaker.state();
  const seconds = Math.ceil((nextProbeMs ?? 0) / 1_000);
  return new ModelError(
    'breaker_open',
    `${model} was not asked: it failed ${consecutiveFailures} times in a row. Next try in ${seconds} s.`,
    { retryAfterMs: nextProbeMs ?? 0 },
  );
}
