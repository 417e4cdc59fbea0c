/** What the server hears of one request. `attempt` counts equal requests (same model and messages) from 1. */
export interface FakeCall {
  number: number;
  attempt: number;
  model: string;
  messages: { role: string; content: string }[];
  stream: boolean;
  body: Record<string, unknown>;
  headers: Record<string, string | string[] | undefined>;
}

/** How one request is answered. Every field is optional; without any the answer is empty. */
export interface FakeReplyOptions {
  text?: string;
  reasoning?: string;
  /** The pieces of the streamed text; without it the text is cut into words. */
  deltas?: string[];
  /** `null` sends none. Default `stop`. */
  finishReason?: string | null;
  usage?: Record<string, unknown>;
  /** Replaces the message of a whole reply, and the only delta of a streamed one. */
  message?: Record<string, unknown>;
  servedBy?: string;
  /** False leaves out the closing `[DONE]`. */
  done?: boolean;

  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON in place of a completion. */
  json?: unknown;
  /** Sent as it is in place of everything; a list or generator is sent piece by piece. */
  raw?: string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  contentType?: string;

  /** Before the headers. */
  delayMs?: number;
  /** From the headers to the first token. */
  firstTokenMs?: number;
  tokensPerSecond?: number;
  /** Never answer: no headers at all, or headers and then nothing more. */
  hang?: 'headers' | 'body';
  /** Destroy the socket: before the headers, or after so many pieces. */
  cut?: 'headers' | number;
  /** End the body cleanly after so many pieces, with no finish reason and no `[DONE]`. */
  endAfter?: number;
}

export type FakeReply = string | FakeReplyOptions;
export type FakeScript = (call: FakeCall) => FakeReply | Promise<FakeReply>;

const EVENT_HEAD = '"object":"chat.completion.chunk"';

/** The events of a streamed reply, ready to be written, without the closing `[DONE]`. */
export function streamPieces(call: FakeCall, reply: FakeReplyOptions): string[] {
  const model = JSON.stringify(reply.servedBy ?? call.model);
  const head = `data: {"id":"call-${call.number}",${EVENT_HEAD},"model":${model},`;
  const chunk = (delta: unknown) =>
    `${head}"choices":[{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":null}]}\n\n`;
  const pieces = reply.reasoning === undefined ? [] : [chunk({ reasoning_content: reply.reasoning })];
  if (reply.message !== undefined) pieces.push(chunk(reply.message));
  else for (const delta of reply.deltas ?? words(reply.text ?? '')) pieces.push(chunk({ content: delta }));
  return pieces;
}

/** The last events: the finish reason and, when asked for, the usage. */
export function streamEnd(call: FakeCall, reply: FakeReplyOptions): string {
  const model = JSON.stringify(reply.servedBy ?? call.model);
  const head = `data: {"id":"call-${call.number}",${EVENT_HEAD},"model":${model},`;
  const reason = reply.finishReason === undefined ? 'stop' : reply.finishReason;
  const finish =
    reason === null
      ? ''
      : `${head}"choices":[{"index":0,"delta":{},"finish_reason":${JSON.stringify(reason)}}]}\n\n`;
  const usage =
    call.body['stream_options'] === undefined
      ? ''
      : `${head}"choices":[],"usage":${JSON.stringify(usageOf(call, reply))}}\n\n`;
  return `${finish}${usage}${reply.done === false ? '' : 'data: [DONE]\n\n'}`;
}

/** A whole reply as one completion object. */
export function completion(call: FakeCall, reply: FakeReplyOptions): unknown {
  const text = reply.text ?? (reply.deltas ?? []).join('');
  const message = reply.message ?? {
    content: text,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
  };
  return {
    id: `call-${call.number}`,
    object: 'chat.completion',
    model: reply.servedBy ?? call.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', ...message },
        finish_reason: reply.finishReason === undefined ? 'stop' : reply.finishReason,
      },
    ],
    usage: usageOf(call, reply),
  };
}

function usageOf(call: FakeCall, reply: FakeReplyOptions): Record<string, unknown> {
  if (reply.usage !== undefined) return reply.usage;
  const asked = call.messages.reduce((sum, { content }) => sum + String(content).length, 0);
  const told = (reply.text ?? (reply.deltas ?? []).join('')).length;
  return { prompt_tokens: Math.ceil(asked / 4), completion_tokens: Math.ceil(told / 4) };
}

function words(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === '' ? [] : [text]);
}
