import { readRestarted } from './restarted';
import { scanObject, skipBalanced } from './scan-object';
import { skipBlank } from './scan-string';

/** Longer replies are not looked at: a judge's object is a few hundred characters. */
const MAX_CHARS = 1_000_000;
const THINKING = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;
const PLACEHOLDER = /^(?:[\s_.…*?-]*|<[^<>]*>)$/;

export type WhyNoObject =
  'none' | 'several' | 'cut' | 'repeated_key' | 'not_an_object' | 'too_deep' | 'too_large';
export type ObjectReading = { ok: true; value: Record<string, unknown> } | { ok: false; why: WhyNoObject };

const refuse = (why: WhyNoObject): ObjectReading => ({ ok: false, why });

/** A mark that goes on with a string or the next key, up to another brace: the end was a wrong one. */
function goesOn(text: string, start: number, end: number): boolean {
  const next = text[skipBlank(text, end)] ?? '';
  return (next === ',' || (next === '"' && text[start - 1] !== '"')) && text.includes('}', end);
}

function isInList(text: string, start: number, end: number): boolean {
  return text.slice(0, start).trimEnd().endsWith('[') && /^[\],]/.test(text.slice(skipBlank(text, end)));
}

/** With unescaped marks inside, a key behind the end means that the object ended too early. */
function hasKeysBehind(text: string, end: number): boolean {
  return /["'”’]\s*:/.test(text.slice(end));
}

/** An example of the form asked for, with dots, blanks or `<words>` where values belong. */
function isTemplate(value: unknown): boolean {
  if (typeof value === 'string') return PLACEHOLDER.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).every(isTemplate);
}

type Found = { objects: string[]; hasBroken: boolean } | WhyNoObject;

/** Every whole object at the top of `text`, each form once, as strict JSON. */
function findObjects(text: string): Found {
  const objects = new Set<string>();
  let hasBroken = false;
  let at = text.indexOf('{');
  while (at >= 0) {
    const scan = scanObject(text, at);
    if (scan.kind === 'prose') {
      at = text.indexOf('{', at + 1);
      continue;
    }
    if (scan.kind === 'whole' && isInList(text, at, scan.end)) return 'not_an_object';
    if (scan.kind !== 'whole' && scan.kind !== 'malformed') return scan.kind;
    const isWhole =
      scan.kind === 'whole' &&
      !goesOn(text, at, scan.end) &&
      !(scan.doubtful && hasKeysBehind(text, scan.end));
    if (isWhole) objects.add(scan.json);
    else hasBroken = true;
    const end = isWhole ? scan.end : skipBalanced(text, at);
    if (end === undefined) return 'cut';
    at = text.indexOf('{', end);
  }
  return { objects: [...objects], hasBroken };
}

function readWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readFrom(text: string): ObjectReading {
  const found = findObjects(text);
  if (typeof found === 'string') return refuse(found);
  // The scanner wrote each of these as the strict JSON of an object.
  const values = found.objects.map((json) => JSON.parse(json) as Record<string, unknown>);
  const real = values.length > 1 ? values.filter((value) => !isTemplate(value)) : values;
  const [value] = real;
  if (real.length > 1 || (value && found.hasBroken)) return refuse('several');
  return value ? { ok: true, value } : refuse(values.length > 1 ? 'several' : 'none');
}

/**
 * Finds the one whole JSON object of a model's reply: fences, prose around it, a leading thinking
 * block and an empty template are passed over, loose form is mended, content never is. The same
 * object twice counts as one; two different ones, one beside a broken one, repeated keys at any
 * level and a cut end are refused. Never throws; linear in the length. The one departure from strict
 * JSON: `\b`, `\f` and the names of TeX commands are kept as commands where letters follow.
 */
export function readObject(raw: string): ObjectReading {
  if (raw.length > MAX_CHARS) return refuse('too_large');
  const text = raw.replace(THINKING, '');
  const restarted = readRestarted(text);
  if (restarted) return readFrom(restarted);
  const reading = text.trimStart().startsWith('"') ? readQuoted(text) : readFrom(text);
  if (reading.ok || reading.why !== 'none') return reading;
  if (/^\s*\{\s*\}\s*$/.test(text)) return { ok: true, value: {} };
  return refuse(readWhole(text) === undefined ? 'none' : 'not_an_object');
}

/** A reply that is a JSON string with the object inside: some endpoints encode it twice. */
function readQuoted(text: string): ObjectReading {
  const inner = readWhole(text);
  return readFrom(typeof inner === 'string' ? inner : text);
}
