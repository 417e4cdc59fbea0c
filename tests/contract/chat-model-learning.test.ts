import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLearnedParameters, type Learned } from '@/lib/providers';
import { startFakeOpenAI, type FakeCall, type FakeOpenAI, type FakeReply } from '@/tests/fake-openai/server';
import { ask, askForJson, clientOf, failureOf, NEVER } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => '');
});
beforeEach(() => fake.reset());
afterAll(() => fake.close());

const settings = { temperature: 0.7, maxTokens: 100, extraBody: { enable_thinking: true, top_k: 5 } };

/** Refuses with `error` as long as `isRefused` says so. */
function refusing(isRefused: (body: Record<string, unknown>) => boolean, error: unknown, status = 400) {
  return ({ body }: FakeCall): FakeReply => (isRefused(body) ? { status, json: { error } } : { text: 'ok' });
}
const has = (name: string) => (body: Record<string, unknown>) => name in body;
const formatType = (body: Record<string, unknown>) =>
  JSON.stringify(body['response_format'] ?? '').match(/"type":"(json_\w+)"/)?.[1];

describe('a refused parameter is left out from then on', () => {
  it.each<[string, (call: FakeCall) => FakeReply, Partial<Learned>]>([
    [
      'temperature by param',
      refusing(has('temperature'), { message: 'Only the default is taken.', param: 'temperature' }),
      { omitted: ['temperature'] },
    ],
    [
      'temperature by message',
      refusing(has('temperature'), { message: "'temperature' does not take 0.7 with this model." }),
      { omitted: ['temperature'] },
    ],
    [
      'max_tokens renamed',
      refusing(has('max_tokens'), {
        message: 'Send max_completion_tokens.',
        param: 'max_tokens',
        code: 'unsupported_parameter',
      }),
      { tokenField: 'max_completion_tokens' },
    ],
    [
      'max_tokens dropped',
      refusing(has('max_tokens'), { message: 'max_tokens is unknown' }),
      { omitted: ['max_tokens'] },
    ],
    [
      'stream_options',
      refusing(has('stream_options'), { message: 'unknown field stream_options' }),
      { omitted: ['stream_options'] },
    ],
    [
      'an extra parameter, by a plain text',
      refusing(has('top_k'), 'top_k: extra fields not permitted'),
      { omitted: ['top_k'] },
    ],
    ['with status 422', refusing(has('top_k'), { message: 'top_k?' }, 422), { omitted: ['top_k'] }],
    [
      'thinking that must be off',
      refusing((body) => body['enable_thinking'] !== false, {
        code: 'invalid_parameter_error',
        message: 'enable_thinking has to be false here',
      }),
      { forced: { enable_thinking: false } },
    ],
    [
      'enable_thinking unknown',
      refusing(has('enable_thinking'), { message: 'Unrecognized argument: enable_thinking' }),
      { omitted: ['enable_thinking'] },
    ],
    [
      'streaming',
      refusing((body) => body['stream'] === true, { message: 'no', param: 'stream' }),
      { forced: { stream: false } },
    ],
  ])('%s', async (_name, script, expected) => {
    fake.setScript(script);
    const { chat, learned } = clientOf(fake.url, settings);
    expect(await chat.complete(ask(), NEVER)).toMatchObject({ text: 'ok', attempts: 2 });
    expect(learned.get('main', 'model-a')).toMatchObject(expected);
    expect(await chat.complete(ask('again'), NEVER)).toMatchObject({ text: 'ok', attempts: 1 });
  });

  it('several in a row', async () => {
    fake.setScript(({ body }) => {
      const name = ['top_k', 'temperature', 'stream_options'].find((key) => key in body);
      return name === undefined
        ? { text: 'ok' }
        : { status: 400, json: { error: { message: 'no', param: name } } };
    });
    const { chat, learned } = clientOf(fake.url, settings);
    expect((await chat.complete(ask(), NEVER)).attempts).toBe(4);
    expect(learned.list()).toEqual([
      {
        endpoint: 'main',
        model: 'model-a',
        learned: { omitted: ['top_k', 'temperature', 'stream_options'] },
      },
    ]);
  });

  it('for this endpoint and model only, and in a memory that outlives the client', async () => {
    fake.setScript(({ model, body }) =>
      model === 'model-a' && 'temperature' in body
        ? { status: 400, json: { error: { message: 'no', param: 'temperature' } } }
        : 'ok',
    );
    const { chat, learned } = clientOf(fake.url, settings);
    await chat.complete(ask(), NEVER);
    const kept = createLearnedParameters(learned.list());
    fake.reset();
    await clientOf(fake.url, { ...settings, learned: kept }).chat.complete(ask(), NEVER);
    await clientOf(fake.url, { ...settings, learned: kept, model: 'model-b' }).chat.complete(ask(), NEVER);
    expect(fake.calls.map(({ body }) => [body['model'], body['temperature']])).toEqual([
      ['model-a', undefined],
      ['model-b', 0.7],
    ]);
  });
});

