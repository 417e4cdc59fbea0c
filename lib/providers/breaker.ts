import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  noop,
  type CircuitBreakerPolicy,
  type IPolicy,
} from 'cockatiel';

export interface BreakerOptions {
  /** Faults in a row that open it; 0 = never. */
  faults: number;
  openMs: number;
  /** Anything else that is thrown is neutral: neither a failure nor a success. */
  isFault: (error: unknown) => boolean;
}

export interface BreakerState {
  state: 'closed' | 'open' | 'half_open';
  consecutiveFailures: number;
  totalFailures: number;
  /** Until the next probe may go out; null while closed. */
  nextProbeMs: number | null;
}

/**
 * A circuit breaker of the library, with what it leaves out: while a probe is out all others fail at
 * once instead of waiting for it, a probe that ends neutrally leaves it open for the next probe
 * instead of closing it, and it can be reset.
 */
export class Breaker {
  #policy: CircuitBreakerPolicy;
  #openedAt = 0;
  #consecutiveFailures = 0;
  #totalFailures = 0;
  readonly #options: BreakerOptions;

  constructor(options: BreakerOptions) {
    this.#options = options;
    this.#policy = this.#createPolicy();
  }

  /** Runs `call` with the policy to wrap around its work. Throws what it throws, or a rejection. */
  async execute<T>(call: (policy: IPolicy) => Promise<T>): Promise<T> {
    const policy = this.#policy;
    if (policy.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    const isProbe = policy.state === CircuitState.Open;
    try {
      const result = await call(this.#options.faults === 0 ? noop : policy);
      if (policy === this.#policy)
        this.#consecutiveFailures = policy.state === CircuitState.Open ? this.#consecutiveFailures : 0;
      return result;
    } catch (error) {
      if (policy === this.#policy) this.#onError(error, isProbe);
      throw error;
    }
  }

  /** True for what `execute` throws when it did not let the call through. */
  isRejection(error: unknown): boolean {
    return error instanceof BrokenCircuitError;
  }

  state(): BreakerState {
    const { state } = this.#policy;
    const counts = { consecutiveFailures: this.#consecutiveFailures, totalFailures: this.#totalFailures };
    if (state === CircuitState.Closed) return { state: 'closed', ...counts, nextProbeMs: null };
    const nextProbeMs = Math.max(0, this.#openedAt + this.#options.openMs - Date.now());
    return {
      state: state === CircuitState.HalfOpen || nextProbeMs === 0 ? 'half_open' : 'open',
      ...counts,
      nextProbeMs,
    };
  }

  /** Closes it. Calls that are out now no longer count. */
  reset(): void {
    this.#policy = this.#createPolicy();
    this.#consecutiveFailures = 0;
  }

  #onError(error: unknown, isProbe: boolean): void {
    if (this.#options.isFault(error)) {
      this.#consecutiveFailures += 1;
      this.#totalFailures += 1;
    } else if (isProbe && !this.isRejection(error)) {
      this.#policy = this.#createPolicy(READY_FOR_A_PROBE);
      this.#openedAt = 0;
    }
  }

  #createPolicy(initialState?: unknown): CircuitBreakerPolicy {
    const { faults, openMs, isFault } = this.#options;
    const policy = circuitBreaker(handleWhen(isFault), {
      halfOpenAfter: openMs,
      breaker: new ConsecutiveBreaker(Math.max(1, faults)),
      ...(initialState === undefined ? {} : { initialState }),
    });
    policy.onBreak(() => (this.#openedAt = Date.now()));
    return policy;
  }
}

/** The library's serialised form of a circuit that opened long ago. */
const READY_FOR_A_PROBE = {
  ownState: { value: CircuitState.Open, openedAt: 0, attemptNo: 1 },
  breakerState: 0,
};
