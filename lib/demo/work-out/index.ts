import { languageOf } from '@/lib/demo/words';
import { workOutArithmetic } from './arithmetic';
import { workOutConversion } from './conversion';
import { workOutDate } from './dates';
import type { WorkedOut } from './worked-out';

/** Far longer than any sum or date question; longer texts are not searched. */
const MAX_CHARS = 300;

/** The computed answer to a question on sums, dates or units, in the question's language, or null. */
export function workOut(question: string): WorkedOut | null {
  if (question.length > MAX_CHARS) return null;
  return (
    workOutDate(question, languageOf(question)) ?? workOutArithmetic(question) ?? workOutConversion(question)
  );
}
