import { oneLine } from '@/lib/consensus/model-error';

const EXCERPT_CHARS = 300;

/** What could be made of the body of a refused request, or of an error object inside a stream. */
export interface ErrorBody {
  message: string;
  /** Machine-readable names in lower case without punctuation: `insufficientquota`. */
  codes: string[];
  param?: string;
  /** A status that the body itself names, as routers do for their upstream. */
  status?: number;
  /** The text that JSON mode refused to pass on. */
  failedGeneration?: string;
}

type JsonObject = Record<string, unknown>;

/** Reads any body: OpenAI's envelope, its many variants, a web page, plain text, nothing. Unredacted. */
export function readErrorBody(body: string): ErrorBody {
  const json = parseJson(body);
  if (json === undefined) return { message: excerpt(plainText(body)), codes: [] };
  return readErrorValue(json);
}

function readErrorValue(json: unknown): ErrorBody {
  const outer = firstObject(json);
  const error = outer?.['error'] ?? outer ?? json;
  const inner = firstObject(error);
  const message = messageIn(error) ?? messageIn(outer) ?? excerpt(JSON.stringify(json) ?? '');
  const objects = [inner, outer].filter((value) => value !== undefined);
  const names = objects.flatMap((object) => [
    object['code'],
    object['type'],
    object['status'],
    object['error_code'],
  ]);
  const param = objects.map((object) => object['param']).find(isText);
  const failedGeneration = objects.map((object) => object['failed_generation']).find(isText);
  const status = names.map(Number).find((value) => Number.isInteger(value) && value >= 400 && value < 600);
  return {
    message,
    codes: names.filter(isText).map(canonicalCode),
    ...(param === undefined ? {} : { param }),
    ...(status === undefined ? {} : { status }),
    ...(failedGeneration === undefined ? {} : { failedGeneration }),
  };
}

/** `insufficient_quota`, `InsufficientQuota` and `insufficient.quota` are one code. */
function canonicalCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A web page or other text as one readable line without markup. */
export function plainText(body: string): string {
  if (!/<[a-z!/]/i.test(body)) return oneLine(body, EXCERPT_CHARS);
  const text = body
    .replace(/<(script|style|svg)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<[^>]*>?/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;|&gt;/gi, ' ')
    .replace(/&amp;/gi, '&');
  return oneLine(text, EXCERPT_CHARS);
}

const MESSAGE_FIELDS = [
  'message',
  'error_message',
  'error_msg',
  'msg',
  'detail',
  'details',
  'error',
  'errors',
  'reason',
  'title',
  'description',
];

/** The first readable text in the fields that servers put one in; four levels deep at most. */
function messageIn(value: unknown, depth = 0): string | undefined {
  if (isText(value)) return plainOr(value);
  if (depth > 3) return undefined;
  if (Array.isArray(value)) {
    const texts = value
      .slice(0, 5)
      .map((item) => messageIn(item, depth + 1))
      .filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join('; ');
  }
  if (!isObject(value)) return undefined;
  const text = MESSAGE_FIELDS.map((field) => messageIn(value[field], depth + 1)).find(
    (found) => found !== undefined,
  );
  const found =
    text ??
    Object.values(value)
      .filter(isObject)
      .map((nested) => messageIn(nested, depth + 1))
      .find((nested) => nested !== undefined);
  if (found !== undefined) return withPlace(found, value);
  const odd = depth > 0 ? Object.values(value).find(isText) : undefined;
  return odd;
}

/** FastAPI says where in the request the fault is (`loc`), which names the parameter. */
function withPlace(message: string, value: JsonObject): string {
  const place = value['loc'];
  return Array.isArray(place) && place.length > 0 ? `${place.join('.')}: ${message}` : message;
}

function plainOr(text: string): string {
  return /^\s*<(!doctype|html|head|body)/i.test(text) ? plainText(text) : text;
}

function excerpt(text: string): string {
  return oneLine(text, EXCERPT_CHARS);
}

function firstObject(value: unknown): JsonObject | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return isObject(first) ? first : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
