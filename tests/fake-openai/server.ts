import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  completion,
  streamEnd,
  streamPieces,
  type FakeCall,
  type FakeReplyOptions,
  type FakeScript,
} from './reply';

export type { FakeCall, FakeReply, FakeReplyOptions, FakeScript } from './reply';

/** One request as the log keeps it. `aborted`: the client closed before the reply was whole. */
interface LoggedCall extends FakeCall {
  startedAt: number;
  endedAt?: number;
  outcome: 'open' | 'completed' | 'aborted';
}

export interface FakeOpenAI {
  /** `http://127.0.0.1:PORT/v1`. */
  url: string;
  port: number;
  /** The latest `keepCalls` requests for a completion, in the order in which they came. */
  calls: LoggedCall[];
  connections: { opened: number; open: number };
  /** Replaces the script for the requests to come. */
  setScript(script: FakeScript): void;
  /** Forgets the log and the attempt counters; connections stay open. */
  reset(): void;
  close(): Promise<void>;
}

export interface FakeOpenAIOptions {
  port?: number;
  host?: string;
  /** Names that `GET /models` lists. */
  models?: string[];
  /** How many calls the log keeps (default 20,000); 0 switches the log and the attempt counters off. */
  keepCalls?: number;
}

/** Starts an OpenAI-compatible server that answers every completion as `script` says. */
export async function startFakeOpenAI(
  script: FakeScript,
  options: FakeOpenAIOptions = {},
): Promise<FakeOpenAI> {
  const { host = '127.0.0.1', port = 0, models = ['fake-model'], keepCalls = 20_000 } = options;
  const calls: LoggedCall[] = [];
  const attempts = new Map<string, number>();
  const connections = { opened: 0, open: 0 };
  let currentScript = script;
  let count = 0;

  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connections.opened += 1;
    connections.open += 1;
    socket.setNoDelay(true);
    socket.on('close', () => (connections.open -= 1));
  });

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url?.endsWith('/models') === true) {
      return sendJson(response, 200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    }
    if (request.url?.endsWith('/chat/completions') !== true) {
      return sendJson(response, 404, {
        error: { message: `no such route: ${request.url ?? ''}`, code: 'not_found' },
      });
    }
    const call = log(await readBody(request), request.headers);
    response.on('close', () => {
      call.endedAt = performance.now();
      call.outcome = response.writableFinished ? 'completed' : 'aborted';
    });
    const reply = await currentScript(call);
    await send(call, typeof reply === 'string' ? { text: reply } : reply, response);
  }

  function log(body: Record<string, unknown>, headers: http.IncomingHttpHeaders): LoggedCall {
    // The engine under test wrote this body; a malformed one shows up in the assertions of the test.
    const messages = (body['messages'] ?? []) as FakeCall['messages'];
    const model = String(body['model']);
    const key = keepCalls === 0 ? '' : `${model} ${JSON.stringify(messages)}`;
    const attempt = (attempts.get(key) ?? 0) + 1;
    if (keepCalls > 0) attempts.set(key, attempt);
    count += 1;
    const stream = body['stream'] === true;
    const call: LoggedCall = {
      number: count,
      attempt,
      model,
      messages,
      stream,
      body,
      headers,
      startedAt: performance.now(),
      outcome: 'open',
    };
    if (keepCalls > 0) calls.push(call);
    if (calls.length > keepCalls) calls.shift();
    return call;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // `listen` on a host and port always gives an AddressInfo; a string is for pipes.
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/v1`,
    port: address.port,
    calls,
    connections,
    setScript: (next) => (currentScript = next),
    reset: () => {
      calls.length = 0;
      attempts.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(call: FakeCall, reply: FakeReplyOptions, response: http.ServerResponse): Promise<void> {
  if (reply.delayMs !== undefined) await sleep(reply.delayMs);
  if (reply.hang === 'headers') return;
  if (reply.cut === 'headers') return void response.destroy();
  if (reply.raw !== undefined) return sendPieces(response, reply, asPieces(reply.raw), '');
  if (reply.json !== undefined) return sendJson(response, reply.status ?? 200, reply.json, reply.headers);
  if (call.stream) return sendPieces(response, reply, streamPieces(call, reply), streamEnd(call, reply));
  if (reply.hang === 'body')
    return void response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  if (reply.firstTokenMs !== undefined) await sleep(reply.firstTokenMs);
  sendJson(response, reply.status ?? 200, completion(call, reply), reply.headers);
}

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

function asPieces(raw: NonNullable<FakeReplyOptions['raw']>): Pieces {
  return typeof raw === 'string' || raw instanceof Uint8Array ? [raw] : raw;
}

async function sendPieces(
  response: http.ServerResponse,
  reply: FakeReplyOptions,
  pieces: Pieces,
  end: string,
): Promise<void> {
  response.writeHead(reply.status ?? 200, {
    'content-type': reply.contentType ?? 'text/event-stream',
    ...reply.headers,
  });
  response.flushHeaders();
  if (reply.firstTokenMs !== undefined) await sleep(reply.firstTokenMs);
  const started = performance.now();
  let sent = 0;
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (sent === reply.cut) return cutAfterFlush(response);
    if (sent === reply.endAfter) return void response.end();
    if (reply.tokensPerSecond !== undefined)
      await sleepUntil(started + (sent / reply.tokensPerSecond) * 1_000);
    await write(response, piece);
    sent += 1;
  }
  if (reply.hang === 'body') return;
  if (sent === reply.cut) return cutAfterFlush(response);
  response.end(sent === reply.endAfter ? '' : end);
}

/** What was written reaches the client first; destroying the response would drop it. */
function cutAfterFlush(response: http.ServerResponse): void {
  response.socket?.destroySoon();
}

async function sleepUntil(time: number): Promise<void> {
  const left = time - performance.now();
  if (left > 0) await sleep(left);
}

/** Waits when the client reads slowly, so that an endless reply does not fill this process. */
async function write(response: http.ServerResponse, piece: string | Uint8Array): Promise<void> {
  if (response.write(piece)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}

function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function readBody(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  // A body that is not a JSON object fails the request, which is what a test should see.
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
}
