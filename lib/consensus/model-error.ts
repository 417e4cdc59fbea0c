import type { CallError, ErrorKind } from './schema';

const MAX_MESSAGE_CHARS = 1_500;

export interface ModelErrorDetails {
  httpStatus?: number | undefined;
  requestId?: string | undefined;
  /** Requests sent upstream for this call; 0 when none went out (an open breaker, a passed deadline). */
  attempts?: number | undefined;
  /** How long the endpoint asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** What had arrived before the call failed. */
  partial?: { text: string; reasoning: string; servedBy?: string | undefined } | undefined;
}

/**
 * The one error a ChatModel throws. `kind` is closed and decides what happens next; `message` is
 * for people, already redacted, and is put on one line of at most 1,500 characters here.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';

  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details: ModelErrorDetails = {},
  ) {
    super(oneLine(message, MAX_MESSAGE_CHARS) || kind);
  }

  /** The error as a run keeps it. */
  toCallError(): CallError {
    const { httpStatus, requestId, attempts } = this.details;
    return {
      kind: this.kind,
      message: this.message,
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(requestId === undefined ? {} : { requestId }),
      attempts: attempts ?? 1,
    };
  }
}

/** White space folded to single blanks, cut at `maxCodePoints` code points with an ellipsis. */
export function oneLine(text: string, maxCodePoints: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxCodePoints) return line;
  const points = Array.from(line);
  return points.length <= maxCodePoints ? line : `${points.slice(0, maxCodePoints - 1).join('')}…`;
}
