import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConnections, detectLocalEndpoints, listModels, testEndpoint } from '@/lib/providers';
import { startFakeOpenAI, type FakeOpenAI } from '@/tests/fake-openai/server';
import { ask, clientOf, connections, failureOf, KEY, NEVER } from './chat-model-fixture';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI(() => 'OK', { models: ['vendor/model-a', 'model-b:latest'] });
});
afterAll(() => fake.close());

const endpoint = (baseURL: string) => ({ name: 'main', baseURL, apiKey: KEY });

describe('the list of models', () => {
  it('has the names as the endpoint spells them', async () => {
    expect(await listModels(connections, endpoint(fake.url), NEVER)).toEqual([
      'vendor/model-a',
      'model-b:latest',
    ]);
  });

  it('fails with the kind of the reply', async () => {
    const error = await failureOf(listModels(connections, endpoint(`${fake.url}/nowhere?x=`), NEVER));
    expect(error.kind).toBe('not_found');
  });
});

describe('the test of an endpoint', () => {
  it.each([undefined, 'model-a'])('succeeds (model: %s)', async (model) => {
    const result = await testEndpoint(connections, endpoint(fake.url), model, NEVER);
    expect(result.ok).toBe(true);
    expect(result.latencyMs).toBeGreaterThanOrEqual(0);
  });

  it('tells what is wrong', async () => {
    fake.setScript(() => ({ status: 401, json: { error: { message: `no such key ${KEY}` } } }));
    const result = await testEndpoint(connections, endpoint(fake.url), 'model-a', NEVER);
    expect(result).toMatchObject({
      ok: false,
      error: { kind: 'auth', message: 'HTTP 401: no such key [redacted]' },
    });
  });
});

it('finds the local servers that listen', async () => {
  const found = await detectLocalEndpoints(connections, NEVER, [
    { name: 'Ollama', baseURL: fake.url },
    { name: 'LM Studio', baseURL: 'http://127.0.0.1:9/v1' },
  ]);
  expect(found).toEqual([
    { name: 'Ollama', baseURL: fake.url, models: ['vendor/model-a', 'model-b:latest'] },
  ]);
});

describe('addresses of this machine', () => {
  it('localhost reaches a server that listens on 127.0.0.1 only', async () => {
    fake.setScript(() => 'OK');
    const reply = await clientOf(`http://localhost:${fake.port}/v1`).chat.complete(ask(), NEVER);
    expect(reply.text).toBe('OK');
  });

  it('[::1] is reached', async (context) => {
    const server = await startFakeOpenAI(() => 'OK', { host: '::1' }).catch(() => null);
    if (server === null) return context.skip('this machine has no IPv6');
    const reply = await clientOf(server.url).chat.complete(ask(), NEVER);
    await server.close();
    expect(reply.text).toBe('OK');
  });
});

describe('a proxy', () => {
  it('is used for other machines and never for this one', async () => {
    fake.setScript(() => 'OK');
    const proxy = await startProxy(fake.port);
    const proxied = createConnections({ httpProxy: proxy.url });
    const there = await clientOf('http://models.example/v1', { connections: proxied }).chat.complete(
      ask(),
      NEVER,
    );
    const here = await clientOf(fake.url, { connections: proxied }).chat.complete(ask(), NEVER);
    await proxy.close();
    expect([there.text, here.text]).toEqual(['OK', 'OK']);
    expect(new Set(proxy.asked)).toEqual(new Set(['models.example:80']));
  });
});

/** A proxy that leads every tunnel to one port of this machine and remembers what was asked for. */
async function startProxy(port: number) {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer();
  server.on('connect', (request, socket: net.Socket) => {
    asked.push(request.url ?? '');
    const upstream = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const one of [socket, upstream]) {
      sockets.add(one);
      one.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a host and port has an AddressInfo; a string is for pipes.
  const { port: own } = server.address() as AddressInfo;
  const close = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(resolve);
    });
  return { url: `http://127.0.0.1:${own}`, asked, close };
}
