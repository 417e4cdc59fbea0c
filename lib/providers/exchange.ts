import type OpenAI from 'openai';
import { ModelError } from '@/lib/consensus/model-error';
import type { Readable } from 'node:stream';
import { UpstreamResponse } from './connections';
import { requestIdOf, type RefusedReply } from './errors';
import { IdleTimer } from './idle-timer';
import { networkError } from './network-error';
import { onAbort } from './on-abort';
import type { BuiltReply, ReplyBuilder } from './reply-builder';
import { ReplyReader } from './reply-reader';
import type { RequestBody } from './request-body';

/** Of a refused reply no more than this is read. */
const MAX_ERROR_BYTES = 64 * 1024;
/** After the finish reason only usage and the closing event can come; no answer waits longer for them. */
const AFTERMATH_MS = 3_000;
/** How long a connection may take to end its body so that it can be used again. */
const DRAIN_MS = 1_000;
/** How long an answer that is complete may wait for that. */
const PATIENCE_MS = 25;

export interface Exchange {
  client: OpenAI;
  baseURL: string;
  keys: readonly string[];
  body: RequestBody;
  builder: ReplyBuilder;
  /** The longest silence, before the first byte and between any two. */
  callTimeoutMs: number;
  signal: AbortSignal;
}

export type Outcome =
  | { accepted: true; reply: BuiltReply; requestId: string | undefined }
  | { accepted: false; refused: RefusedReply };

/**
 * One request and its reply. Resolves with a refusal (any status but 2xx) for the caller to judge;
 * rejects with a ModelError for everything else that is not an answer. Closes the connection when
 * the signal aborts, and leaves no timer and no listener behind.
 */
export async function exchange(call: Exchange): Promise<Outcome> {
  const connection = new AbortController();
  const stopped: { by?: ModelError } = {};
  const stop = (error: ModelError) => {
    stopped.by ??= error;
    connection.abort(error);
  };
  const idle = new IdleTimer(call.callTimeoutMs, () => stop(silence(call)));
  const stopListening = onAbort(call.signal, () => stop(reasonOf(call.signal)));
  try {
    const response = await call.client
      .post('/chat/completions', { body: call.body, signal: connection.signal })
      .asResponse();
    if (!(response instanceof UpstreamResponse)) throw new TypeError('the SDK was given another fetch');
    idle.touch();
    return await receive(call, response, idle);
  } catch (thrown) {
    // The finish reason has come: what failed after it cannot have been part of the answer.
    if (!call.signal.aborted && call.builder.finishReason !== undefined && !(thrown instanceof ModelError)) {
      return {
        accepted: true,
        reply: call.builder.finish({ isStream: true, sawDone: false }),
        requestId: undefined,
      };
    }
    if (stopped.by !== undefined) throw stopped.by;
    throw thrown instanceof ModelError ? thrown : networkError(thrown, call.baseURL, call.keys);
  } finally {
    idle.stop();
    stopListening();
  }
}

/** Why a signal was aborted, as the error to throw. */
export function reasonOf(signal: AbortSignal): ModelError {
  const reason: unknown = signal.reason;
  return reason instanceof ModelError ? reason : new ModelError('aborted', 'The call was stopped.');
}

function silence({ callTimeoutMs, builder }: Exchange): ModelError {
  const { text, reasoning } = builder.partial;
  const where = text === '' && reasoning === '' ? 'for the first token' : 'for the next token';
  return new ModelError(
    'timeout',
    `Nothing came from the model for ${callTimeoutMs / 1_000} s while waiting ${where}.`,
  );
}

async function receive(call: Exchange, response: UpstreamResponse, idle: IdleTimer): Promise<Outcome> {
  const { upstreamStatus: status, headers, stream } = response;
  const requestId = requestIdOf(headers);
  if (status < 200 || status >= 300) {
    const body = await readAll(stream, MAX_ERROR_BYTES, () => idle.touch());
    return { accepted: false, refused: { status, headers, body } };
  }
  const reader = new ReplyReader(call.builder, call.keys);
  let isEnding = false;
  await readBody(stream, (bytes) => {
    idle.touch();
    reader.feed(bytes);
    if (!isEnding && call.builder.finishReason !== undefined) {
      isEnding = true;
      idle.shorten(Math.min(AFTERMATH_MS, call.callTimeoutMs));
    }
    return reader.isDone;
  });
  return { accepted: true, reply: reader.finish(), requestId };
}

/** The text of a body, read no further than `maxBytes`; what comes with each chunk is `onChunk`'s. */
export async function readAll(
  stream: Readable,
  maxBytes: number,
  onChunk: () => void = () => undefined,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  await readBody(stream, (chunk) => {
    onChunk();
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.byteLength;
    return bytes >= maxBytes;
  });
  return text;
}

/**
 * Hands on the chunks of a body until it ends or `onChunk` returns true. Then the rest, which is
 * next to nothing, is let through so that the connection can be used again; a body that goes on
 * loses its connection. Rejects with what the body or `onChunk` throws, the connection closed.
 */
function readBody(stream: Readable, onChunk: (bytes: Uint8Array) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const onData = (chunk: Uint8Array) => {
      if (isSettled) return;
      try {
        if (!onChunk(chunk)) return;
      } catch (error) {
        stream.destroy();
        return fail(error);
      }
      isSettled = true;
      drain(stream, resolve);
    };
    const fail = (error: unknown) => {
      if (isSettled) return;
      isSettled = true;
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    stream.on('data', onData);
    stream.on('end', () => {
      if (!isSettled) setImmediate(resolve);
      isSettled = true;
    });
    // Stays for the life of the stream: an error after the answer must not become an uncaught one.
    stream.on('error', fail);
    stream.on('close', () => fail(new Error('the connection was closed')));
  });
}

/**
 * Lets the end of a body through and calls `onFree` then: the connection is free from that moment,
 * and a call that starts sooner would open another. Nobody waits for it longer than a blink.
 */
function drain(stream: Readable, onFree: () => void): void {
  const goOn = setTimeout(onFree, PATIENCE_MS);
  const giveUp = setTimeout(() => stream.destroy(), DRAIN_MS);
  giveUp.unref();
  const onEnd = () => {
    clearTimeout(goOn);
    clearTimeout(giveUp);
    // The pool itself takes one turn of the event loop to count the connection as free.
    setImmediate(onFree);
  };
  if (stream.readableEnded || stream.destroyed) return onEnd();
  stream.once('end', onEnd);
  stream.once('close', onEnd);
}
