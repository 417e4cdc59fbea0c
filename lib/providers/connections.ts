import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import { Agent, EnvHttpProxyAgent, request, type Dispatcher } from 'undici';

export interface ProxySettings {
  httpsProxy?: string;
  httpProxy?: string;
  noProxy?: string;
}

/** The way out of this process: one pool of connections that are kept open between calls. */
export interface Connections {
  fetch(url: string | URL | Request, init?: RequestInit): Promise<UpstreamResponse>;
}

/** This machine is never reached through a proxy. */
const NEVER_PROXIED = 'localhost,127.0.0.1,[::1],::1';
// No time limit of the transport's own: a thinking model may stay silent for longer than any default
// of it, and the client's own timer, which says what it waited for, is the one that is configured.
const NO_TRANSPORT_LIMITS = { headersTimeout: 0, bodyTimeout: 0 };

/**
 * A reply whose body is read as a Node stream. `ok` is always true: the SDK keeps only the `error`
 * field of a refused reply's body, and many endpoints put their message elsewhere, so the status is
 * judged by us, from `upstreamStatus`.
 */
export class UpstreamResponse extends Response {
  constructor(
    readonly upstreamStatus: number,
    headers: Headers,
    readonly stream: Readable,
  ) {
    super(null, { headers });
  }
}

/** Opens a pool. Call it once per process; with `proxy`, requests to other machines go through it. */
export function createConnections(proxy?: ProxySettings): Connections {
  const dispatcher = proxy === undefined ? new Agent(NO_TRANSPORT_LIMITS) : proxyAgent(proxy);
  return { fetch: (url, init) => send(dispatcher, url, init) };
}

function proxyAgent({ httpProxy, httpsProxy, noProxy }: ProxySettings): Dispatcher {
  return new EnvHttpProxyAgent({
    ...NO_TRANSPORT_LIMITS,
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    noProxy: noProxy === undefined ? NEVER_PROXIED : `${noProxy},${NEVER_PROXIED}`,
  });
}

/** undici's `request` in place of its `fetch`: half the CPU a call, and no web stream to read through. */
async function send(
  dispatcher: Dispatcher,
  url: string | URL | Request,
  init: RequestInit = {},
): Promise<UpstreamResponse> {
  const address = url instanceof Request ? url.url : url;
  const body = typeof init.body === 'string' ? init.body : null;
  const {
    statusCode,
    headers,
    body: stream,
  } = await request(address, {
    dispatcher,
    method: init.method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body,
    signal: init.signal ?? null,
  });
  const received = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) received.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return new UpstreamResponse(statusCode, received, decompressed(stream, received.get('content-encoding')));
}

/** No compression is asked for, since it holds a stream back, but some endpoints compress unasked. */
function decompressed(stream: Readable, encoding: string | null): Readable {
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : null;
  if (decoder === null) return stream;
  stream.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => stream.destroy());
  return stream.pipe(decoder);
}
