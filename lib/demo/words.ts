/** The two languages the scripted models speak. */
export type Language = 'en' | 'ja';
export type Words = Record<Language, string>;

/** Japanese as soon as kana or a Chinese character occurs; else English. */
export function languageOf(text: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