describe('nothing is learned', () => {
  it.each<[string, number, unknown, number]>([
    ['from a fault in the question', 400, { message: 'prompt too long', param: 'messages' }, 1],
    ['from a message that names nothing sent', 400, { message: 'model is not available' }, 1],
    [
      'from a context that is too long',
      400,
      { message: 'reduce max_tokens', code: 'context_length_exceeded' },
      1,
    ],
    ['from another status', 403, { message: 'temperature', param: 'temperature' }, 1],
    ['when the repetition is refused as well', 400, { message: 'temperature is wrong' }, 2],
  ])('%s', async (_name, status, error, requests) => {
    fake.setScript(() => ({ status, json: { error } }));
    const { chat, learned } = clientOf(fake.url, settings);
    const failure = await failureOf(chat.complete(ask(), NEVER));
    expect(failure.details.attempts).toBe(requests);
    expect(fake.calls).toHaveLength(requests);
    expect(learned.list()).toEqual([]);
  });
});

describe('a JSON object', () => {
  it.each<[string, string[], unknown, (string | undefined)[]]>([
    ['is asked for by schema', [], {}, ['json_schema']],
    [
      'else as JSON',
      ['json_schema'],
      { message: 'no', param: 'response_format.type' },
      ['json_schema', 'json_object'],
    ],
    [
      'else in words',
      ['json_schema', 'json_object'],
      'response_format.type: only text',
      ['json_schema', 'json_object', undefined],
    ],
    [
      'whatever the refusal calls it',
      ['json_schema'],
      { message: 'This model has no structured output.' },
      ['json_schema', 'json_object'],
    ],
  ])('%s', async (_name, refused, error, formats) => {
    fake.setScript(refusing((body) => refused.includes(formatType(body) ?? ''), error));
    const { chat } = clientOf(fake.url);
    await chat.complete(askForJson(), NEVER);
    expect(fake.calls.map(({ body }) => formatType(body))).toEqual(formats);
    await chat.complete(askForJson('again'), NEVER);
    expect(formatType(fake.calls.at(-1)?.body ?? {})).toBe(formats.at(-1));
  });

  it('that JSON mode withheld is used as it is', async () => {
    const error = { code: 'json_validate_failed', message: 'no JSON', failed_generation: '{"same": true' };
    fake.setScript(() => ({ status: 400, json: { error } }));
    const { chat } = clientOf(fake.url);
    expect(await chat.complete(askForJson(), NEVER)).toMatchObject({ text: '{"same": true', attempts: 1 });
  });

  it('that JSON mode lost is asked for once in words, and JSON mode is kept', async () => {
    fake.setScript(refusing(has('response_format'), { code: 'json_validate_failed', message: 'no JSON' }));
    const { chat, learned } = clientOf(fake.url);
    expect(await chat.complete(askForJson(), NEVER)).toMatchObject({ text: 'ok', attempts: 2 });
    expect(learned.list()).toEqual([]);
  });
});

describe('the request', () => {
  it('holds nothing that was not configured', async () => {
    fake.setScript(() => 'ok');
    await clientOf(fake.url, { model: 'vendor/org/model:free' }).chat.complete(ask(), NEVER);
    const [call] = fake.calls;
    expect(call?.body).toEqual({
      model: 'vendor/org/model:free',
      messages: ask().messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
      'accept',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
  });

  it('holds the settings of the member, and those of the request over them', async () => {
    fake.setScript(() => 'ok');
    const { chat } = clientOf(fake.url, settings);
    await chat.complete({ ...ask(), temperature: 0, maxTokens: 7 }, NEVER);
    expect(fake.calls[0]?.body).toMatchObject({
      temperature: 0,
      max_tokens: 7,
      top_k: 5,
      enable_thinking: true,
    });
  });

  it('has no authorization where no key is configured', async () => {
    fake.setScript(() => 'ok');
    const { chat } = clientOf(fake.url, { endpoint: { name: 'main', baseURL: fake.url } });
    await chat.complete(ask(), NEVER);
    expect(fake.calls[0]?.headers).not.toHaveProperty('authorization');
  });
});
