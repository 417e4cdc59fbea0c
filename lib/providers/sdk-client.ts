import OpenAI from 'openai';
import type { Connections } from './connections';
import type { Endpoint } from './endpoints';

/** Beyond the SDK's own limit to the headers; the client's idle timer is the one that counts. */
const NEVER_MS = 2 ** 31 - 1;

/** What the SDK would say about this machine unasked; null takes a header out. */
const NO_TELEMETRY = Object.fromEntries(
  ['Lang', 'Package-Version', 'OS', 'Arch', 'Runtime', 'Runtime-Version', 'Retry-Count', 'Timeout'].map(
    (name) => [`X-Stainless-${name}`, null],
  ),
);

const clients = new WeakMap<Connections, Map<string, OpenAI>>();

/**
 * The SDK for an endpoint, made once. It never retries (that happens in one place, around it), reads
 * nothing from the environment, and sends no key where none is configured.
 */
export function sdkClient(connections: Connections, { baseURL, apiKey }: Endpoint): OpenAI {
  const known = clients.get(connections) ?? new Map<string, OpenAI>();
  clients.set(connections, known);
  const id = `${baseURL} ${apiKey ?? ''}`;
  const client = known.get(id) ?? createClient(connections, baseURL, apiKey);
  known.set(id, client);
  return client;
}

function createClient(connections: Connections, baseURL: string, apiKey: string | undefined): OpenAI {
  return new OpenAI({
    baseURL,
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    timeout: NEVER_MS,
    fetch: connections.fetch,
    defaultHeaders: {
      ...NO_TELEMETRY,
      'User-Agent': 'quorate',
      ...(apiKey === undefined ? { Authorization: null } : {}),
    },
  });
}
