import { pause } from './pause';
import type { Pace } from './models';

/** A reply on its way out, in OpenAI's format. */
export interface Completion {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  tokens: string[];
  finishReason: 'stop' | 'content_filter' | 'length';
  promptTokens: number;
  includeUsage: boolean;
  pace: Pace;
}

const encoder = new TextEncoder();

/** Server-sent chunks at the completion's pace. Nothing is sent and no timer stays after an abort or cancel. */
export function streamCompletion(completion: Completion, signal: AbortSignal): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const stopped = AbortSignal.any([signal, cancelled.signal]);
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (data: string) => controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      await sendChunks(completion, send, stopped);
      if (cancelled.signal.aborted) return;
      if (stopped.aborted) controller.error(stopped.reason);
      else controller.close();
    },
    cancel: () => cancelled.abort(),
  });
}

async function sendChunks(
  completion: Completion,
  send: (data: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const sendChunk = (body: object) =>
    send(JSON.stringify({ ...frame(completion, 'chat.completion.chunk'), ...body }));
  const sendDelta = (delta: object, finishReason: string | null) =>
    sendChunk({ choices: [{ index: 0, delta, finish_reason: finishReason }] });
  const begunMs = performance.now();
  for (const [index, token] of completion.tokens.entries()) {
    await pause(dueMs(completion.pace, index) - (performance.now() - begunMs), stopped);
    if (stopped.aborted) return;
    sendDelta(index === 0 ? { role: 'assistant', content: token } : { content: token }, null);
  }
  if (completion.tokens.length === 0) await pause(completion.pace.firstTokenMs, stopped);
  if (stopped.aborted) return;
  sendDelta({}, completion.finishReason);
  if (completion.includeUsage) sendChunk({ choices: [], usage: usageOf(completion) });
  send('[DONE]');
}

/** The whole reply as one object, after the time that streaming it would take; null after an abort. */
export async function wholeCompletion(completion: Completion, signal: AbortSignal): Promise<object | null> {
  await pause(dueMs(completion.pace, completion.tokens.length), signal);
  if (signal.aborted) return null;
  const message = { role: 'assistant', content: completion.tokens.join('') };
  return {
    ...frame(completion, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: completion.finishReason }],
    usage: usageOf(completion),
  };
}

function dueMs({ firstTokenMs, tokensPerSecond }: Pace, index: number): number {
  return firstTokenMs + (index * 1_000) / tokensPerSecond;
}

function frame({ id, created, model }: Completion, object: string) {
  return { id, object, created, model };
}

function usageOf({ promptTokens, tokens }: Completion) {
  const completionTokens = tokens.length;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}
