/** Signs that a token is a name, a path, a call or mathematics: case and hyphens count there. */
const CODE_LIKE = /[_=<>{}[\]\\|@#$&^]|::|\/\/|[\p{L}\p{N}]\.\p{L}|\p{L}\(|^--?\p{L}/u;
const MATHEMATICS = /\\[A-Za-z]|\$[^\s$](?:[^$\n]*[^\s$])?\$(?!\d)/;
/** Words of two letters or more on both sides; `A-B` may be a difference and `AB-CD` too. */
const WORD_HYPHEN = /[-\u2013\u2014](?<=[\p{L}\p{M}]{2}.)(?=\p{L}[\p{L}\p{M}])(?!(?<=\p{Lu}.)\p{Lu})/gu;
/** Most tokens of a long text: nothing to fold, and cheap to know. */
const SETTLED = /^["']?[a-z']+["',;:.?]?$/;
/** At the start these are a reply, however they are written, and no symbol. */
const SHORT_REPLY = /^(?:no|ok)[,.:;!]?$/i;
const WORD = /[\p{L}\p{M}\p{N}']+/gu;

/**
 * Folds case and hyphens in words. Kept: case in single letters, after a number (`5 mW`), in names with
 * digits or inner capitals, in words of two letters that may be a symbol (`CO`, `Mg`), and everything in
 * tokens that look like code.
 */
export function foldWords(text: string): string {
  if (MATHEMATICS.test(text)) return text;
  const isShouted = /\p{L} /u.test(text) && /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
  const isOneWord = !text.includes(' ');
  let afterNumber = false;
  return text.replace(/\S+/gu, (token, at: number) => {
    if (SETTLED.test(token)) {
      afterNumber = false;
      return token;
    }
    const keep = afterNumber || CODE_LIKE.test(token);
    afterNumber = /\p{N}[)\]%\u00B0]*$/u.test(token);
    if (keep) return token;
    if (at === 0 && SHORT_REPLY.test(token)) return token.toLowerCase();
    const foldsPairs = isShouted || (at === 0 && !isOneWord);
    const words = /[-\u2013\u2014]/.test(token) ? token.replace(WORD_HYPHEN, ' ') : token;
    return words.replace(WORD, (word) => foldWord(word, foldsPairs, isShouted));
  });
}

function foldWord(word: string, foldsPairs: boolean, isShouted: boolean): string {
  const letters = word.replace(/[\p{M}']/gu, '');
  if (/\p{N}/u.test(letters) || !/\p{Lu}/u.test(letters)) return word;
  const isPair = /^..$/u.test(letters);
  if (isPair && !foldsPairs) return word;
  const isTitle = /^.\P{Lu}+$/u.test(letters);
  const isCapitals = /^\P{Ll}{2,}$/u.test(letters) && (!isPair || isShouted);
  return isTitle || isCapitals ? word.toLowerCase() : word;
}
