import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeOpenAI, type FakeOpenAI, type FakeReplyOptions } from '@/tests/fake-openai/server';
import { ask, clientOf, event, failureOf, KEY, NEVER } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => '');
});
afterAll(() => fake.close());

async function failure(reply: FakeReplyOptions) {
  fake.setScript(() => reply);
  return failureOf(clientOf(fake.url).chat.complete(ask(), NEVER));
}

const coded = (status: number, code: string): FakeReplyOptions => ({
  status,
  json: { error: { message: 'no', code } },
});

describe('kinds', () => {
  it.each<[string, FakeReplyOptions, string]>([
    ['400', coded(400, 'invalid_request_error'), 'bad_request'],
    ['401', coded(401, 'invalid_api_key'), 'auth'],
    ['402', coded(402, ''), 'quota'],
    ['403', coded(403, 'forbidden'), 'auth'],
    ['404', coded(404, 'model_not_found'), 'not_found'],
    ['408', coded(408, ''), 'timeout'],
    ['413', coded(413, ''), 'bad_request'],
    ['429', coded(429, 'rate_limit_exceeded'), 'rate_limit'],
    ['429 with a quota code', coded(429, 'insufficient_quota'), 'quota'],
    [
      '429 with a quota type',
      { status: 429, json: { error: { message: 'no', type: 'insufficient_quota' } } },
      'quota',
    ],
    [
      '429 that only talks about quota',
      { status: 429, json: { error: { message: 'quota exceeded, see billing' } } },
      'rate_limit',
    ],
    ['403 with a quota code', coded(403, 'AllocationQuota.FreeTierOnly'), 'quota'],
    ['400 content filter', coded(400, 'content_filter'), 'content_filter'],
    ['400 data inspection', coded(400, 'data_inspection_failed'), 'content_filter'],
    ['500', coded(500, ''), 'server'],
    [
      '502',
      { status: 502, raw: '<html><h1>502 Bad Gateway</h1></html>', contentType: 'text/html' },
      'server',
    ],
    ['503', coded(503, ''), 'overloaded'],
    ['504', { status: 504, raw: 'upstream request timed out' }, 'server'],
    ['529', coded(529, 'overloaded_error'), 'overloaded'],
    [
      'a redirect',
      { status: 308, raw: '', headers: { location: 'https://example.com/v1' } },
      'invalid_response',
    ],
    ['a socket closed before the headers', { cut: 'headers' }, 'network'],
  ])('%s', async (_name, reply, kind) => {
    expect((await failure(reply)).kind).toBe(kind);
  });
});

describe('messages', () => {
  it.each<[string, unknown, string]>([
    ['the usual envelope', { error: { message: 'model not loaded' } }, 'model not loaded'],
    ['a plain text as error', { error: 'model not loaded' }, 'model not loaded'],
    ['detail', { detail: 'Not authenticated' }, 'Not authenticated'],
    [
      'a list of details',
      { detail: [{ loc: ['body', 'top_k'], msg: 'not permitted' }] },
      'body.top_k: not permitted',
    ],
    ['message', { message: 'bad key' }, 'bad key'],
    ['an object as message', { error: { message: { text: 'odd' } } }, 'odd'],
    ['a list', [{ error: 'in a list' }], 'in a list'],
    ['errors', { errors: [{ message: 'first' }, { message: 'second' }] }, 'first; second'],
    ['an unknown shape', { fault: { faultstring: 'deep down' } }, 'deep down'],
    ['a number', 42, '42'],
  ])('%s', async (_name, json, message) => {
    const error = await failure({ status: 500, json });
    expect(error.message).toBe(`HTTP 500: ${message}`);
    expect(error.details.httpStatus).toBe(500);
  });

  it.each([
    ['text', 'upstream request timed out', 'HTTP 500: upstream request timed out'],
    [
      'a page',
      '<html><style>p{}</style><body><p>Bad &amp; broken</p></body></html>',
      'HTTP 500: Bad & broken',
    ],
    ['nothing', '', 'HTTP 500'],
    ['several lines', 'one\r\n\ttwo', 'HTTP 500: one two'],
  ])('of a body that is %s', async (_name, raw, message) => {
    expect((await failure({ status: 500, raw })).message).toBe(message);
  });

  it('are cut to 1,500 characters, and an endless body is not read to its end', async () => {
    const error = await failure({ status: 500, raw: endless('failure ') });
    expect(error.message.length).toBeLessThanOrEqual(1_500);
    expect(error.message).toMatch(/^HTTP 500: failure failure/);
  });

  it('keep the id of the request', async () => {
    const error = await failure({ status: 500, json: {}, headers: { 'x-request-id': 'req-9' } });
    expect(error.details.requestId).toBe('req-9');
  });

  it('say where a redirect points', async () => {
    const error = await failure({ status: 308, raw: '', headers: { location: 'https://example.com/v1' } });
    expect(error.message).toContain('https://example.com/v1');
  });
});

describe('secrets', () => {
  it.each<[string, FakeReplyOptions]>([
    ['in an error', { status: 401, json: { error: { message: `Incorrect key: ${KEY}.` } } }],
    ['in a page', { status: 401, raw: `<html><p>token <b>${KEY}</b> rejected</p></html>` }],
    ['in plain text at the cut', { status: 500, raw: `${'x'.repeat(290)} ${KEY}` }],
    ['in a page with status 200', { raw: `<html><p>${KEY}</p></html>` }],
    ['in a stream', { raw: `data: {"error":{"message":"key ${KEY} expired"}}\n\n` }],
    ['in a refusal', { message: { refusal: `not with ${KEY}` } }],
    ['in an error event', { raw: `${event({ content: 'x' })}event: error\ndata: ${KEY}\n\n` }],
    ['as a header told back', { status: 400, json: { message: `Authorization: Bearer ${KEY}` } }],
  ])('are blanked out: %s', async (_name, reply) => {
    const { message } = await failure(reply);
    expect(message).not.toContain(KEY.slice(0, 12));
    expect(message).toMatch(/redacted|HTTP 500/);
  });
});

describe('an address where nobody listens', () => {
  it.each(['127.0.0.1', 'localhost'])('names ECONNREFUSED and 127.0.0.1: %s', async (host) => {
    const port = await freePort();
    const error = await failureOf(clientOf(`http://${host}:${port}/v1`).chat.complete(ask(), NEVER));
    expect(error.kind).toBe('network');
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.message).toContain('127.0.0.1');
    expect(error.message).toContain(String(port));
  });

  it('says that a name does not exist', async () => {
    const error = await failureOf(clientOf('http://no-such-host.invalid/v1').chat.complete(ask(), NEVER));
    expect(error.kind).toBe('network');
    expect(error.message).toContain('no-such-host.invalid');
  });
});

function* endless(text: string): Generator<string> {
  for (;;) yield text.repeat(1_000);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a host and port has an AddressInfo; a string is for pipes.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
