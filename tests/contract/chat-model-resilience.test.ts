import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startFakeOpenAI,
  type FakeOpenAI,
  type FakeReply,
  type FakeReplyOptions,
} from '@/tests/fake-openai/server';
import { ask, clientOf, event, failureOf, NEVER, readStream } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => '');
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const status = (code: number, headers: Record<string, string> = {}): FakeReplyOptions => ({
  status: code,
  json: { error: { message: 'no' } },
  headers,
});
/** The replies in turn; the last one again and again. */
const inTurn = (...replies: FakeReply[]) => {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)] ?? '';
};

describe('retries', () => {
  it.each<[string, FakeReplyOptions]>([
    ['429', status(429)],
    ['408', status(408)],
    ['409', status(409)],
    ['500', status(500)],
    ['502', status(502)],
    ['503', status(503)],
    ['529', status(529)],
    ['a closed socket', { cut: 'headers' }],
    ['an error object with status 200', { json: { error: { message: 'busy', code: 'overloaded' } } }],
    ['a stream that ends at once', { raw: ': hello\n\n' }],
  ])('%s until it works', async (_name, fault) => {
    fake.setScript(inTurn(fault, fault, 'ok'));
    const reply = await clientOf(fake.url, { attempts: 3 }).chat.complete(ask(), NEVER);
    expect([reply.text, reply.attempts, fake.calls.length]).toEqual(['ok', 3, 3]);
  });

  it.each([1, 2, 3])('as many requests as attempts are configured: %i', async (attempts) => {
    fake.setScript(() => status(500));
    const error = await failureOf(clientOf(fake.url, { attempts }).chat.complete(ask(), NEVER));
    expect([error.details.attempts, fake.calls.length]).toEqual([attempts, attempts]);
  });

  it.each<[string, FakeReplyOptions]>([
    ['400', status(400)],
    ['401', status(401)],
    ['404', status(404)],
    ['a used-up quota', { status: 429, json: { error: { message: 'pay', code: 'insufficient_quota' } } }],
    ['a content filter', { status: 400, json: { error: { message: 'no', code: 'content_filter' } } }],
    ['an empty answer', { text: '' }],
    ['silence', { hang: 'headers' }],
    ['a broken reply', { raw: '{"choices":' }],
  ])('not after %s', async (_name, fault) => {
    fake.setScript(() => fault);
    const { chat } = clientOf(fake.url, { attempts: 3, callTimeoutMs: 100 });
    await failureOf(chat.complete(ask(), NEVER));
    expect(fake.calls).toHaveLength(1);
  });

  it('not once a piece of the answer has been handed on', async () => {
    const cut = { raw: [event({ content: 'Osl' })], cut: 1 };
    fake.setScript(inTurn(cut, 'Oslo'));
    const error = await failureOf(readStream(clientOf(fake.url, { attempts: 3 }).chat));
    expect([error.kind, error.details.partial?.text, fake.calls.length]).toEqual(['network', 'Osl', 1]);
  });

  it('after a cut where nobody has seen the pieces', async () => {
    const cut = { raw: [event({ content: 'Osl' })], cut: 1 };
    fake.setScript(inTurn(cut, 'Oslo'));
    expect(await clientOf(fake.url, { attempts: 3 }).chat.complete(ask(), NEVER)).toMatchObject({
      text: 'Oslo',
      attempts: 2,
    });
  });
});

