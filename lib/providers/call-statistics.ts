import type { ErrorKind } from '@/lib/consensus/schema';

/** How many of the latest calls, and of the latest errors, are remembered. */
const KEPT_CALLS = 200;
const KEPT_ERRORS = 500;

interface Percentiles {
  p50: number;
  p95: number;
}

export interface CallFigures {
  calls: number;
  meanLatencyMs: number | null;
  /** Of the latest 200 calls that succeeded. */
  firstTokenMs: Percentiles | null;
  totalMs: Percentiles | null;
  /** The latest 500 errors, oldest first. `at`: milliseconds since 1970. */
  errors: { at: number; kind: ErrorKind }[];
}

/** The figures of one model: how many calls, how fast, which errors. Bounded memory. */
export class CallStatistics {
  #calls = 0;
  #succeeded = 0;
  #sumMs = 0;
  readonly #firstToken: number[] = [];
  readonly #total: number[] = [];
  readonly #errors: { at: number; kind: ErrorKind }[] = [];

  /** Begins a call; tell it of the first token and of the end. */
  begin() {
    const startedAt = performance.now();
    let firstTokenMs: number | undefined;
    return {
      firstToken: () => (firstTokenMs ??= performance.now() - startedAt),
      succeeded: () => {
        const totalMs = performance.now() - startedAt;
        this.#calls += 1;
        this.#succeeded += 1;
        this.#sumMs += totalMs;
        keep(this.#total, totalMs, KEPT_CALLS);
        if (firstTokenMs !== undefined) keep(this.#firstToken, firstTokenMs, KEPT_CALLS);
      },
      failed: (kind: ErrorKind) => {
        if (kind !== 'breaker_open') this.#calls += 1;
        // A person's stop says nothing about the endpoint.
        if (kind !== 'aborted') keep(this.#errors, { at: Date.now(), kind }, KEPT_ERRORS);
      },
    };
  }

  figures(): CallFigures {
    return {
      calls: this.#calls,
      meanLatencyMs: this.#succeeded === 0 ? null : Math.round(this.#sumMs / this.#succeeded),
      firstTokenMs: percentiles(this.#firstToken),
      totalMs: percentiles(this.#total),
      errors: [...this.#errors],
    };
  }
}

function keep<T>(ring: T[], value: T, most: number): void {
  ring.push(value);
  if (ring.length > most) ring.shift();
}

function percentiles(values: number[]): Percentiles | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}
