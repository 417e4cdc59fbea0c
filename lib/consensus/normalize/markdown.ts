const LATIN_WORD = '\\p{Lu}\\p{Ll}\\p{N}';
/** Emphasis stands at the edge of a word; a star between two operands is a product or a power. */
const EMPHASIS = new RegExp(
  `(?<![${LATIN_WORD}*\\\\)\\]}'!])(\\*{1,3})(?=[^\\s*])([^*\\n]*[^\\s*])\\1(?![-+${LATIN_WORD}*(])`,
  'gu',
);
/** Underscores belong to names (`_id`, `__init__`), so only a phrase between them is emphasis. */
const UNDERSCORED = /(?<![\p{L}\p{N}_])_(\p{L}[^_\n]* [^_\n]*[\p{L}.])_(?![\p{L}\p{N}_])/gu;
const BULLET = /^([-*\u2022]) +(?=[*"']*\p{L}[\p{L}\p{M}])/u;
const ANY_BULLET = /^[-*+\u2022] /;
/** A quote mark only before a capitalised or caseless word: `> average` may be a comparison. */
const QUOTE = /^> ?(?=[*"']*(?:\p{Lu}[\p{L}\p{M}]|\p{Lo}))/u;
/** A heading, not a comment before code and not `#tag`. */
const HEADING = /^#{1,6} +(?=\p{L})(?=[^=(){}[\];<>]*$)/u;

/** Takes Markdown marks away and puts the text on one line; line breaks that carry structure stay. */
export function foldMarkdown(text: string): string {
  const emphasised = text.replace(EMPHASIS, unemphasise).replace(UNDERSCORED, '$1');
  const lines = emphasised
    .split('\n')
    .map((line) => line.replace(QUOTE, '').replace(HEADING, '').trimEnd())
    .filter((line) => line !== '');
  return joinLines(dropBullets(lines));
}

/** `*name*` in small letters may be a file pattern, so a single star needs a title or a phrase. */
function unemphasise(whole: string, stars: string, inner: string): string {
  if (stars.length > 1) return inner;
  if (/[;=<>{}]/.test(inner)) return whole;
  return /^(?:\p{Lu}[\p{L}\p{M}]|\p{Lo}|\p{L}{2,} .*\p{L})/u.test(inner) ? inner : whole;
}

/** One line with a dash may be a negative; several that all start alike before a word are a list. */
function dropBullets(lines: readonly string[]): string[] {
  const marked = lines.filter((line) => ANY_BULLET.test(line));
  const mark = marked[0]?.slice(0, 1);
  const isList =
    marked.length > 1 && marked.every((line) => line.startsWith(mark ?? '') && BULLET.test(line));
  return isList ? lines.map((line) => line.replace(BULLET, '')) : [...lines];
}

/**
 * A line break equals a blank, except before an indented line (the shape of code and nested lists)
 * and between two values (rows of a table of numbers).
 */
function joinLines(lines: readonly string[]): string {
  let out = '';
  let previous: string | null = null;
  for (const line of lines) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    const body = line.slice(indent.length).replace(/[ \t]+/g, ' ');
    if (previous === null) out = body;
    else if (indent !== '') out += `\n${indent}${body}`;
    else out += (isValue(lastToken(previous)) && isValue(firstToken(body)) ? '\n' : ' ') + body;
    previous = body;
  }
  return out;
}

const isValue = (token: string): boolean => token.length === 1 || /\p{N}/u.test(token);
const firstToken = (line: string): string =>
  line.slice(0, line.indexOf(' ') < 0 ? line.length : line.indexOf(' '));
const lastToken = (line: string): string => line.slice(line.lastIndexOf(' ') + 1);
