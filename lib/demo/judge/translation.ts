import type { ReadPrompt } from '@/lib/demo/read-prompt';
import { workOut } from '@/lib/demo/work-out';

/** The question as an expression where it is arithmetic; null for every other key and question. */
export function translate({ question, keys }: ReadPrompt): object {
  const expression = workOut(question)?.expression ?? null;
  const wanted = ['expression', 'code', 'smt2'].filter((key) => keys.includes(key));
  return Object.fromEntries(wanted.map((key) => [key, key === 'expression' ? expression : null]));
}
