import type { ChatRequest } from '@/lib/consensus/ports';
import type { Learned } from './learned-parameters';

/** A member's own settings; what is absent is not sent. */
export interface ModelSettings {
  model: string;
  temperature?: number;
  maxTokens?: number;
  extraBody?: Record<string, unknown>;
}

export type RequestBody = Record<string, unknown>;

/**
 * The body of a completion request: what was configured, less what this endpoint is known to refuse.
 * Every call streams, the judge's too: a silent connection is closed by proxies after some minutes,
 * several thinking models are served only as a stream, and a timeout between tokens says more.
 */
export function requestBody(settings: ModelSettings, request: ChatRequest, learned: Learned): RequestBody {
  const maxTokens = request.maxTokens ?? settings.maxTokens;
  const body: RequestBody = {
    ...settings.extraBody,
    model: settings.model,
    messages: request.messages,
    stream: true,
    stream_options: { include_usage: true },
    temperature: request.temperature ?? settings.temperature,
    [learned.tokenField ?? 'max_tokens']: maxTokens,
    response_format: responseFormat(request, learned),
    ...learned.forced,
  };
  for (const name of learned.omitted) body[name] = undefined;
  if (body['stream'] !== true) body['stream_options'] = undefined;
  return withoutAbsent(body);
}

function responseFormat({ json }: ChatRequest, learned: Learned): unknown {
  if (json === undefined || learned.json === 'plain') return undefined;
  if (learned.json === 'json_object') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: json.name, schema: json.schema } };
}

function withoutAbsent(body: RequestBody): RequestBody {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
