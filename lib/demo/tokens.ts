const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const TOKEN = new RegExp(String.raw`\s*[${CJK}]|\s*[^\s${CJK}]{1,6}|\s+`, 'gu');

/** A text in pieces the size of tokens; joined they are the text. */
export function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
