/**
 * Calls `onIdle` when nothing has happened for `ms`; `touch` begins the wait anew, `stop` ends it.
 * One timer for the whole life of a call.
 */
export class IdleTimer {
  #timer: NodeJS.Timeout;
  readonly #onIdle: () => void;

  constructor(ms: number, onIdle: () => void) {
    this.#onIdle = onIdle;
    this.#timer = setTimeout(onIdle, ms);
  }

  touch(): void {
    this.#timer.refresh();
  }

  /** Waits `ms` from now on in place of what it waited until now. */
  shorten(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onIdle, ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
