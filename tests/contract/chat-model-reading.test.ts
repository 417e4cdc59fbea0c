import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeOpenAI, type FakeOpenAI, type FakeReplyOptions } from '@/tests/fake-openai/server';
import { clientOf, DONE, event, failureOf, readStream, whole } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => '');
});
afterAll(() => fake.close());

async function read(reply: FakeReplyOptions) {
  fake.setScript(() => reply);
  return (await readStream(clientOf(fake.url).chat)).reply;
}

const bytesOf = (text: string) => Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));
const oslo = event({ content: 'Os' }) + event({ content: 'lo' }, 'stop');
const usage = '"usage":{"prompt_tokens":4,"completion_tokens":1,"total_tokens":5}';

describe('streams that are an answer', () => {
  it.each<[string, FakeReplyOptions, string]>([
    ['plain', { raw: oslo + DONE }, 'Oslo'],
    [
      'comments between events',
      { raw: `: processing\n\n${event({ content: 'Oslo' }, 'stop')}: bye\n\n${DONE}` },
      'Oslo',
    ],
    ['CRLF line ends', { raw: (oslo + DONE).replaceAll('\n', '\r\n') }, 'Oslo'],
    ['CR line ends', { raw: (oslo + DONE).replaceAll('\n', '\r') }, 'Oslo'],
    ['CRLF cut between CR and LF', { raw: (oslo + DONE).replaceAll('\n', '\r\n').split(/(?<=\r)/) }, 'Oslo'],
    ['no space after the colon', { raw: (oslo + DONE).replaceAll('data: ', 'data:') }, 'Oslo'],
    ['every byte alone', { raw: bytesOf(event({ content: '東京 🗼' }, 'stop') + DONE) }, '東京 🗼'],
    ['a byte order mark', { raw: `\uFEFF${oslo}${DONE}` }, 'Oslo'],
    ['no [DONE]', { raw: oslo }, 'Oslo'],
    ['no blank line at the end', { raw: oslo.trimEnd() }, 'Oslo'],
    ['no finish reason but [DONE]', { raw: event({ content: 'Oslo' }) + DONE }, 'Oslo'],
    ['an empty finish reason', { raw: event({ content: 'Oslo' }, '') + DONE }, 'Oslo'],
    [
      'usage without choices',
      { raw: `${oslo}data: {"choices":[],${usage}}\n\ndata: {"usage":{"total_tokens":5}}\n\n${DONE}` },
      'Oslo',
    ],
    ['words as keep-alive data', { raw: `data: ping\n\ndata:\n\n${oslo}${DONE}` }, 'Oslo'],
    [
      'null and absent content',
      { raw: event({ role: 'assistant', content: null }) + event({}) + oslo + DONE },
      'Oslo',
    ],
    [
      'several choices',
      {
        raw:
          'data: {"choices":[{"index":0,"delta":{"content":"Oslo"},"finish_reason":"stop"},{"index":1,"delta":{"content":"Bergen"}}]}\n\n' +
          DONE,
      },
      'Oslo',
    ],
    [
      'a message in place of a delta',
      { raw: `data: ${JSON.stringify(whole({ content: 'Oslo' }))}\n\n${DONE}` },
      'Oslo',
    ],
    [
      'the legacy text field',
      { raw: 'data: {"choices":[{"text":"Oslo","finish_reason":"stop"}]}\n\n' + DONE },
      'Oslo',
    ],
    ['text after [DONE] is not read', { raw: oslo + DONE + event({ content: '!' }) }, 'Oslo'],
    ['a wrong content type', { raw: oslo + DONE, contentType: 'text/plain' }, 'Oslo'],
    ['a JSON content type', { raw: oslo + DONE, contentType: 'application/json' }, 'Oslo'],
    ['gzip unasked', { raw: gzipSync(oslo + DONE), headers: { 'content-encoding': 'gzip' } }, 'Oslo'],
    [
      'surrounding blanks',
      { raw: event({ content: '\n\n Oslo ' }) + event({ content: '\n' }, 'stop') + DONE },
      'Oslo',
    ],
    [
      'an escaped pair cut by two deltas',
      { raw: event({ content: '\ud83d' }) + event({ content: '\ude00' }, 'stop') + DONE },
      '😀',
    ],
    ['a lone surrogate', { raw: event({ content: 'a\udc00b' }, 'stop') + DONE }, 'a\uFFFDb'],
    ['a lone surrogate at the end', { raw: event({ content: 'a\ud83d' }, 'stop') + DONE }, 'a\uFFFD'],
    [
      'several data lines in one event',
      { raw: 'data: {"choices":[{"delta":\ndata: {"content":"Oslo"},"finish_reason":"stop"}]}\n\n' + DONE },
      'Oslo',
    ],
  ])('%s', async (_name, reply, text) => {
    expect((await read(reply)).text).toBe(text);
  });
});