describe('the wait before a retry', () => {
  async function waited(headers: Record<string, string>, retryBaseMs: number): Promise<number> {
    fake.setScript(inTurn(status(429, headers), 'ok'));
    await clientOf(fake.url, { attempts: 2, retryBaseMs, random: () => 0 }).chat.complete(ask(), NEVER);
    const [first, second] = fake.calls;
    return (second?.startedAt ?? 0) - (first?.endedAt ?? 0);
  }
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

  it.each<[string, () => Record<string, string>, number, number]>([
    ['milliseconds', () => ({ 'retry-after-ms': '120' }), 110, 600],
    ['seconds', () => ({ 'retry-after': '0.2' }), 190, 700],
    ['a date', () => ({ 'retry-after': inSeconds(1.6) }), 600, 3_000],
    ['a date that has passed', () => ({ 'retry-after': inSeconds(-100) }), 0, 300],
    ['nothing readable', () => ({ 'retry-after': 'soon' }), 190, 700],
    ['nothing', () => ({}), 190, 700],
  ])('obeys %s', async (_name, headers, least, most) => {
    const ms = await waited(headers(), 400);
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThan(most);
  });

  it.each<[string, { timeLeftMs?: number }, string]>([
    ['more than a minute', {}, '61'],
    ['more than the run has left', { timeLeftMs: 5_000 }, '10'],
  ])('is not waited when it is %s: the error says when', async (_name, extra, seconds) => {
    fake.setScript(() => status(429, { 'retry-after': seconds }));
    const { chat } = clientOf(fake.url, { attempts: 3 });
    const error = await failureOf(chat.complete({ ...ask(), ...extra }, NEVER));
    expect([error.kind, error.details.retryAfterMs, fake.calls.length]).toEqual([
      'rate_limit',
      Number(seconds) * 1_000,
      1,
    ]);
    expect(error.message).toContain(`${seconds} s`);
  });

  it('is spread by chance', async () => {
    const waits = await Promise.all(
      [0, 0.99].map(async (chance) => {
        const server = await startFakeOpenAI(inTurn(status(500), 'ok'));
        await clientOf(server.url, { attempts: 2, retryBaseMs: 300, random: () => chance }).chat.complete(
          ask(),
          NEVER,
        );
        const [first, second] = server.calls;
        await server.close();
        return (second?.startedAt ?? 0) - (first?.endedAt ?? 0);
      }),
    );
    expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBeGreaterThan(90);
  });
});

