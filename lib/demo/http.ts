import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { streamCompletion, wholeCompletion, type Completion } from './completion';
import { completionRequestSchema, plainMessages, type CompletionRequest } from './completion-request';
import { DEMO_PACE, isDemoModel, type DemoModel, type Pace } from './models';
import { pause } from './pause';
import { isErrorReply, type ErrorReply, type TextReply } from './reply';
import { respond } from './respond';
import { tokensOf } from './tokens';

export interface DemoOptions {
  /** 1 is the natural pace, 10 ten times as fast, Infinity without any wait. Above 0. */
  speed?: number;
}

/**
 * One OpenAI chat completion by a scripted model, streamed or whole. `key` is the bearer token that
 * the request must carry. Errors come in OpenAI's envelope: 401, 400, 404, and those of the script.
 */
export async function handleDemoCompletion(
  request: Request,
  key: string,
  { speed = 1 }: DemoOptions = {},
): Promise<Response> {
  if (!hasKey(request, key)) return unauthorized();
  const parsed = completionRequestSchema.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return invalidRequest(parsed.error.issues[0]);
  const { model } = parsed.data;
  if (!isDemoModel(model)) return unknownModel(model);
  const messages = plainMessages(parsed.data);
  const reply = respond(model, messages);
  if (isErrorReply(reply)) {
    await pause(DEMO_PACE[model].firstTokenMs / speed, request.signal);
    return errorResponse(reply.error);
  }
  const promptTokens = messages.reduce((sum, { content }) => sum + tokensOf(content).length, 0);
  return deliver(
    completionOf(parsed.data, model, reply, promptTokens, speed),
    parsed.data.stream === true,
    request.signal,
  );
}

/** The list of scripted models, in OpenAI's format. */
export function handleDemoModels(request: Request, key: string): Response {
  if (!hasKey(request, key)) return unauthorized();
  const data = Object.keys(DEMO_PACE).map((id) => ({ id, object: 'model', created: 0, owned_by: 'demo' }));
  return Response.json({ object: 'list', data });
}

function completionOf(
  request: CompletionRequest,
  model: DemoModel,
  reply: TextReply,
  promptTokens: number,
  speed: number,
): Completion {
  const all = tokensOf(reply.text);
  const tokens = all.slice(0, request.max_completion_tokens ?? request.max_tokens ?? all.length);
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: Math.floor(Date.now() / 1_000),
    model,
    tokens,
    finishReason: tokens.length < all.length ? 'length' : reply.finishReason,
    promptTokens,
    includeUsage: request.stream_options?.include_usage === true,
    pace: scaledPace(DEMO_PACE[model], reply.silentMs ?? 0, speed),
  };
}

function scaledPace(pace: Pace, silentMs: number, speed: number): Pace {
  return {
    firstTokenMs: (pace.firstTokenMs + silentMs) / speed,
    tokensPerSecond: pace.tokensPerSecond * speed,
  };
}

async function deliver(completion: Completion, isStream: boolean, signal: AbortSignal): Promise<Response> {
  if (!isStream) {
    const whole = await wholeCompletion(completion, signal);
    return whole === null ? new Response(null, { status: 499 }) : Response.json(whole);
  }
  return new Response(streamCompletion(completion, signal), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
    },
  });
}

function hasKey(request: Request, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.get('authorization') ?? ''), digest(`Bearer ${key}`));
}

function errorResponse({ status, retryAfterSeconds, ...error }: ErrorReply['error']): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return Response.json({ error: { ...error, param: null } }, { status, headers });
}

function unauthorized(): Response {
  const message = 'The demo endpoint answers only this application.';
  return errorResponse({ status: 401, type: 'authentication_error', code: 'invalid_api_key', message });
}

function unknownModel(model: string): Response {
  const message = `The demo endpoint has no model named ${JSON.stringify(model.slice(0, 100))}.`;
  return errorResponse({ status: 404, type: 'invalid_request_error', code: 'model_not_found', message });
}

function invalidRequest(issue: { path: PropertyKey[]; message: string } | undefined): Response {
  const message = `${issue?.path.map(String).join('.') || 'body'}: ${issue?.message ?? 'not readable'}`;
  return errorResponse({ status: 400, type: 'invalid_request_error', code: 'invalid_request', message });
}
