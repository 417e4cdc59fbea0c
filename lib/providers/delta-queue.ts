import type { Delta } from '@/lib/consensus/ports';

/**
 * Deltas on their way from a socket to a reader. What comes while the reader is busy is joined into
 * one delta, so a slow reader costs memory for the text alone and a fast endpoint costs no extra turn.
 */
export class DeltaQueue {
  #text = '';
  #reasoning = '';
  #isClosed = false;
  #wake: () => void = () => undefined;

  push(delta: Delta): void {
    this.#text += delta.text ?? '';
    this.#reasoning += delta.reasoning ?? '';
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** The next delta; null once the queue is closed and empty. For one reader at a time. */
  async next(): Promise<Delta | null> {
    while (this.#text === '' && this.#reasoning === '') {
      if (this.#isClosed) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const delta: Delta = {
      ...(this.#text === '' ? {} : { text: this.#text }),
      ...(this.#reasoning === '' ? {} : { reasoning: this.#reasoning }),
    };
    this.#text = '';
    this.#reasoning = '';
    return delta;
  }
}
