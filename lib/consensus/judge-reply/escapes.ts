/** TeX commands that start like a JSON escape and cannot be a control character followed by a word. */
const SURE = new Set(
  (
    'nabla neq notin nleq ngeq nmid nexists nsubseteq nparallel nearrow newline nonumber ' +
    'times theta text textbf textit textrm texttt tfrac tbinom therefore tilde triangle ' +
    'rho right rightarrow rangle rceil rfloor rbrace rvert mathrm rightleftharpoons'
  ).split(' '),
);
/** The rest after the first letter is a word of its own, so these need other signs of TeX around them. */
const IN_TEX = new Set('ne neg not nu ni tan tanh tau to top rm'.split(' '));

const SIMPLE = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ["'", "'"],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const HEX = /[0-9a-fA-F]{4}/y;
const LETTERS = /[A-Za-z]{1,20}/y;
const TEX_SIGN = /\\[A-Zac-eg-mo-qsv-z([]/;

/** True if the raw inside of a string shows that its writer left TeX backslashes single. */
export function looksLikeTex(raw: string): boolean {
  return TEX_SIGN.test(raw.replaceAll('\\\\', ''));
}

function isCommand(raw: string, at: number, isTex: boolean): boolean {
  LETTERS.lastIndex = at;
  const word = LETTERS.exec(raw)?.[0] ?? '';
  // A judge writes no backspaces or form feeds into words, so those two letters need no list.
  if (word[0] === 'b' || word[0] === 'f') return word.length > 2;
  return SURE.has(word) || (isTex && IN_TEX.has(word));
}

/**
 * The character that the escape at the backslash `at` stands for, and its length in `raw`. A
 * backslash that begins no escape, or a TeX command (`\frac`, `\times`), is kept as a backslash.
 */
export function readEscape(raw: string, at: number, isTex: boolean): { text: string; length: number } {
  const letter = raw[at + 1] ?? '';
  const stray = { text: '\\', length: 1 };
  if (letter === '\n' || letter === '\r') return stray;
  if (letter === 'u') {
    HEX.lastIndex = at + 2;
    const code = HEX.exec(raw)?.[0];
    return code === undefined ? stray : { text: String.fromCharCode(Number.parseInt(code, 16)), length: 6 };
  }
  const simple = SIMPLE.get(letter);
  if (simple === undefined || ('bfnrt'.includes(letter) && isCommand(raw, at + 1, isTex))) return stray;
  return { text: simple, length: 2 };
}
