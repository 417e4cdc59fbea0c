export { knownModel, MODEL_STUDIO_PANEL } from './known-models';

/** A place that speaks the OpenAI chat-completions protocol. `baseURL` is as `resolveBaseUrl` gives it. */
export interface Endpoint {
  name: string;
  baseURL: string;
  apiKey?: string;
}

export const MODEL_STUDIO_URL = 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1';
export const OPENROUTER_URL = 'https://openrouter.ai/api/v1';

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/]|$)/i;

/**
 * The address that request paths are put behind: a bare host gets `/v1`, an address with a path is
 * used as it stands, a pasted `/chat/completions` or trailing slash goes. Throws an Error that says
 * what is wrong with an address that is not http or https.
 */
export function resolveBaseUrl(address: string): string {
  const trimmed = address.trim();
  const scheme = LOOPBACK_HOST.test(trimmed) ? 'http://' : 'https://';
  const url = parseUrl(trimmed.includes('://') ? trimmed : `${scheme}${trimmed}`);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Error('must be an http or https address such as https://api.example.com/v1');
  }
  const path = url.pathname
    .replace(/\/+$/, '')
    .replace(/\/chat\/completions$/, '')
    .replace(/(\/v1)+$/, '/v1');
  return `${url.origin}${path === '' ? '/v1' : path}`;
}

function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/**
 * A key without the blanks and line ends that pasting adds. Throws an Error whose message continues
 * a sentence about the key ("contains …") when a character is left that no HTTP header can carry.
 */
export function cleanApiKey(key: string): string {
  const cleaned = key.trim();
  if (cleaned === '') throw new Error('is empty');
  const position = cleaned.search(/[^\x21-\x7e]/);
  if (position === -1) return cleaned;
  const odd = String.fromCodePoint(cleaned.codePointAt(position) ?? 0);
  const shown = /\s/.test(odd) ? 'a blank or line break' : `the character "${odd}"`;
  throw new Error(
    `contains ${shown} at position ${position + 1}, which no key has: copy the whole key again`,
  );
}
