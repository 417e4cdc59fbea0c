/** What a scripted model sends back: a text, or the error of an endpoint in trouble. */
export type DemoReply = TextReply | ErrorReply;

export interface TextReply {
  text: string;
  finishReason: 'stop' | 'content_filter';
  /** Silence before the first token, over the model's own wait. */
  silentMs?: number;
}

export interface ErrorReply {
  error: { status: number; type: string; code: string; message: string; retryAfterSeconds?: number };
}

export function textReply(text: string, silentMs = 0): TextReply {
  return { text, finishReason: 'stop', ...(silentMs > 0 ? { silentMs } : {}) };
}

export function isErrorReply(reply: DemoReply): reply is ErrorReply {
  return 'error' in reply;
}
