import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeEvent, HEARTBEAT, type StreamedEvent } from './sse';

const started: StreamedEvent = { type: 'candidate.started', seat: 'A', seq: 2, atMs: 5 };
const delta: StreamedEvent = { type: 'candidate.delta', seat: 'A', text: 'один\n\ndata: two\r\u2028🙂', atMs: 9 };

function bodyOf(text: string, chunkBytes: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += chunkBytes)));
    },
  });
}

async function collect(body: ReadableStream<Uint8Array>): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of decodeEvents(body)) events.push(event);
  return events;
}

describe('encodeEvent', () => {
  it('numbers a stored event and not a delta', () => {
    expect(encodeEvent(started)).toContain('event: candidate.started\nid: 2\ndata: {');
    expect(encodeEvent(delta)).not.toContain('id:');
  });
});

describe('decodeEvents', () => {
  it.each([1, 2, 3, 7, 64, 10_000])('reads back what was written in pieces of %i bytes', async (chunkBytes) => {
    const text = HEARTBEAT + encodeEvent(started) + HEARTBEAT + encodeEvent(delta);
    expect(await collect(bodyOf(text, chunkBytes))).toEqual([started, delta]);
  });

  it('leaves out an event that was cut off', async () => {
    const text = encodeEvent(started) + encodeEvent(delta).slice(0, -1);
    expect(await collect(bodyOf(text, 16))).toEqual([started]);
  });

  it('cancels the body when the reader stops', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(encodeEvent(started))),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const event of decodeEvents(body)) {
      expect(event).toEqual(started);
      break;
    }
    expect(isCancelled).toBe(true);
  });

  it('throws what the body throws', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('lost')) });
    await expect(collect(body)).rejects.toThrow('lost');
  });
});
