const REDACTED = '[redacted]';
/** Shorter keys are words like "x" or "none"; blanking those out would only garble the message. */
const MIN_KEY_CHARS = 4;

const PATTERNS: [RegExp, string][] = [
  [/\b(bearer|basic)(\s+|%20)[^\s"'<>,;]{4,}/gi, `$1 ${REDACTED}`],
  [/\bsk[-_][A-Za-z0-9*•….[\]_-]{5,}[A-Za-z0-9*•…_-]/g, REDACTED],
  // Other prefixes are words as well ("key-value"): only with a digit or a mask behind them.
  [/\b(pk|rk|xai|gsk|hf|key)[-_](?=[A-Za-z_-]*[\d*•…])[A-Za-z0-9*•….[\]_-]{5,}[A-Za-z0-9*•…_-]/g, REDACTED],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, REDACTED],
  [
    /([?&;]|&amp;|\b)((?:api|access|auth|client|x-api|subscription|secret)?[-_]?(?:key|token|secret|password|signature|credential))(\s*=\s*|%3d)[^\s&"'<>;,)]+/gi,
    `$1$2$3${REDACTED}`,
  ],
  [
    /("?(?:authorization|(?:x-)?api[-_]?key|access[-_]?token|secret|password)"?\s*:\s*)(?!bearer|basic|\[redacted)("[^"]*"|[^\s,;<}&"]{6,})/gi,
    `$1${REDACTED}`,
  ],
];

/**
 * The text without secrets: the given keys in every spelling that a body may use, bearer tokens,
 * `sk-…` keys, and the values of `key=`-like query parts. Safe to apply twice.
 */
export function redact(text: string, keys: readonly string[] = []): string {
  let clean = redactKeys(text, keys);
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** The given keys alone: what is JSON stays JSON, for a body that is still to be read. */
export function redactKeys(text: string, keys: readonly string[]): string {
  let clean = text;
  for (const key of keys) {
    if (key.length < MIN_KEY_CHARS) continue;
    for (const spelling of spellings(key)) clean = clean.replaceAll(spelling, REDACTED);
  }
  return clean;
}

function spellings(key: string): Set<string> {
  const html = key
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const all = [
    key,
    encodeURIComponent(key),
    html,
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString('base64'),
  ];
  return new Set(all);
}
