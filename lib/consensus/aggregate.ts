import type { AgreementStatus, EngineResult, EngineStatus, Verification } from './schema';

/** How far each engine is trusted, 0 to 1. An engine that is not listed weighs UNKNOWN_WEIGHT. */
export const ENGINE_WEIGHTS: Readonly<Record<string, number>> = {
  symbolic: 1,
  logic: 0.995,
  code: 0.99,
  stats: 0.98,
};
const UNKNOWN_WEIGHT = 0.5;

/** `error` of a result whose engine had no sandbox to run in. */
export const NO_SANDBOX = 'blocked_secure_execution';

export interface Aggregate {
  answer: string | null;
  /** 0 to 0.999. */
  confidence: number;
  agreement: AgreementStatus;
  status: EngineStatus;
  enginesUsed: number;
}

type Judged = Pick<EngineResult, 'engine' | 'result' | 'confidence' | 'success' | 'status' | 'error'>;

/**
 * What all engines together make of one claim: a weighted vote over their values. VERIFIED only when
 * every engine said so and all values agree; confidence alone never makes it so.
 */
export function aggregate(results: readonly Judged[]): Aggregate {
  const nothing = { answer: null, confidence: 0, enginesUsed: results.length };
  if (results.length === 0) return { ...nothing, agreement: 'no_results', status: 'UNVERIFIABLE' };
  if (results.some((result) => result.error === NO_SANDBOX)) {
    return { ...nothing, agreement: 'blocked_secure_execution', status: 'BLOCKED' };
  }
  if (results.every((result) => result.status === 'BLOCKED'))
    return { ...nothing, agreement: 'blocked', status: 'BLOCKED' };
  const succeeded = results.filter((result) => result.success && result.status !== 'BLOCKED');
  if (succeeded.length === 0) return { ...nothing, agreement: 'all_failed', status: 'UNVERIFIABLE' };
  const vote = weighValues(succeeded);
  const isVerified =
    vote.agreement === 'unanimous' && results.every((result) => result.status === 'VERIFIED');
  return { ...vote, status: isVerified ? 'VERIFIED' : 'UNVERIFIABLE', enginesUsed: results.length };
}

function weighValues(results: readonly Judged[]): Pick<Aggregate, 'answer' | 'confidence' | 'agreement'> {
  const groups = new Map<string, { answer: string | null; weight: number }>();
  for (const { engine, result, confidence } of results) {
    const key = valueKey(result);
    const group = groups.get(key) ?? { answer: result, weight: 0 };
    group.weight += (ENGINE_WEIGHTS[engine] ?? UNKNOWN_WEIGHT) * confidence;
    groups.set(key, group);
  }
  const ranked = [...groups.values()];
  const total = ranked.reduce((sum, group) => sum + group.weight, 0);
  const best = ranked.reduce((winner, group) => (group.weight > winner.weight ? group : winner));
  const { answer } = best;
  if (ranked.length === 1)
    return { answer, agreement: 'unanimous', confidence: Math.min(0.999, best.weight / results.length) };
  const share = total === 0 ? 0 : best.weight / total;
  if (best.weight > total / 2) return { answer, agreement: 'majority', confidence: Math.min(0.95, share) };
  return { answer, agreement: 'split', confidence: Math.min(0.7, share) };
}

/** Equal for values that are the same number however they are written; `null` equals nothing but `null`. */
export function valueKey(value: string | null): string {
  if (value === null) return 'null';
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,6}))?$/i.exec(value.trim());
  const [whole = '', fraction = ''] = [match?.[2], match?.[3]];
  if (!match || whole + fraction === '') return `text ${value}`;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return 'number 0';
  const exponent = Number(match[4] ?? 0) - fraction.length + (digits.length - kept.length);
  return `number ${match[1] === '-' ? '-' : ''}${kept}e${exponent}`;
}

/** The status of a whole verification: of one mind, or UNVERIFIABLE. */
export function verificationStatus(statuses: readonly EngineStatus[]): Verification['status'] {
  const [first] = statuses;
  if (first === undefined) return 'no_results';
  return first !== 'UNVERIFIABLE' && statuses.every((status) => status === first) ? first : 'UNVERIFIABLE';
}
