const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\u00AB': '\u00BB',
  '\u300A': '\u300B',
  '\u300C': '\u300D',
  '\u300E': '\u300F',
  '\u3010': '\u3011',
};
/** Quoted, these are strings; bare, they are values. */
const VALUE_WORD = /^(?:true|false|null|none|nil|undefined|nan|infinity)$/i;
const MATH_PAIRS: readonly (readonly [string, string])[] = [
  ['$$', '$$'],
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$', '$'],
];
const TEXT_COMMAND = /\\(?:text\w*|mathrm|mbox) ?\{[^{}]*\}/g;
const COMMAND = /^\\(?:boxed|fbox|text|textbf|textit|textnormal|mathrm|mbox) ?\{/;
const STARTS_WITH_MATH = /^(?:\$|\\[([]|\\boxed)/;
const MAX_LAYERS = 24;

/** Takes away what stands around a whole answer, layer by layer: math and text wrappers, quotes, the final mark. */
export function unwrapAnswer(text: string): string {
  let current = text.trim();
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const next = [dropFinalMark, unquote, unbracket, unwrapMath, unwrapCommand]
      .reduce((inner, step) => step(inner), current)
      .trim();
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * One full stop, or its like in another script. `?` asks, `...` goes on, `5!` and `sort!` mean something,
 * a pattern such as `^a.` ends in a wildcard: these stay.
 */
function dropFinalMark(text: string): string {
  if (/[^\u3002\u0964\u06D4\u1362\s][\u3002\u0964\u06D4\u1362]$/u.test(text)) return text.slice(0, -1);
  if (text.endsWith('!'))
    return /(?:\p{Lo}\p{M}*|[\u300D\u300F])!$|(?<![\p{L}\p{N}_])\p{Lu}\p{M}*\p{Ll}[\p{Ll}\p{M}]{0,40}!$/u.test(
      text,
    )
      ? text.slice(0, -1)
      : text;
  if (!/[\p{L}\p{M}\p{N}%\u2030\u00B0)\]}$"'\u00BB\u300B\u300D\u300F\u3011\uFDD0]\.$/u.test(text))
    return text;
  const lastWord = text.slice(text.lastIndexOf(' ') + 1);
  return STARTS_WITH_MATH.test(text) || !/[\\^*+?[{|]/.test(lastWord) ? text.slice(0, -1) : text;
}

/** Quotation marks around words go; around a number or a value word they make it a string. */
function unquote(text: string): string {
  const closing = QUOTES[text.charAt(0)];
  if (closing === undefined || text.length < 3 || !text.endsWith(closing)) return text;
  const inner = text.slice(1, -1);
  const holdsMark = inner.includes(closing) || inner.includes(text.charAt(0));
  const isWords =
    /\p{L}/u.test(inner) && !/^[\s\p{P}\p{S}]*\p{N}/u.test(inner) && !VALUE_WORD.test(inner.trim());
  return !holdsMark && isWords && inner.trim() === inner ? inner : text;
}

/** `(C)` and `(Paris)`, but not `(0, 1)`, `(5)`, `[a]` or `(car list)`: those brackets mean something. */
function unbracket(text: string): string {
  return /^\((?:\p{L}|\p{Lu}[\p{L}\p{M}' -]*|\p{Lo}[\p{L}\p{M} ]*)\)$/u.test(text) ? text.slice(1, -1) : text;
}

function unwrapMath(text: string): string {
  for (const [opening, closing] of MATH_PAIRS) {
    if (
      !text.startsWith(opening) ||
      !text.endsWith(closing) ||
      text.length <= opening.length + closing.length
    )
      continue;
    const inner = text.slice(opening.length, -closing.length);
    if (/(?<!\\)\$|\\[()[\]]/.test(inner) || inner.endsWith('\\') || keepsCapitals(inner)) return text;
    if (opening === '$' && isMoney(inner)) return text;
    return inner;
  }
  return text;
}

/** In mathematics `ABC` and `abc` are products of other letters; out of its wrapper the case would be lost. */
const keepsCapitals = (inner: string): boolean => /\p{Lu}{3}/u.test(inner.replace(TEXT_COMMAND, ''));

/** `$10 is less than 20$` is two amounts, not mathematics. */
const isMoney = (inner: string): boolean => /^\d[^\\]*\s\p{L}{2}/u.test(inner);

function unwrapCommand(text: string): string {
  const head = COMMAND.exec(text)?.[0];
  if (head === undefined || !text.endsWith('}')) return text;
  const inner = text.slice(head.length, -1);
  const isMath = /^\\[bf]/.test(head);
  return isBalanced(inner) && !(isMath && keepsCapitals(inner)) ? inner : text;
}

/** Whether every brace inside closes inside, so that the last one of the text belongs to its head. */
function isBalanced(inner: string): boolean {
  let depth = 0;
  for (let at = 0; at < inner.length; at += 1) {
    const character = inner[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}' && --depth < 0) return false;
  }
  return depth === 0;
}
