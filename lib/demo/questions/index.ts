import type { Path } from '@/lib/consensus/schema';
import type { Language } from '@/lib/demo/words';
import { agreementQuestions } from './agreement';
import { articleQuestions } from './article';
import type { KnownQuestion } from './known-question';
import { troubleQuestions } from './trouble';

/** Every question the demo panel knows by heart, in the order in which the first page offers them. */
export const knownQuestions: KnownQuestion[] = [
  ...articleQuestions,
  ...agreementQuestions,
  ...troubleQuestions,
];

export interface DemoExample {
  question: string;
  /** The path its run takes on the demo panel. */
  path: Path;
  /** One sentence on what there is to see. */
  note: string;
}

/** What a newcomer may click on the first page while the demo panel answers. */
export function demoExamples(language: Language): DemoExample[] {
  return knownQuestions.map(({ question, path, note }) => ({
    question: question[language],
    path,
    note: note[language],
  }));
}

/**
 * The known question behind a wording, or null. Case, width and punctuation do not count; a text
 * more than twice as long as the known wording asks for more than the script can answer.
 */
export function recogniseQuestion(text: string): KnownQuestion | null {
  const plain = plainWords(text);
  return knownQuestions.find((known) => isSame(known, plain)) ?? null;
}

function isSame(known: KnownQuestion, plain: string): boolean {
  return (['en', 'ja'] as const).some(
    (language) =>
      plain.length <= 2 * known.question[language].length + 20 &&
      known.recognise[language].every((pattern) => pattern.test(plain)),
  );
}

function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
