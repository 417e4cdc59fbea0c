import { ModelError } from '@/lib/consensus/model-error';
import type { ChatModel, ChatRequest, Delta, Reply } from '@/lib/consensus/ports';
import type { Connections } from './connections';
import { DeltaQueue } from './delta-queue';
import type { Endpoint } from './endpoints';
import { readErrorBody } from './error-body';
import { errorOfReply, withDetails, type RefusedReply } from './errors';
import { exchange } from './exchange';
import { learnFrom } from './learn';
import type { Learned, LearnedParameters } from './learned-parameters';
import { cleanText } from '@/lib/consensus/text';
import { onAbort } from './on-abort';
import { ReplyBuilder } from './reply-builder';
import { requestBody, type ModelSettings, type RequestBody } from './request-body';
import type { Attempt, Resilience } from './resilience';
import { sdkClient } from './sdk-client';

/** How many refused parameters one call may find out about, one request each. */
const MAX_LESSONS = 6;

export interface ChatModelOptions extends ModelSettings {
  endpoint: Endpoint;
  /** The longest silence of an endpoint, before the first token and between any two, in milliseconds. */
  callTimeoutMs: number;
  learned: LearnedParameters;
  resilience: Resilience;
  connections: Connections;
}

/** A model behind an OpenAI-compatible endpoint. See the port for what its methods promise. */
export function createChatModel(options: ChatModelOptions): ChatModel {
  const { endpoint, model, resilience } = options;
  const call = (request: ChatRequest, signal: AbortSignal, onDelta?: OnDelta) =>
    resilience.run({ endpoint: endpoint.name, model, timeLeftMs: request.timeLeftMs }, signal, (attempt) =>
      ask(options, request, attempt, onDelta),
    );
  return {
    complete: (request, signal) => call(request, signal),
    stream: (request, signal) => streamed(signal, (own, onDelta) => call(request, own, onDelta)),
  };
}

type OnDelta = (delta: Delta) => void;
type StreamedCall = (signal: AbortSignal, onDelta: OnDelta) => Promise<Reply>;

/** Turns a call that reports its deltas into a generator; a reader that leaves early stops the call. */
async function* streamed(signal: AbortSignal, call: StreamedCall): AsyncGenerator<Delta, Reply> {
  const own = new AbortController();
  const stopListening = onAbort(signal, () => own.abort(signal.reason));
  if (signal.aborted) own.abort(signal.reason);
  const queue = new DeltaQueue();
  const outcome = call(own.signal, (delta) => queue.push(delta)).finally(() => queue.close());
  // The outcome is awaited below; a reader that has left must not turn its failure into a stray one.
  outcome.catch(() => undefined);
  try {
    for (let delta = await queue.next(); delta !== null; delta = await queue.next()) yield delta;
    return await outcome;
  } finally {
    stopListening();
    own.abort();
  }
}

/** One attempt: asks, and asks again without a parameter as long as each refusal teaches something. */
async function ask(
  options: ChatModelOptions,
  request: ChatRequest,
  attempt: Attempt,
  onDelta: OnDelta | undefined,
): Promise<Omit<Reply, 'attempts'>> {
  const { endpoint, model, learned } = options;
  const keys = endpoint.apiKey === undefined ? [] : [endpoint.apiKey];
  const known: Learned = learned.get(endpoint.name, model) ?? { omitted: [] };
  let settings = known;
  let asked = request;
  for (let lessons = 0; ; lessons += 1) {
    const body = requestBody(options, asked, settings);
    const outcome = await send(options, keys, body, attempt, onDelta);
    if (outcome.accepted) {
      if (settings !== known) learned.set(endpoint.name, model, settings);
      const { reply, requestId } = outcome;
      return requestId === undefined ? reply : { ...reply, requestId };
    }
    const { refused } = outcome;
    const generated = asked.json === undefined ? null : failedGeneration(refused);
    if (generated !== null && generated !== '') return { text: generated, truncated: false };
    const next = generated === null ? lesson(refused, body, settings) : settings;
    if (next === undefined || lessons === MAX_LESSONS) throw errorOfReply(refused, keys);
    // One reply that was no JSON says nothing of the endpoint's abilities: this call alone goes without.
    if (generated === '') asked = withoutJson(asked);
    settings = next;
  }
}

async function send(
  { endpoint, callTimeoutMs, connections }: ChatModelOptions,
  keys: readonly string[],
  body: RequestBody,
  attempt: Attempt,
  onDelta: OnDelta | undefined,
) {
  const builder = new ReplyBuilder((delta) => {
    attempt.arrived();
    if (onDelta === undefined) return;
    attempt.delivered();
    onDelta(delta);
  }, keys);
  attempt.sent();
  try {
    return await exchange({
      client: sdkClient(connections, endpoint),
      baseURL: endpoint.baseURL,
      keys,
      body,
      builder,
      callTimeoutMs,
      signal: attempt.signal,
    });
  } catch (error) {
    const { text, reasoning } = builder.partial;
    if (!(error instanceof ModelError) || (text === '' && reasoning === '')) throw error;
    throw withDetails(error, { partial: builder.partial });
  }
}

function lesson(refused: RefusedReply, body: RequestBody, settings: Learned): Learned | undefined {
  if (refused.status !== 400 && refused.status !== 422) return undefined;
  return learnFrom(readErrorBody(refused.body), body, settings);
}

/** The text that JSON mode refused to pass on, perhaps none; null where the refusal is another. */
function failedGeneration({ status, body }: RefusedReply): string | null {
  if (status !== 400 || !body.includes('json_validate_failed')) return null;
  return cleanText(readErrorBody(body).failedGeneration ?? '');
}

function withoutJson({ json: _json, ...request }: ChatRequest): ChatRequest {
  return request;
}