describe('whole replies to a request for a stream', () => {
  const json = (value: unknown): FakeReplyOptions => ({ json: value });
  it.each<[string, FakeReplyOptions, string]>([
    ['a completion', json(whole({ content: 'Oslo' })), 'Oslo'],
    ['status 201', { status: 201, json: whole({ content: 'Oslo' }) }, 'Oslo'],
    ['blank lines before it', { raw: ['\n\n', '\n', JSON.stringify(whole({ content: 'Oslo' }))] }, 'Oslo'],
    ['no finish reason', json(whole({ content: 'Oslo' }, null)), 'Oslo'],
    [
      'text parts',
      json(
        whole({
          content: [
            { type: 'text', text: 'Os' },
            { type: 'text', text: { value: 'lo' } },
          ],
        }),
      ),
      'Oslo',
    ],
    ['plain texts as parts', json(whole({ content: ['Os', 'lo'] })), 'Oslo'],
    ['a number', json(whole({ content: 42 })), '42'],
    [
      'two choices',
      json({ choices: [...whole({ content: 'Oslo' }).choices, ...whole({ content: 'Bergen' }).choices] }),
      'Oslo',
    ],
    ['legacy text', json({ choices: [{ text: 'Oslo', finish_reason: 'stop' }] }), 'Oslo'],
    ['a byte order mark', { raw: `\uFEFF${JSON.stringify(whole({ content: 'Oslo' }))}` }, 'Oslo'],
  ])('%s', async (_name, reply, text) => {
    expect((await read(reply)).text).toBe(text);
  });
});

describe('replies that are no answer', () => {
  const page = '<!DOCTYPE html><html><head><title>Hello</title></head><body>Welcome</body></html>';
  it.each<[string, FakeReplyOptions, string]>([
    ['an empty body', { raw: '' }, 'empty'],
    ['an empty text', { text: '' }, 'empty'],
    ['blanks only', { text: ' \n\t\u3000' }, 'empty'],
    ['null content', { message: { content: null } }, 'empty'],
    [
      'reasoning only',
      { message: { content: '', reasoning_content: 'Hm.' }, finishReason: 'length' },
      'thinking_only',
    ],
    ['a think block only', { text: '<think>Hm.</think>' }, 'thinking_only'],
    ['a think block never closed', { text: '<think>Hm. The answer is Oslo' }, 'thinking_only'],
    ['a refusal', { message: { content: null, refusal: 'I cannot help with that.' } }, 'refused'],
    ['a content filter after some text', { text: 'Well', finishReason: 'content_filter' }, 'content_filter'],
    [
      'a tool call',
      {
        message: { content: null, tool_calls: [{ id: '1', function: { name: 'f' } }] },
        finishReason: 'tool_calls',
      },
      'invalid_response',
    ],
    ['an end without finish reason', { raw: event({ content: 'Osl' }) }, 'truncated_stream'],
    ['a finish reason that says error', { text: 'Osl', finishReason: 'error' }, 'server'],
    [
      'an error in the stream',
      {
        raw: `${event({ content: 'Osl' })}data: {"error":{"message":"upstream failed","code":"server_error"}}\n\n`,
      },
      'server',
    ],
    [
      'an error event',
      { raw: `${event({ content: 'Osl' })}event: error\ndata: {"message":"upstream failed"}\n\n` },
      'server',
    ],
    [
      'an error event in words',
      { raw: `${event({ content: 'Osl' })}event: error\ndata: upstream failed\n\n` },
      'server',
    ],
    [
      'an error with a status of its own',
      { raw: 'data: {"error":{"message":"busy","code":503}}\n\n' },
      'overloaded',
    ],
    [
      'a piece that is broken JSON',
      {
        raw: `${event({ content: 'Os' })}data: {"choices":[{"del\n\n${event({ content: 'lo' }, 'stop')}${DONE}`,
      },
      'invalid_response',
    ],
    ['broken JSON', { raw: '{"choices":[{"message":{"content":"Os' }, 'invalid_response'],
    ['JSON null', { raw: 'null' }, 'invalid_response'],
    ['a JSON list', { raw: '[]' }, 'invalid_response'],
    ['no choices', { json: { choices: [] } }, 'invalid_response'],
    ['a web page with status 200', { raw: page, contentType: 'text/html' }, 'invalid_response'],
    [
      'an error object with status 200',
      { json: { error: { message: 'busy', code: 'overloaded' } } },
      'overloaded',
    ],
    [
      'a used-up quota with status 200',
      { json: { error: { message: 'pay', code: 'insufficient_quota' } } },
      'quota',
    ],
    [
      'broken gzip',
      { raw: gzipSync(oslo + DONE).subarray(0, 20), headers: { 'content-encoding': 'gzip' } },
      'network',
    ],
  ])('%s', async (_name, reply, kind) => {
    fake.setScript(() => reply);
    const error = await failureOf(readStream(clientOf(fake.url).chat));
    expect([error.kind, error.details.attempts]).toEqual([kind, 1]);
  });

  it('shows a web page as a short text without markup', async () => {
    fake.setScript(() => ({ raw: page }));
    const { message } = await failureOf(readStream(clientOf(fake.url).chat));
    expect(message).toContain('Hello Welcome');
    expect(message).not.toMatch(/[<>]/);
  });

  it('carries what had come before it failed', async () => {
    fake.setScript(() => ({ raw: event({ reasoning_content: 'Hm.' }) + event({ content: 'Osl' }) }));
    const { details } = await failureOf(readStream(clientOf(fake.url).chat));
    expect(details.partial).toMatchObject({ text: 'Osl', reasoning: 'Hm.' });
  });

  it('names the token budget when thinking used it up', async () => {
    fake.setScript(() => ({ message: { content: '', reasoning_content: 'Hm.' }, finishReason: 'length' }));
    expect((await failureOf(readStream(clientOf(fake.url).chat))).message).toContain('maxTokens');
  });
});

