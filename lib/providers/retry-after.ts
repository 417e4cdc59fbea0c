/**
 * How long a reply asks to be left alone, in milliseconds: `retry-after-ms`, or `Retry-After` in
 * seconds or as a date (rounded up to whole seconds, as dates are). A moment that has passed is 0;
 * undefined where nothing readable is asked for.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = readNumber(headers.get('retry-after-ms'));
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const value = headers.get('retry-after');
  const seconds = readNumber(value);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  const date = value === null ? NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000) * 1_000);
}

function readNumber(value: string | null): number | undefined {
  if (value === null || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined;
  return Math.max(0, Number(value));
}
