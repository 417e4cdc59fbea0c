import { oneLine } from '@/lib/consensus/model-error';

const MAX_LINE = 300;

/** A judge's words in well-formed Unicode; empty if it gave anything but words. */
export function readWords(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : '';
}

/** A judge's words on one line of at most 300 code points. */
export function readLine(value: unknown): string {
  return oneLine(readWords(value), MAX_LINE);
}
