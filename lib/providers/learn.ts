import type { Learned } from './learned-parameters';
import type { ErrorBody } from './error-body';
import type { RequestBody } from './request-body';

/** Never taken for a refused parameter, whatever a message says of them. */
const ESSENTIAL = new Set(['model', 'messages']);
const OTHER_FAULTS = new Set(['contextlengthexceeded', 'stringabovemaxlength']);
const JSON_WORDS = /response[_ ]format|json[_ ]?schema|json[_ ]?object|json[_ ]mode|structured[_ ]output/i;

/**
 * What a refusal (400, 422) of `body` teaches: the same settings with one parameter renamed, eased
 * or left out. Undefined where it names no parameter that was sent, so that repeating is pointless.
 */
export function learnFrom(refusal: ErrorBody, body: RequestBody, learned: Learned): Learned | undefined {
  if (refusal.codes.some((code) => OTHER_FAULTS.has(code))) return undefined;
  if (insistsOnNoThinking(refusal) && body['enable_thinking'] !== false)
    return force(learned, 'enable_thinking', false);
  const name = refusedParameter(refusal, body);
  if (name === undefined) return undefined;
  if (name === 'response_format') return easeJson(body, learned);
  if (name === 'max_tokens' && /max_completion_tokens/.test(refusal.message)) {
    return { ...learned, tokenField: 'max_completion_tokens' };
  }
  if (name === 'stream') return force(learned, 'stream', false);
  const { forced, ...rest } = learned;
  const kept = Object.entries(forced ?? {}).filter(([forcedName]) => forcedName !== name);
  return {
    ...rest,
    omitted: [...learned.omitted, name],
    ...(kept.length === 0 ? {} : { forced: Object.fromEntries(kept) }),
  };
}

/** By the structured field first; a message that names a parameter counts only without one. */
function refusedParameter({ param, message }: ErrorBody, body: RequestBody): string | undefined {
  const sent = Object.keys(body).filter((name) => !ESSENTIAL.has(name));
  if (param !== undefined) {
    const root = param.split(/[.[]/)[0] ?? '';
    const named = root === 'body' ? param.split(/[.[]/)[1] : root;
    return sent.find((name) => name === named);
  }
  const named = sent.filter((name) =>
    new RegExp(`(?<![A-Za-z0-9_])${escape(name)}(?![A-Za-z0-9_])`).test(message),
  );
  const parameter =
    named.find((name) => name !== 'stream') ??
    named.find(() =>
      /stream\b.{0,40}(not|un)\s?(support|allow|available)|(not|un)\s?support.{0,40}stream/i.test(message),
    );
  if (parameter !== undefined) return parameter;
  return sent.includes('response_format') && JSON_WORDS.test(message) ? 'response_format' : undefined;
}

function insistsOnNoThinking({ message }: ErrorBody): boolean {
  return /enable_thinking/.test(message) && /false/i.test(message);
}

function easeJson(body: RequestBody, learned: Learned): Learned {
  const wasSchema = JSON.stringify(body['response_format'] ?? '').startsWith('{"type":"json_schema"');
  return { ...learned, json: wasSchema ? 'json_object' : 'plain' };
}

function force(learned: Learned, name: string, value: unknown): Learned {
  return { ...learned, forced: { ...learned.forced, [name]: value } };
}

function escape(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
