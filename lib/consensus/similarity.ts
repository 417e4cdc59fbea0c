import { groupBySameText } from './normalize';

/** Weight of the overlap in the shorter text; the rest weighs both lengths. */
const SHORTER_TEXT_WEIGHT = 0.85;
/** What is left of the score when both texts state numbers and share none. */
const NO_SHARED_NUMBER = 0.3;
/** When they share some, the factor runs from here to 1. */
const SOME_SHARED_NUMBER = 0.6;
/** Long texts that share no more than this are taken for different without being normalised. */
const SURELY_DIFFERENT = 0.9;
const SHORT_TEXT = 2_000;
/** A hyphen after a letter or digit is not a sign. */
const NUMBER = /(?:[-\u2212](?<![\p{L}\p{N}].))?\p{Nd}+(?:[.,/:]\p{Nd}+)*/gu;
/** Texts that are not the same never reach 100. */
const MOST_FOR_DIFFERENT = 99;

/**
 * How alike a candidate and the final answer read, 0 to 100 with one decimal, for the case that the
 * judge's review can't be had. It compares pairs and triples of characters in any script, and numbers
 * as values. 100 only for the same text after normalisation.
 */
export function estimateSimilarity(candidate: string, finalAnswer: string): number {
  if (candidate.trim() === finalAnswer.trim()) return candidate.trim() === '' ? 0 : 100;
  const folded = [candidate.normalize('NFKC'), finalAnswer.normalize('NFKC')] as const;
  const left = comparable(folded[0]);
  const right = comparable(folded[1]);
  const overlap =
    left === '' || right === '' ? 0 : (gramOverlap(left, right, 2) + gramOverlap(left, right, 3)) / 2;
  const maybeSame = overlap > SURELY_DIFFERENT || Math.min(candidate.length, finalAnswer.length) < SHORT_TEXT;
  if (
    maybeSame &&
    groupBySameText([
      { seat: 'A', text: candidate },
      { seat: 'B', text: finalAnswer },
    ]).length === 1
  )
    return 100;
  const score = 100 * overlap * numberFactor(...folded);
  return Math.min(MOST_FOR_DIFFERENT, Math.round(score * 10) / 10);
}

/** Words, symbols and signs in one case, the rest as single blanks. */
function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{S}.%-]+/gu, ' ')
    .trim();
}

/** Share of common runs of `length` characters, 0 to 1. Runs that fall in one bucket count as equal. */
function gramOverlap(left: string, right: string, length: number): number {
  const size = bucketCount(Math.max(left.length, right.length));
  const a = gramsOf(` ${left} `, length, size);
  const b = gramsOf(` ${right} `, length, size);
  const counts = new Int32Array(size);
  for (const gram of a) counts[gram] = (counts[gram] ?? 0) + 1;
  let common = 0;
  for (const gram of b) {
    const unmatched = counts[gram] ?? 0;
    if (unmatched > 0) common += 1;
    counts[gram] = unmatched - 1;
  }
  const ofShorter = common / Math.max(1, Math.min(a.length, b.length));
  const ofBoth = (2 * common) / Math.max(1, a.length + b.length);
  return SHORTER_TEXT_WEIGHT * ofShorter + (1 - SHORTER_TEXT_WEIGHT) * ofBoth;
}

/** A power of two with room to spare, so that different runs seldom meet. */
const bucketCount = (length: number): number =>
  2 ** Math.min(16, Math.max(10, Math.ceil(Math.log2(length * 8))));

/** The bucket of every run of characters, in order. */
function gramsOf(text: string, length: number, size: number): Int32Array {
  const grams = new Int32Array(Math.max(0, text.length - length + 1));
  for (let at = 0; at < grams.length; at += 1) {
    let hash = 0;
    for (let offset = at; offset < at + length; offset += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(offset), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    grams[at] = hash & (size - 1);
  }
  return grams;
}

/** Different numbers lower the score a lot; a text without digits may have them in words, so says nothing. */
function numberFactor(left: string, right: string): number {
  const a = numbersIn(left);
  const b = numbersIn(right);
  if (a.size === 0 || b.size === 0) return 1;
  let shared = 0;
  for (const value of a) if (b.has(value)) shared += 1;
  if (shared === 0) return NO_SHARED_NUMBER;
  return SOME_SHARED_NUMBER + ((1 - SOME_SHARED_NUMBER) * shared) / Math.min(a.size, b.size);
}

function numbersIn(text: string): Set<string> {
  const found = text.match(NUMBER) ?? [];
  return new Set(found.map((value) => value.replaceAll('\u2212', '-').replace(/,(?=\p{Nd}{3})/gu, '')));
}
