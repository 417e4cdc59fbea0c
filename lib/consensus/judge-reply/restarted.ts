const BEGUN = /\{\s*("[^"\\\n]{1,80}")\s*:\s*"/;

function firstKey(block: string): string | undefined {
  try {
    const value: unknown = JSON.parse(block);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const [key] = Object.keys(value);
    return key === undefined ? undefined : JSON.stringify(key);
  } catch {
    return undefined;
  }
}

/**
 * The fenced object of a reply that began an object, lost itself in its first string and wrote the
 * whole anew in a fence at its very end. Undefined for every other reply: in particular for a fence
 * that is quoted inside a later string, so that a quoted candidate cannot pose as the reply.
 */
export function readRestarted(text: string): string | undefined {
  const [before = '', fenced, after, ...more] = text.split('```');
  if (fenced === undefined || after === undefined || more.length > 0 || after.trim() !== '') return undefined;
  const begun = BEGUN.exec(before);
  if (!begun || before.match(/"\s*:/g)?.length !== 1) return undefined;
  const block = fenced.replace(/^[\w ]*\n/, '');
  return firstKey(block) === begun[1] ? block : undefined;
}
