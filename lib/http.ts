import { z } from 'zod';
import { AppError, type AppErrorCode, type FieldError } from './app-error';
import { StoreError, type StoreErrorCode } from './store/store-error';

/** The largest request body that is read: 256 KiB. */
export const MAX_BODY_BYTES = 256 * 1024;

const STATUS: Record<AppErrorCode, { status: number; title: string }> = {
  'bad-request': { status: 400, title: 'The request is not right' },
  unauthorized: { status: 401, title: 'Sign in first' },
  forbidden: { status: 403, title: 'Not allowed from here' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Not possible at this moment' },
  'too-large': { status: 413, title: 'The request is too large' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong here' },
  unavailable: { status: 503, title: 'Not available now' },
};

const STORE_CODES: Partial<Record<StoreErrorCode, AppErrorCode>> = {
  not_found: 'not-found',
  conflict: 'conflict',
  run_open: 'conflict',
  bad_cursor: 'bad-request',
  invalid: 'bad-request',
};

/** Any thrown thing as an RFC 9457 problem document. An unknown fault is logged and shown as internal. */
export function problemResponse(thrown: unknown): Response {
  const error = asAppError(thrown);
  const { status, title } = STATUS[error.code];
  const { errors, retryAfterSeconds } = error.details;
  const body = { type: `urn:quorate:problem:${error.code}`, title, status, detail: error.message, code: error.code, ...(errors === undefined ? {} : { errors }) };
  const headers = new Headers({ 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds));
  return new Response(JSON.stringify(body), { status, headers });
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof StoreError) return new AppError(STORE_CODES[thrown.code] ?? 'unavailable', thrown.message);
  console.error('unexpected fault:', thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
  return new AppError('internal', 'An unexpected fault. It was written to the server log.');
}

/** The body as JSON, read no further than the limit. Throws AppError `too-large` or `bad-request`. */
export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const text = await readText(request, maxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-request', 'The body is not JSON.', { errors: [{ field: 'body', message: 'must be one JSON object' }] });
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(maxBytes: number): AppError {
  const message = `must be at most ${maxBytes} bytes`;
  return new AppError('too-large', `The body is larger than ${maxBytes / 1024} KiB.`, { errors: [{ field: 'body', message }] });
}

/** Parses with a schema; what does not fit is told field by field in an AppError `bad-request`. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(fieldErrors);
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  throw new AppError('bad-request', detail, { errors });
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: at === '' ? key : `${at}.${key}`, message: 'is not a known field' }));
  }
  return [{ field: at === '' ? 'body' : at, message: issue.message }];
}
