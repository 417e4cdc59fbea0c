/** Zero-width characters that never carry meaning. Joiners, bidi overrides and emoji tags do, and stay. */
const INVISIBLE = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202C\u2060\u2066-\u2069\uFE0E\uFE0F\uFEFF]/g;
/** A joiner shapes Indic and Persian letters and emoji, and does nothing after a Latin letter or digit. */
const JOINERS = /[\u200C\u200D]+/g;
const NOTHING_TO_JOIN = /[\p{Script=Latin}\p{Nd}_:.-]/u;
/**
 * Full-width, half-width and ligature forms. The full-width backtick and tilde are left alone: folded
 * they would turn into code marks that nobody wrote.
 */
const WIDTH_FORMS = /[\u3000\uFB00-\uFB06\uFF01-\uFF3F\uFF41-\uFF5D\uFF61-\uFFDC\uFFE0-\uFFE2\uFFE4-\uFFE6]/g;
/** All blanks but the plain one, the tab and the line break. */
const BLANKS = /[\v\f\r\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F]/g;
/** What needs no folding at all; a backtick may be an apostrophe. */
const PLAIN = /^[\t\n -_a-~]*$/;

/* The rare mark comes first and looks back: twice as fast on long texts as looking ahead from every letter. */
const APOSTROPHE = /['`\u00B4\u02BB\u02BC\u2018\u2019](?<=[\p{L}\p{M}].)(?=\p{L})/gu;
/** A dash from digit to digit is a range however it is set; the minus sign there is an operator. */
const RANGE_DASH = /[\u2012\u2013](?<=\p{Nd}.)(?=\p{Nd})/gu;
const MINUS = /\u2212(?<!\p{Nd}.)|\u2212(?!\p{Nd})/gu;

/**
 * One form for characters that are only typeset differently: zero-width, width, quotes, apostrophes,
 * hyphens, minus, blanks. Superscripts, fractions and styled letters stay, they mean something else.
 */
export function foldCharacters(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(JOINERS, (run, at: number, whole: string) =>
      NOTHING_TO_JOIN.test(whole.charAt(at - 1)) ? '' : run,
    )
    .replace(WIDTH_FORMS, (form) => form.normalize('NFKC'))
    .normalize('NFC')
    .replace(APOSTROPHE, "'")
    .replace(/[\u201C-\u201F\u301D\u301E]/g, '"')
    .replace(/[\u2018-\u201B]/g, "'")
    .replace(/[\u2010\u2011]/g, '-')
    .replace(RANGE_DASH, '-')
    .replace(MINUS, '-')
    .replaceAll('\u2026', '...')
    .replace(BLANKS, ' ');
}