describe('the breaker', () => {
  const openMs = 150;
  const settings = { breakerFaults: 3, breakerOpenMs: openMs };
  async function kinds(chat: ReturnType<typeof clientOf>['chat'], calls: number): Promise<string[]> {
    const found: string[] = [];
    for (let call = 0; call < calls; call += 1) {
      const outcome = await chat.complete(ask(), NEVER).then(
        () => 'ok',
        (error: { kind: string }) => error.kind,
      );
      found.push(outcome);
    }
    return found;
  }
  const later = () => new Promise((resolve) => setTimeout(resolve, openMs + 20));

  it('opens after three faults in a row, one per call whatever the attempts', async () => {
    fake.setScript(() => status(500));
    const { chat, resilience } = clientOf(fake.url, { ...settings, attempts: 2 });
    expect(await kinds(chat, 4)).toEqual(['server', 'server', 'server', 'breaker_open']);
    expect(fake.calls).toHaveLength(6);
    expect(resilience.health()).toMatchObject([
      {
        endpoint: 'main',
        model: 'model-a',
        state: 'open',
        consecutiveFailures: 3,
        totalFailures: 3,
        calls: 3,
      },
    ]);
  });

  it('asks nobody while open, and says when it will', async () => {
    fake.setScript(() => status(500));
    const { chat } = clientOf(fake.url, { breakerFaults: 1, breakerOpenMs: 30_000 });
    await failureOf(chat.complete(ask(), NEVER));
    const error = await failureOf(chat.complete(ask(), NEVER));
    expect([error.kind, error.details.attempts]).toEqual(['breaker_open', 0]);
    expect(error.message).toMatch(/Next try in (29|30) s/);
  });

  it.each<[string, FakeReplyOptions]>([
    ['400', status(400)],
    ['401', status(401)],
    ['404', status(404)],
    ['429', status(429)],
    ['an empty answer', { text: '' }],
    ['a refusal', { message: { refusal: 'no' } }],
  ])('is not opened by %s', async (_name, reply) => {
    fake.setScript(() => reply);
    const { chat } = clientOf(fake.url, settings);
    expect(await kinds(chat, 5)).not.toContain('breaker_open');
    expect(fake.calls).toHaveLength(5);
  });

  it.each<[string, FakeReplyOptions]>([
    ['silence', { hang: 'headers' }],
    ['a closed socket', { cut: 'headers' }],
    ['overload', status(529)],
    ['a cut stream', { raw: event({ content: 'Osl' }) }],
  ])('is opened by %s', async (_name, reply) => {
    fake.setScript(() => reply);
    const { chat } = clientOf(fake.url, { ...settings, callTimeoutMs: 60 });
    expect((await kinds(chat, 4)).at(-1)).toBe('breaker_open');
  });

  it('counts in a row: a success between begins anew', async () => {
    fake.setScript(inTurn(status(500), status(500), 'ok', status(500), status(500), 'ok'));
    expect(await kinds(clientOf(fake.url, settings).chat, 6)).not.toContain('breaker_open');
  });

  it('lets one probe through after a while, and closes when it succeeds', async () => {
    fake.setScript(inTurn(status(500), status(500), status(500), { text: 'ok', delayMs: 50 }));
    const { chat, resilience } = clientOf(fake.url, settings);
    await kinds(chat, 3);
    await later();
    expect(resilience.health()[0]?.state).toBe('half_open');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => kinds(chat, 1)));
    expect(outcomes.flat().filter((kind) => kind === 'ok')).toHaveLength(1);
    expect(fake.calls).toHaveLength(4);
    expect(resilience.health()[0]?.state).toBe('closed');
    expect(await kinds(chat, 1)).toEqual(['ok']);
  });

  it('stays open when the probe fails', async () => {
    fake.setScript(() => status(500));
    const { chat } = clientOf(fake.url, settings);
    await kinds(chat, 3);
    await later();
    expect(await kinds(chat, 2)).toEqual(['server', 'breaker_open']);
  });

  it('a probe that ends neutrally decides nothing: the next call is a probe again', async () => {
    fake.setScript(inTurn(status(500), status(500), status(500), status(400), status(500), 'ok'));
    const { chat, resilience } = clientOf(fake.url, settings);
    await kinds(chat, 3);
    await later();
    expect(await kinds(chat, 1)).toEqual(['bad_request']);
    expect(resilience.health()[0]?.state).toBe('half_open');
    expect(await kinds(chat, 2)).toEqual(['server', 'breaker_open']);
  });

  it('a success that began before the trip does not close it', async () => {
    fake.setScript(({ messages }) =>
      messages[0]?.content === 'slow' ? { text: 'ok', delayMs: 100 } : status(500),
    );
    const { chat, resilience } = clientOf(fake.url, { ...settings, breakerOpenMs: 30_000 });
    const slow = chat.complete(ask('slow'), NEVER);
    await kinds(chat, 3);
    expect((await slow).text).toBe('ok');
    expect(resilience.health()[0]).toMatchObject({ state: 'open', consecutiveFailures: 3 });
  });

  it('is not opened by a person who stops', async () => {
    fake.setScript(() => ({ hang: 'headers' }));
    const { chat, resilience } = clientOf(fake.url, settings);
    for (let call = 0; call < 4; call += 1) await failureOf(chat.complete(ask(), AbortSignal.timeout(5)));
    expect(resilience.health()[0]).toMatchObject({ state: 'closed', totalFailures: 0, errors: [] });
  });

  it('can be reset and switched off', async () => {
    fake.setScript(() => status(500));
    const { chat, resilience } = clientOf(fake.url, { ...settings, breakerOpenMs: 30_000 });
    await kinds(chat, 3);
    resilience.reset('elsewhere');
    expect(resilience.health()[0]?.state).toBe('open');
    resilience.reset('main', 'model-a');
    expect(resilience.health()[0]).toMatchObject({
      state: 'closed',
      consecutiveFailures: 0,
      nextProbeMs: null,
    });
    expect(await kinds(clientOf(fake.url, { breakerFaults: 0 }).chat, 6)).toEqual(Array(6).fill('server'));
  });

  it('is one per model', async () => {
    fake.setScript(({ model }) => (model === 'model-a' ? status(500) : 'ok'));
    const { chat } = clientOf(fake.url, settings);
    await kinds(chat, 3);
    expect(await kinds(clientOf(fake.url, { ...settings, model: 'model-b' }).chat, 1)).toEqual(['ok']);
  });
});

it('keeps figures of latency and errors', async () => {
  fake.setScript(inTurn({ text: 'ok', firstTokenMs: 60 }, status(400), status(500)));
  const { chat, resilience } = clientOf(fake.url);
  await chat.complete(ask(), NEVER);
  await failureOf(chat.complete(ask(), NEVER));
  await failureOf(chat.complete(ask(), NEVER));
  const [health] = resilience.health();
  expect(health).toMatchObject({ calls: 3, errors: [{ kind: 'bad_request' }, { kind: 'server' }] });
  expect(health?.firstTokenMs?.p50).toBeGreaterThanOrEqual(50);
  expect(health?.totalMs?.p95).toBeGreaterThanOrEqual(health?.firstTokenMs?.p50 ?? Infinity);
});
