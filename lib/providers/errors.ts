import { ModelError, type ModelErrorDetails } from '@/lib/consensus/model-error';
import type { ErrorKind } from '@/lib/consensus/schema';
import { readErrorBody, type ErrorBody } from './error-body';
import { redact, redactKeys } from './redact';
import { readRetryAfter } from './retry-after';

const QUOTA_CODES = new Set([
  'insufficientquota',
  'insufficientbalance',
  'insufficientcredits',
  'insufficientfunds',
  'billinghardlimitreached',
  'billingnotactive',
  'billingerror',
  'creditbalancetoolow',
  'paymentrequired',
  'arrearage',
  'allocationquotafreetieronly',
  'exceededcurrentquotaerror',
  'quota',
]);
const FILTER_CODES = new Set([
  'contentfilter',
  'contentpolicyviolation',
  'contentblocked',
  'datainspectionfailed',
  'responsibleaipolicyviolation',
  'moderationblocked',
  'safetyviolation',
  'sensitive',
]);
const OVERLOAD_CODES = new Set([
  'overloaded',
  'overloadederror',
  'engineoverloaded',
  'engineoverloadederror',
  'modeloverloaded',
  'serviceunavailable',
]);
const RATE_CODES = new Set([
  'ratelimit',
  'ratelimiterror',
  'ratelimitexceeded',
  'toomanyrequests',
  'throttling',
  'throttlingratequota',
]);

export interface RefusedReply {
  status: number;
  headers: Headers;
  body: string;
}

/** A reply with a status other than 2xx, as the error that the caller sees. `keys` are blanked out. */
export function errorOfReply({ status, headers, body }: RefusedReply, keys: readonly string[]): ModelError {
  // Redacted before anything is cut, or half a key could be left at the end of an excerpt.
  const read = readErrorBody(redactKeys(body, keys));
  const kind = kindOf(status, read);
  const retryAfterMs = readRetryAfter(headers, Date.now());
  const parts = [
    `HTTP ${status}`,
    read.message === '' ? '' : `: ${read.message}`,
    redirectHint(status, headers),
    waitHint(kind, retryAfterMs),
  ];
  return new ModelError(kind, redact(parts.join(''), keys), {
    httpStatus: status,
    requestId: requestIdOf(headers),
    retryAfterMs,
  });
}

/** An error object that came inside a reply with status 200, whole or in the middle of a stream. */
export function errorInReply(value: unknown, keys: readonly string[]): ModelError {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  const read = readErrorBody(redactKeys(body, keys));
  const kind = kindOf(read.status ?? 200, read);
  const kindWithin = kind === 'invalid_response' ? 'server' : kind;
  return new ModelError(kindWithin, redact(`The endpoint reported an error: ${read.message}`, keys));
}

/** The kind by status and structured code. Only a code tells a used-up quota from a rate limit. */
function kindOf(status: number, { codes }: Pick<ErrorBody, 'codes'>): ErrorKind {
  const has = (known: Set<string>) => codes.some((code) => known.has(code));
  if (status === 402 || has(QUOTA_CODES)) return 'quota';
  if (has(FILTER_CODES)) return 'content_filter';
  if (status === 429) return 'rate_limit';
  if (status === 503 || status === 529 || has(OVERLOAD_CODES)) return 'overloaded';
  if (status === 401 || status === 403) return 'auth';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 408) return 'timeout';
  if (status >= 500) return 'server';
  if (status >= 400) return 'bad_request';
  if (has(RATE_CODES)) return 'rate_limit';
  return 'invalid_response';
}

/** A copy of an error with more about the call it ended. */
export function withDetails(error: ModelError, details: ModelErrorDetails): ModelError {
  return new ModelError(error.kind, error.message, { ...error.details, ...details });
}

/** The id under which the provider finds this request in its own log. */
export function requestIdOf(headers: Headers): string | undefined {
  const id = headers.get('x-request-id') ?? headers.get('request-id') ?? undefined;
  return id?.slice(0, 200);
}

function redirectHint(status: number, headers: Headers): string {
  const place = status >= 300 && status < 400 ? headers.get('location') : null;
  return place === null ? '' : ` It points to ${place}: set the base URL to the address it means.`;
}

function waitHint(kind: ErrorKind, retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined || retryAfterMs < 1_000 || kind === 'quota') return '';
  const at = new Date(Date.now() + retryAfterMs).toISOString().slice(0, 19);
  return ` (it asks to wait ${Math.ceil(retryAfterMs / 1_000)} s, until ${at}Z)`;
}
