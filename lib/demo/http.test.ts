import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleDemoCompletion, handleDemoModels, type DemoOptions } from './http';
import { knownQuestions } from './questions';

const KEY = 'key-of-this-start';
const AT_ONCE: DemoOptions = { speed: Number.POSITIVE_INFINITY };

function completionRequest(
  body: unknown,
  { key = KEY, signal }: { key?: string; signal?: AbortSignal } = {},
): Request {
  return new Request('http://127.0.0.1/api/demo/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

function asking(model: string, question: string, more: object = {}) {
  return { model, messages: [{ role: 'user', content: question }], ...more };
}

async function chunksOf(response: Response) {
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  const data = events.map((event) => event.replace(/^data: /, ''));
  return { last: data.at(-1), chunks: data.slice(0, -1).map((text) => JSON.parse(text)) };
}

const questionOf = (id: string) => knownQuestions.find((known) => known.id === id)?.question.en ?? '';

describe('a streamed completion', () => {
  it('sends the text in chunks, one finish reason, and the closing event', async () => {
    const response = await handleDemoCompletion(
      completionRequest(asking('demo-thorough', 'What is 17 × 23?', { stream: true })),
      KEY,
      AT_ONCE,
    );
    const { chunks, last } = await chunksOf(response);
    const text = chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join('');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(text).toContain('340 + 51 = 391');
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.flatMap((chunk) => chunk.choices[0].finish_reason ?? [])).toEqual(['stop']);
    expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk', model: 'demo-thorough' });
    expect(last).toBe('[DONE]');
  });

  it('sends the usage only when it is asked for', async () => {
    const streamed = async (more: object) => {
      const body = asking('demo-brief', 'What is 17 × 23?', { stream: true, ...more });
      return (await chunksOf(await handleDemoCompletion(completionRequest(body), KEY, AT_ONCE))).chunks.at(-1)
        .usage;
    };
    expect(await streamed({})).toBeUndefined();
    expect(await streamed({ stream_options: { include_usage: true } })).toMatchObject({
      completion_tokens: 1,
    });
  });

  it('is cut at the token limit and says so', async () => {
    const body = asking('demo-thorough', questionOf('car-wash'), { stream: true, max_tokens: 4 });
    const { chunks } = await chunksOf(await handleDemoCompletion(completionRequest(body), KEY, AT_ONCE));
    expect(chunks.at(-1).choices[0].finish_reason).toBe('length');
    expect(chunks).toHaveLength(5);
  });
});

describe('pace', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function readerOf(id: string, model: string, options: DemoOptions, signal?: AbortSignal) {
    const request = completionRequest(
      asking(model, questionOf(id), { stream: true }),
      signal ? { signal } : {},
    );
    const response = await handleDemoCompletion(request, KEY, options);
    const reader = response.body?.getReader();
    if (!reader) throw new Error('The reply has no body.');
    return reader;
  }

  it.each([
    ['its first-token wait', 'car-wash', {}, 250],
    ['a silence and its wait', 'slow-member', {}, 20_800],
    ['a tenth of that at speed 10', 'slow-member', { speed: 10 }, 2_080],
  ])('a member is silent for %s', async (_name, id, options, silentMs) => {
    const model = id === 'slow-member' ? 'demo-thorough' : 'demo-brief';
    const reader = await readerOf(id, model, options);
    let isHeard = false;
    const first = reader.read().then(() => (isHeard = true));
    await vi.advanceTimersByTimeAsync(silentMs - 20);
    expect(isHeard).toBe(false);
    await vi.advanceTimersByTimeAsync(40);
    await first;
    await reader.cancel();
  });

  it('leaves no timer behind when the reader goes away', async () => {
    const reader = await readerOf('slow-member', 'demo-thorough', {});
    await reader.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops at once when the request is aborted', async () => {
    const stop = new AbortController();
    const reader = await readerOf('slow-member', 'demo-thorough', {}, stop.signal);
    const read = reader.read();
    stop.abort();
    await expect(read).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a completion in one piece', () => {
  it('ends at once when the request is aborted', async () => {
    const stop = new AbortController();
    const request = completionRequest(asking('demo-thorough', questionOf('slow-member')), {
      signal: stop.signal,
    });
    const response = handleDemoCompletion(request, KEY);
    stop.abort();
    expect((await response).status).toBe(499);
  });

  it.each([
    ['a known question', 'demo-brief', questionOf('car-wash'), 'Drive.'],
    ['a sum in Japanese', 'demo-brief', '17×23は?', '391'],
    ['an unknown question', 'demo-brief', 'Who will win?', 'OPENAI_BASE_URL'],
    ['an unknown question in Japanese', 'demo-thorough', '明日の天気は?', '台本'],
    ['a question in parts', 'demo-careless', 'What is 2 + 2?', 'that comes to 4'],
  ])('answers %s', async (_name, model, question, expected) => {
    const body = { model, messages: [{ role: 'user', content: [{ type: 'text', text: question }] }] };
    const reply = await (await handleDemoCompletion(completionRequest(body), KEY, AT_ONCE)).json();
    expect(reply.choices[0].message.content).toContain(expected);
    expect(reply.choices[0].finish_reason).toBe('stop');
    expect(reply.usage.total_tokens).toBe(reply.usage.prompt_tokens + reply.usage.completion_tokens);
  });

  it.each([
    ['nothing', 'demo-careless', 'one-answer', 'stop'],
    ['a filtered reply', 'demo-thorough', 'one-answer', 'content_filter'],
  ])('can be %s', async (_name, model, id, finishReason) => {
    const request = completionRequest(asking(model, questionOf(id)));
    const [choice] = (await (await handleDemoCompletion(request, KEY, AT_ONCE)).json()).choices;
    expect(choice).toMatchObject({ message: { content: '' }, finish_reason: finishReason });
  });
});

describe('errors', () => {
  it.each([
    ['a wrong key', asking('demo-brief', 'Hi'), 'other', 401, 'invalid_api_key'],
    ['no JSON', '{"model":', KEY, 400, 'invalid_request'],
    ['no messages', { model: 'demo-brief', messages: [] }, KEY, 400, 'invalid_request'],
    ['an unknown model', asking('gpt', 'Hi'), KEY, 404, 'model_not_found'],
    [
      'a scripted rate limit',
      asking('demo-careless', questionOf('failing-member')),
      KEY,
      429,
      'rate_limit_exceeded',
    ],
  ])('%s is told in the envelope of OpenAI', async (_name, body, key, status, code) => {
    const response = await handleDemoCompletion(completionRequest(body, { key }), KEY, AT_ONCE);
    expect(response.status).toBe(status);
    expect((await response.json()).error).toMatchObject({ code, message: expect.stringMatching(/\w/) });
  });

  it('a rate limit says how long to wait', async () => {
    const request = completionRequest(asking('demo-careless', questionOf('failing-member')));
    const response = await handleDemoCompletion(request, KEY, AT_ONCE);
    expect(response.headers.get('retry-after')).toBe('90');
  });
});

describe('the list of models', () => {
  const listing = (key: string) =>
    handleDemoModels(
      new Request('http://127.0.0.1/api/demo/v1/models', { headers: { authorization: `Bearer ${key}` } }),
      KEY,
    );

  it('names members, judge and writer', async () => {
    const { data } = await listing(KEY).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([
      'demo-brief',
      'demo-thorough',
      'demo-careless',
      'demo-judge',
      'demo-writer',
    ]);
  });

  it('is kept from strangers', () => {
    expect(listing('other').status).toBe(401);
  });
});
