import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { z } from 'zod';

import { normalize } from '@/lib/consensus/normalize';
import { estimateSimilarity } from '@/lib/consensus/similarity';

interface Pair {
  left: string;
  right: string;
  equivalent: boolean;
  slice: string;
}

/** Counts and shares of one rule on one file. Shares are 0 to 1, null when nothing was called same or is same. */
export interface ExactScore {
  same: number;
  different: number;
  trueSame: number;
  falseSame: number;
  precision: number | null;
  recall: number | null;
}

export interface ExactCheckResult {
  files: Record<
    string,
    { normalizer: ExactScore; plainRule: ExactScore; plainRuleWithoutCollisions: ExactScore }
  >;
  /** Area under the curve of the similarity estimate: all pairs, and without those picked for colliding. */
  similarityAuc: { all: number; withoutCollisions: number };
  /** Milliseconds of one estimate between two texts of that length, median of five. */
  similarityMs: { chars8000: number; chars300000: number };
}

const FILES = ['equivalence.jsonl', 'equivalence-by-sa.jsonl', 'math-pairs.jsonl'] as const;

const lineSchema = z.union([
  z.object({ a: z.string(), b: z.string(), equivalent: z.boolean(), slice: z.string().default('') }),
  z
    .object({ gold: z.string(), answer: z.string(), equivalent: z.boolean() })
    .transform(({ gold, answer, equivalent }) => ({ a: gold, b: answer, equivalent, slice: '' })),
]);

/** Measures the normaliser, the plain rule and the similarity estimate on the labelled pairs in a folder. */
export async function measureExactCheck(dataDir: string): Promise<ExactCheckResult> {
  const files: ExactCheckResult['files'] = {};
  let rated: Pair[] = [];
  for (const file of FILES) {
    const pairs = await readPairs(join(dataDir, file));
    if (file === 'equivalence.jsonl') rated = pairs;
    files[file] = {
      normalizer: score(pairs, normalize),
      plainRule: score(pairs, plainRule),
      plainRuleWithoutCollisions: score(pairs.filter(isNatural), plainRule),
    };
  }
  return {
    files,
    similarityAuc: { all: similarityAuc(rated), withoutCollisions: similarityAuc(rated.filter(isNatural)) },
    similarityMs: { chars8000: timeEstimate(rated, 8_000), chars300000: timeEstimate(rated, 300_000) },
  };
}

const isNatural = (pair: Pair): boolean => !pair.slice.endsWith('collision');

async function readPairs(path: string): Promise<Pair[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const { a, b, equivalent, slice } = lineSchema.parse(JSON.parse(line));
    return { left: a, right: b, equivalent, slice };
  });
}

/** The yardstick: strip all punctuation and symbols, lower-case, collapse blanks. */
function plainRule(text: string): string {
  return text
    .replace(/[\p{P}\p{S}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function score(pairs: readonly Pair[], canonical: (text: string) => string): ExactScore {
  const calledSame = pairs.filter(
    ({ left, right }) => canonical(left) !== '' && canonical(left) === canonical(right),
  );
  const same = pairs.filter((pair) => pair.equivalent).length;
  const trueSame = calledSame.filter((pair) => pair.equivalent).length;
  return {
    same,
    different: pairs.length - same,
    trueSame,
    falseSame: calledSame.length - trueSame,
    precision: calledSame.length === 0 ? null : trueSame / calledSame.length,
    recall: same === 0 ? null : trueSame / same,
  };
}

/** The chance that an equivalent pair gets a higher estimate than a different one; ties count half. */
function similarityAuc(pairs: readonly Pair[]): number {
  const rated = pairs.map((pair) => ({ ...pair, estimate: estimateSimilarity(pair.left, pair.right) }));
  const same = rated.filter((pair) => pair.equivalent);
  const different = rated.filter((pair) => !pair.equivalent);
  let wins = 0;
  for (const high of same) {
    for (const low of different)
      wins += high.estimate > low.estimate ? 1 : high.estimate === low.estimate ? 0.5 : 0;
  }
  return wins / (same.length * different.length);
}

function timeEstimate(pairs: readonly Pair[], length: number): number {
  const fill = (texts: string[]): string => texts.join('\n').repeat(40).slice(0, length);
  const left = fill(pairs.map((pair) => pair.left));
  const right = fill(pairs.map((pair) => pair.right));
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    estimateSimilarity(left, right);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[2] ?? 0;
}
