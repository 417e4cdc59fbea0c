import { looksLikeTex, readEscape } from './escapes';

/** What a string is part of: it decides what may stand behind the quotation mark that ends it. */
export type Place = 'key' | 'property' | 'element';
export type StringScan = { end: number; value: string; hasInnerQuotes: boolean } | 'cut' | 'unclear';

const CLOSERS: Record<string, string> = { '"': '"', "'": "'", '“': '“”', '‘': '‘’', '＂': '＂', '`': '`' };
const VALUE_START = /["'“‘＂`[\]{\-0-9tfnTFN]/;
const BLANK = /\s*/y;

/** The index of the first character at or behind `at` that is no white space. */
export function skipBlank(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** True if a string can start at `at`: any quotation mark, or a backtick. */
export function isQuote(text: string, at: number): boolean {
  return CLOSERS[text[at] ?? ''] !== undefined;
}

/** True if a key and its colon stand at `at`. */
export function isKeyAt(text: string, at: number): boolean {
  const closers = CLOSERS[text[at] ?? ''];
  if (closers === undefined) return false;
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') index += 1;
    else if (closers.includes(character)) return text[skipBlank(text, index + 1)] === ':';
  }
  return false;
}

/** True if a line break, and only white space, parts two places: there a comma may be missing. */
export function isOnNextLine(text: string, from: number, to: number): boolean {
  return text.slice(from, to).includes('\n');
}

function closes(text: string, at: number, place: 'property' | 'element'): boolean {
  const next = skipBlank(text, at + 1);
  const character = text[next];
  if (character === (place === 'property' ? '}' : ']')) return true;
  if (character !== ',')
    return place === 'property' && isOnNextLine(text, at + 1, next) && isKeyAt(text, next);
  const after = skipBlank(text, next + 1);
  if (place === 'element') return VALUE_START.test(text[after] ?? '');
  return text[after] === '}' || isKeyAt(text, after);
}

function decode(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const isTex = looksLikeTex(raw);
  const parts: string[] = [];
  let from = 0;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', from)) {
    const escape = readEscape(raw, at, isTex);
    parts.push(raw.slice(from, at), escape.text);
    from = at + escape.length;
  }
  return parts.join('') + raw.slice(from);
}

/** An apostrophe inside a word, which ends no string in single quotation marks. */
function isApostrophe(text: string, at: number): boolean {
  return /^\p{L}['’]\p{L}$/u.test(text.slice(at - 1, at + 2));
}

/** True if a colon stands before the mark at `at`: there a value may begin that was never ended. */
function isBehindColon(text: string, at: number): boolean {
  let before = at - 1;
  while (before > 0 && /\s/.test(text.charAt(before))) before -= 1;
  return text[before] === ':';
}

/**
 * Reads the string whose quotation mark stands at `start`. Raw line breaks and stray backslashes
 * are kept; a quotation mark ends it only where the object can go on behind it, so that marks left
 * unescaped inside are read as text (and reported). An odd number of them, with one that looks like
 * the start of a value, makes the end unclear. Linear: what a look ahead passes ends at the next mark.
 */
export function scanString(text: string, start: number, place: Place): StringScan {
  const closers = CLOSERS[text[start] ?? ''] ?? '';
  let innerQuotes = 0;
  let hasInnerValue = false;
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '\\') index += 1;
    else if (closers.includes(character) && !isApostrophe(text, index)) {
      if (place === 'key' || closes(text, index, place)) {
        if (innerQuotes % 2 === 1 && hasInnerValue) return 'unclear';
        return {
          end: index + 1,
          value: decode(text.slice(start + 1, index)),
          hasInnerQuotes: innerQuotes > 0,
        };
      }
      innerQuotes += 1;
      hasInnerValue ||= isBehindColon(text, index);
    }
  }
  return 'cut';
}
