import type { ReadPrompt } from '@/lib/demo/read-prompt';
import { workOut } from '@/lib/demo/work-out';

/** A sum as one expression or as a line of Python; null for logic and for every other question. */
export function translate({ question, keys }: ReadPrompt): object {
  const expression = workOut(question)?.expression ?? null;
  if (keys.includes('smt2')) return { smt2: null, expected: 'sat' };
  if (keys.includes('code')) return { code: expression && `result = ${expression.replaceAll('^', '**')}` };
  return { expression };
}
