import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '@/lib/consensus/model-error';
import { startFakeOpenAI, type FakeOpenAI, type FakeReplyOptions } from '@/tests/fake-openai/server';
import { ask, clientOf, DONE, event, failureOf, NEVER, readStream } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => '');
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const until = async (isTrue: () => boolean) => {
  const deadline = performance.now() + 3_000;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error('it did not happen within 3 s');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe('a stop', () => {
  const places: [string, FakeReplyOptions][] = [
    ['before the headers', { hang: 'headers' }],
    ['in the middle of a stream', { deltas: ['Os'], hang: 'body' }],
  ];

  it.each(places)('closes the connection at once: %s', async (_name, reply) => {
    fake.setScript(() => reply);
    const stop = new AbortController();
    const call = failureOf(readStream(clientOf(fake.url).chat, ask(), stop.signal));
    await until(() => fake.calls.length === 1);
    stop.abort();
    const error = await call;
    expect([error.kind, error.details.attempts]).toEqual(['aborted', 1]);
    await until(() => fake.calls[0]?.outcome === 'aborted');
  });

  it.each(places)('throws the reason if that is a ModelError: %s', async (_name, reply) => {
    fake.setScript(() => reply);
    const stop = new AbortController();
    const call = failureOf(clientOf(fake.url).chat.complete(ask(), stop.signal));
    await until(() => fake.calls.length === 1);
    stop.abort(new ModelError('grace', 'The others have answered.'));
    expect(await call).toMatchObject({ kind: 'grace', message: 'The others have answered.' });
  });

  it('before the call sends nothing', async () => {
    const { chat } = clientOf(fake.url);
    const signal = AbortSignal.abort(new ModelError('timeout', 'The run is over.'));
    const errors = [
      await failureOf(chat.complete(ask(), signal)),
      await failureOf(readStream(chat, ask(), signal)),
    ];
    expect(errors.map(({ kind, details }) => [kind, details.attempts])).toEqual([
      ['timeout', 0],
      ['timeout', 0],
    ]);
    expect(fake.calls).toHaveLength(0);
  });

  it('ends the wait before a retry', async () => {
    fake.setScript(() => ({ status: 429, json: {}, headers: { 'retry-after': '30' } }));
    const stop = new AbortController();
    const call = failureOf(clientOf(fake.url, { attempts: 3 }).chat.complete(ask(), stop.signal));
    await until(() => fake.calls[0]?.outcome === 'completed');
    stop.abort();
    expect((await call).kind).toBe('aborted');
    expect(fake.calls).toHaveLength(1);
  });

  it('keeps what had come', async () => {
    fake.setScript(() => ({ deltas: ['Os'], hang: 'body' }));
    const stop = new AbortController();
    const stream = clientOf(fake.url).chat.stream(ask(), stop.signal);
    await stream.next();
    stop.abort();
    expect((await failureOf(stream.next())).details.partial?.text).toBe('Os');
  });

  it('happens when the reader leaves', async () => {
    fake.setScript(() => ({ deltas: ['Os'], hang: 'body' }));
    for await (const delta of clientOf(fake.url).chat.stream(ask(), NEVER)) {
      expect(delta.text).toBe('Os');
      break;
    }
    await until(() => fake.calls[0]?.outcome === 'aborted');
  });
});

describe('silence', () => {
  it.each<[string, FakeReplyOptions, string]>([
    ['before the headers', { hang: 'headers' }, 'first token'],
    ['before the first token', { deltas: [], hang: 'body' }, 'first token'],
    ['between two tokens', { deltas: ['Os'], hang: 'body' }, 'next token'],
  ])('ends the call: %s', async (_name, reply, where) => {
    fake.setScript(() => reply);
    const error = await failureOf(readStream(clientOf(fake.url, { callTimeoutMs: 80 }).chat));
    expect(error.kind).toBe('timeout');
    expect(error.message).toContain(where);
    expect(error.message).toContain('0.08 s');
    await until(() => fake.calls[0]?.outcome === 'aborted');
  });

  it.each<[string, string]>([
    ['comments', ': still thinking\n\n'],
    ['reasoning', event({ reasoning_content: 'hm' })],
  ])('is not what is broken by %s', async (_name, sign) => {
    fake.setScript(() => ({
      raw: every(40, [sign, sign, sign, sign, sign, event({ content: 'Oslo' }, 'stop'), DONE]),
    }));
    const { reply } = await readStream(clientOf(fake.url, { callTimeoutMs: 150 }).chat);
    expect(reply.text).toBe('Oslo');
  });

  it('after the finish reason does not spoil the answer', async () => {
    fake.setScript(() => ({ raw: [event({ content: 'Oslo' }, 'stop')], hang: 'body' }));
    expect((await readStream(clientOf(fake.url, { callTimeoutMs: 80 }).chat)).reply.text).toBe('Oslo');
  });

  it('after the closing event is not waited for', async () => {
    fake.setScript(() => ({ raw: [event({ content: 'Oslo' }, 'stop') + DONE], hang: 'body' }));
    const { reply } = await readStream(clientOf(fake.url, { callTimeoutMs: 60_000 }).chat);
    expect(reply.text).toBe('Oslo');
  });
});

describe('a reply without end', () => {
  const MEGABYTE = 1024 * 1024;
  it.each<[string, () => Generator<string>]>([
    ['a line that never ends', () => forever('data: ', 'x'.repeat(MEGABYTE))],
    ['an event that never ends', () => forever('', `data: ${'x'.repeat(MEGABYTE)}\n`)],
    ['an answer that never ends', () => forever('', event({ content: 'x'.repeat(MEGABYTE) }))],
    ['reasoning that never ends', () => forever('', event({ reasoning_content: 'x'.repeat(MEGABYTE) }))],
    ['JSON that never ends', () => forever('{"choices":[{"message":{"content":"', 'x'.repeat(MEGABYTE))],
    ['a page that never ends', () => forever('<html>', '<p>x</p>'.repeat(MEGABYTE / 8))],
  ])('is cut off and its connection closed: %s', async (_name, body) => {
    fake.setScript(() => ({ raw: body() }));
    const error = await failureOf(clientOf(fake.url).chat.complete(ask(), NEVER));
    expect(error.kind).toBe('invalid_response');
    expect(error.message.length).toBeLessThanOrEqual(1_500);
    await until(() => fake.calls[0]?.outcome === 'aborted');
  });
});

describe('what a call leaves behind', () => {
  it('is nothing: no listener, no timer', async () => {
    const stop = new AbortController();
    fake.setScript(({ number }) => (number % 3 === 0 ? { status: 500, json: {} } : 'ok'));
    const { chat } = clientOf(fake.url, { attempts: 2 });
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    for (let call = 0; call < 10; call += 1) await chat.complete(ask(), stop.signal);
    const before = timers();
    for (let call = 0; call < 100; call += 1) {
      await chat.complete(ask(), stop.signal);
      await readStream(chat, ask(), stop.signal);
    }
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });

  it('is a connection that the next call uses', async () => {
    fake.setScript(() => ({ deltas: ['Os', 'lo'] }));
    const { chat } = clientOf(fake.url);
    const runs = () =>
      Promise.all(Array.from({ length: 64 }, () => Promise.all([1, 2, 3].map(() => readStream(chat)))));
    await runs();
    const before = fake.connections.opened;
    await runs();
    await runs();
    expect((fake.connections.opened - before) / 128).toBeLessThan(0.1);
  });
});

async function* every(ms: number, pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    yield piece;
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

function* forever(head: string, piece: string): Generator<string> {
  yield head;
  for (;;) yield piece;
}
