import type { Seat } from '@/lib/consensus/schema';

import { foldCharacters } from './characters';
import { CODE_MARK, fenced, liftCode, restoreCode } from './code';
import { foldMarkdown } from './markdown';
import { foldWholeNumber } from './numbers';
import { foldWords } from './words';
import { unwrapAnswer } from './wrappers';

/** Removing one mark can lay another bare; texts settle after one or two passes. */
const MAX_PASSES = 6;

/**
 * The canonical text for exact match: only differences without meaning are gone, and in doubt a
 * difference stays. Empty if the text holds nothing but punctuation; an empty result equals nothing.
 */
export function normalize(text: string): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = foldOnce(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * The seats whose texts normalise to the same, in seat order, as are the groups. A text that normalises
 * to nothing stands alone.
 */
export function groupBySameText(texts: readonly { seat: Seat; text: string }[]): Seat[][] {
  const groups: Seat[][] = [];
  const byText = new Map<string, Seat[]>();
  for (const { seat, text } of [...texts].sort((a, b) => (a.seat < b.seat ? -1 : 1))) {
    const canonical = normalize(text);
    const group = canonical === '' ? undefined : byText.get(canonical);
    if (group) group.push(seat);
    else {
      const fresh = [seat];
      groups.push(fresh);
      if (canonical !== '') byText.set(canonical, fresh);
    }
  }
  return groups;
}

function foldOnce(text: string): string {
  const source = text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll(CODE_MARK, '');
  const { prose, codes } = liftCode(source, isPlainWord);
  const answer = unwrapAnswer(foldMarkdown(foldCharacters(prose)));
  if (answer === CODE_MARK) return foldWholeCode(codes[0] ?? '');
  const folded = foldWholeNumber(foldWords(foldLatex(answer))).normalize('NFC');
  return /^[\s\p{P}\p{Sk}]*$/u.test(folded) ? '' : restoreCode(folded, codes).trim();
}

/** Code that reads the same as prose loses its fence, so that `42` in a fence equals 42 without one. */
function foldWholeCode(code: string): string {
  return !/[`~\n]/.test(code) && foldOnce(code) === code ? code : fenced(code).trim();
}

const isPlainWord = (code: string): boolean => /^[\p{L}\p{M}\p{N}]+$/u.test(code) && foldWords(code) === code;

/** The size of a fraction is typesetting. */
const foldLatex = (text: string): string => text.replace(/\\[cdt]frac(?![A-Za-z])/g, '\\frac');
