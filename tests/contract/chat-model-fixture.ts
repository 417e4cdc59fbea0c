import { ModelError } from '@/lib/consensus/model-error';
import type { ChatModel, ChatRequest, Delta, Reply } from '@/lib/consensus/ports';
import {
  createChatModel,
  createConnections,
  createLearnedParameters,
  createResilience,
  type ChatModelOptions,
  type ResilienceOptions,
} from '@/lib/providers';

export const KEY = 'contract-test-key-1234567890';
export const NEVER = new AbortController().signal;
/** One pool for all tests of a file, as in one process. */
export const connections = createConnections();

type Settings = Partial<Omit<ChatModelOptions, 'resilience'>> & Partial<ResilienceOptions>;

/** A client for the endpoint at `baseURL`, with short times so that no test waits. */
export function clientOf(baseURL: string, settings: Settings = {}) {
  const {
    attempts = 1,
    retryBaseMs = 1,
    breakerFaults = 0,
    breakerOpenMs = 30_000,
    random,
    ...model
  } = settings;
  const resilience = createResilience({
    attempts,
    retryBaseMs,
    breakerFaults,
    breakerOpenMs,
    ...(random === undefined ? {} : { random }),
  });
  const learned = model.learned ?? createLearnedParameters();
  const chat = createChatModel({
    endpoint: { name: 'main', baseURL, apiKey: KEY },
    model: 'model-a',
    callTimeoutMs: 5_000,
    connections,
    ...model,
    learned,
    resilience,
  });
  return { chat, learned, resilience };
}

export const ask = (text = 'Which city?'): ChatRequest => ({ messages: [{ role: 'user', content: text }] });
export const askForJson = (text = 'Reply in JSON.'): ChatRequest => ({
  ...ask(text),
  json: { name: 'verdict', schema: { type: 'object', properties: { same: { type: 'boolean' } } } },
});

/** A whole streamed call: its deltas and its reply. */
export async function readStream(
  chat: ChatModel,
  request = ask(),
  signal = NEVER,
): Promise<{ deltas: Delta[]; reply: Reply }> {
  const deltas: Delta[] = [];
  const stream = chat.stream(request, signal);
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { deltas, reply: step.value };
    deltas.push(step.value);
  }
}

/** The ModelError that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<ModelError> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof ModelError) return outcome;
  throw new Error(`expected a ModelError, got ${JSON.stringify(outcome) ?? String(outcome)}`);
}

/** One `data:` event with a delta. */
export function event(delta: Record<string, unknown>, finishReason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** A whole completion with this message. */
export function whole(message: Record<string, unknown>, finishReason: string | null = 'stop') {
  return { choices: [{ index: 0, message, finish_reason: finishReason }] };
}
