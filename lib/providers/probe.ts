import { ModelError } from '@/lib/consensus/model-error';
import { createLearnedParameters } from './learned-parameters';
import { UpstreamResponse, type Connections } from './connections';
import type { Endpoint } from './endpoints';
import { errorOfReply } from './errors';
import { readAll, reasonOf } from './exchange';
import { asObject } from './message-content';
import { networkError } from './network-error';
import { createChatModel } from './openai-compatible';
import { createResilience } from './resilience';
import { sdkClient } from './sdk-client';

const MAX_LIST_BYTES = 4 * 1024 * 1024;
const TEST_TIMEOUT_MS = 30_000;
const DETECT_TIMEOUT_MS = 1_500;
const TEST_TOKENS = 16;

export interface EndpointTest {
  ok: boolean;
  latencyMs: number;
  error?: ModelError;
}

export interface LocalEndpoint {
  name: 'Ollama' | 'LM Studio';
  baseURL: string;
  models: string[];
}

/** Their usual ports; looked for on this machine only. */
const LOCAL: Omit<LocalEndpoint, 'models'>[] = [
  { name: 'Ollama', baseURL: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseURL: 'http://127.0.0.1:1234/v1' },
];

/** The names of the models that an endpoint offers, as it spells them. Throws ModelError. */
export async function listModels(
  connections: Connections,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<string[]> {
  const keys = endpoint.apiKey === undefined ? [] : [endpoint.apiKey];
  try {
    const response = await sdkClient(connections, endpoint).get('/models', { signal }).asResponse();
    if (!(response instanceof UpstreamResponse)) throw new TypeError('the SDK was given another fetch');
    const { upstreamStatus: status, headers } = response;
    const body = await readAll(response.stream, MAX_LIST_BYTES);
    if (status < 200 || status >= 300) throw errorOfReply({ status, headers, body }, keys);
    return namesIn(body);
  } catch (error) {
    if (signal.aborted) throw reasonOf(signal);
    throw error instanceof ModelError ? error : networkError(error, endpoint.baseURL, keys);
  }
}

/**
 * Whether an endpoint answers: one short question to `model`, or only its list of models. One try,
 * 30 s at most. Never rejects.
 */
export async function testEndpoint(
  connections: Connections,
  endpoint: Endpoint,
  model: string | undefined,
  signal: AbortSignal,
): Promise<EndpointTest> {
  const startedAt = performance.now();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TEST_TIMEOUT_MS)]);
  const latencyMs = () => Math.round(performance.now() - startedAt);
  try {
    if (model === undefined) await listModels(connections, endpoint, limited);
    else await askForOneWord(connections, endpoint, model, limited);
    return { ok: true, latencyMs: latencyMs() };
  } catch (error) {
    const fault =
      error instanceof ModelError
        ? error
        : new ModelError('invalid_response', 'The test failed unexpectedly.');
    // A model that thinks past the few tokens of the test has been reached all the same.
    if (fault.kind === 'thinking_only') return { ok: true, latencyMs: latencyMs() };
    return { ok: false, latencyMs: latencyMs(), error: fault };
  }
}

/** Which of the usual local servers listen on this machine now. Never rejects. */
export async function detectLocalEndpoints(
  connections: Connections,
  signal: AbortSignal,
  candidates = LOCAL,
): Promise<LocalEndpoint[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(DETECT_TIMEOUT_MS)]);
  const found = await Promise.all(
    candidates.map(async ({ name, baseURL }) => {
      const models = await listModels(connections, { name, baseURL }, limited).catch(() => null);
      return models === null ? null : { name, baseURL, models };
    }),
  );
  return found.filter((endpoint) => endpoint !== null);
}

async function askForOneWord(
  connections: Connections,
  endpoint: Endpoint,
  model: string,
  signal: AbortSignal,
): Promise<void> {
  const chat = createChatModel({
    endpoint,
    model,
    maxTokens: TEST_TOKENS,
    callTimeoutMs: TEST_TIMEOUT_MS,
    learned: createLearnedParameters(),
    resilience: createResilience({ attempts: 1, retryBaseMs: 0, breakerFaults: 0, breakerOpenMs: 0 }),
    connections,
  });
  await chat.complete({ messages: [{ role: 'user', content: 'Reply with the word OK.' }] }, signal);
}

/** OpenAI lists under `data` by `id`, Ollama's own route under `models` by `name`. */
function namesIn(body: string): string[] {
  const list = listIn(body);
  return list.flatMap((item) => {
    const id = asObject(item)?.['id'] ?? asObject(item)?.['name'];
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

function listIn(body: string): unknown[] {
  try {
    const json: unknown = JSON.parse(body);
    const list = Array.isArray(json) ? json : (asObject(json)?.['data'] ?? asObject(json)?.['models']);
    if (Array.isArray(list)) return list;
  } catch {
    // Falls through: what is no JSON is no list either.
  }
  throw new ModelError('invalid_response', 'The endpoint did not send a list of models.');
}
