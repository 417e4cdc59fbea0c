const OPENINGS = ['<think>', '<thinking>'];
const LONGEST_OPENING = '<thinking>'.length;

export interface Split {
  text: string;
  reasoning: string;
}

type State = 'start' | 'thinking' | 'answer';

/**
 * Takes a leading `<think>` or `<thinking>` block out of a content that comes in pieces; the tags
 * may be cut anywhere. A tag further on is part of the answer: an answer may write about the tag.
 */
export class LeadingThinkBlock {
  #state: State = 'start';
  #held = '';
  #closing = '';

  /** True while a block that was opened has not been closed. */
  get isOpen(): boolean {
    return this.#state === 'thinking';
  }

  push(piece: string): Split {
    if (this.#state === 'answer') return { text: piece, reasoning: '' };
    this.#held += piece;
    return this.#state === 'start' ? this.#atStart() : this.#inside();
  }

  /** What was held back because it could have been a tag. */
  end(): Split {
    const held = this.#held;
    this.#held = '';
    return this.#state === 'thinking' ? { text: '', reasoning: held } : { text: held, reasoning: '' };
  }

  #atStart(): Split {
    this.#held = this.#held.trimStart();
    const begun = this.#held.slice(0, LONGEST_OPENING).toLowerCase();
    const opening = OPENINGS.find((tag) => begun.startsWith(tag));
    if (opening !== undefined) {
      this.#state = 'thinking';
      this.#closing = opening.replace('<', '</');
      this.#held = this.#held.slice(opening.length);
      return this.#inside();
    }
    if (OPENINGS.some((tag) => tag.startsWith(begun))) return { text: '', reasoning: '' };
    this.#state = 'answer';
    return this.#release();
  }

  #inside(): Split {
    // Not toLowerCase().indexOf(): some letters grow when lowered, and the position would be off.
    const at = this.#held.search(new RegExp(this.#closing, 'i'));
    if (at !== -1) {
      const reasoning = this.#held.slice(0, at);
      const text = this.#held.slice(at + this.#closing.length);
      this.#state = 'answer';
      this.#held = '';
      return { text, reasoning };
    }
    const keep = overlap(this.#held, this.#closing);
    const reasoning = this.#held.slice(0, this.#held.length - keep);
    this.#held = this.#held.slice(this.#held.length - keep);
    return { text: '', reasoning };
  }

  #release(): Split {
    const text = this.#held;
    this.#held = '';
    return { text, reasoning: '' };
  }
}

/** How many characters at the end of `text` could be the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1) {
    if (tag.startsWith(text.slice(-length).toLowerCase())) return length;
  }
  return 0;
}
