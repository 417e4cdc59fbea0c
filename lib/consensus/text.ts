/** An answer as it is stored, compared and shown: lone surrogates become U+FFFD, then trimmed. */
export function cleanText(text: string): string {
  return text.toWellFormed().trim();
}