describe('reasoning', () => {
  it.each<[string, FakeReplyOptions, string, string]>([
    ['reasoning_content', { text: '51', reasoning: '17 times 3' }, '51', '17 times 3'],
    ['reasoning', { message: { content: '51', reasoning: '17 times 3' } }, '51', '17 times 3'],
    [
      'thinking parts',
      {
        json: whole({
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: '17 times 3' }] },
            { type: 'text', text: '51' },
          ],
        }),
      },
      '51',
      '17 times 3',
    ],
    ['a think block cut anywhere', { deltas: [...'<think>17 times 3</think>\n\n51'] }, '51', '17 times 3'],
    ['a thinking block', { text: '\n<Thinking>17 times 3</Thinking>51' }, '51', '17 times 3'],
  ])('is kept apart: %s', async (_name, reply, text, reasoning) => {
    expect(await read(reply)).toMatchObject({ text, reasoning });
  });

  it.each([
    ['in code', 'Wrap it like `<think>draft</think>` in the prompt.'],
    ['after text', 'First. <think>aside</think> Second.'],
    ['another tag', '<thought>mine</thought> is a tag'],
    ['a second block', 'A </think> B'],
  ])('leaves a tag alone that is part of the answer: %s', async (_name, text) => {
    const reply = await read({ deltas: [...text] });
    expect(reply.text).toBe(text);
    expect(reply.reasoning).toBeUndefined();
  });
});

it('reports what the endpoint says about the reply', async () => {
  const reply = await read({
    text: 'Oslo',
    finishReason: 'length',
    servedBy: 'model-a-2026',
    headers: { 'x-request-id': 'req-7' },
    usage: { prompt_tokens: 9, completion_tokens: 3, completion_tokens_details: { reasoning_tokens: 2 } },
  });
  expect(reply).toEqual({
    text: 'Oslo',
    truncated: true,
    finishReason: 'length',
    servedBy: 'model-a-2026',
    requestId: 'req-7',
    usage: { promptTokens: 9, completionTokens: 3, reasoningTokens: 2 },
    attempts: 1,
  });
});

it('gives the same text in deltas as in the reply, wherever the bytes are cut', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 });
  const texts = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 60 })
    .filter((text) => text.trim() !== '' && !text.trimStart().startsWith('<'));
  await fc.assert(
    fc.asyncProperty(texts, cuts, fc.constantFrom('\n', '\r\n', '\r'), async (text, sizes, lineEnd) => {
      const body = Buffer.from(
        (event({ content: text.slice(0, 3) }) + event({ content: text.slice(3) }, 'stop') + DONE).replaceAll(
          '\n',
          lineEnd,
        ),
      );
      fake.setScript(() => ({ raw: pieces(body, sizes) }));
      const { deltas, reply } = await readStream(clientOf(fake.url).chat);
      expect(reply.text).toBe(text.toWellFormed().trim());
      expect(
        deltas
          .map((delta) => delta.text ?? '')
          .join('')
          .toWellFormed()
          .trim(),
      ).toBe(reply.text);
    }),
    { numRuns: 60 },
  );
});

function* pieces(body: Buffer, sizes: number[]): Generator<Buffer> {
  let at = 0;
  for (let turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}
