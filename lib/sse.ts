import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { RunEvent, RunSnapshot } from '@/lib/consensus/events';

/** What a run's event stream carries. */
export type StreamedEvent = RunEvent | RunSnapshot;

/** One event as text/event-stream. Only stored events have a number, so only they get an `id:`. */
export function encodeEvent(event: StreamedEvent): string {
  const id = 'seq' in event ? `id: ${event.seq}\n` : '';
  return `event: ${event.type}\n${id}data: ${JSON.stringify(event)}\n\n`;
}

/** A line that readers ignore and that keeps proxies from closing a silent stream. */
export const HEARTBEAT = ': still here\n\n';

/**
 * The events of a response body, in order, until it ends. Throws what the body throws (a lost
 * connection, an abort) and a SyntaxError for data that is not JSON. Cancels the body when the
 * reader stops early.
 */
export async function* decodeEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamedEvent, void> {
  const reader = body.pipeThrough(textDecoder()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield parseEvent(value.data);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

// The DOM types give TextDecoderStream a writable of BufferSource, which is wider than the body's
// Uint8Array; the two fit at run time and only their declared variance differs.
function textDecoder(): ReadableWritablePair<string, Uint8Array> {
  return new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>;
}

// Our own server wrote this from the schema. Checking it again would bring zod to the browser.
function parseEvent(data: string): StreamedEvent {
  return JSON.parse(data) as StreamedEvent;
}
