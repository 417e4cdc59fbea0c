/** A question that was really computed. */
export interface WorkedOut {
  /** The answer itself: `391`, `8.04672 km`, `Thursday`. */
  value: string;
  /** How it comes about, on one line, ending in the value. */
  derivation: string;
  /** Arithmetic only: the question as one expression. */
  expression?: string;
}
