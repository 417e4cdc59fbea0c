import { ENOUGH, normalInterval } from './interval';

/** How often the judge and the person said the same of one thing with two outcomes. */
export interface AgreementTable {
  bothYes: number;
  onlyJudge: number;
  onlyPerson: number;
  bothNo: number;
}

/** Agreement beyond chance: 1 = always, 0 = as by chance. Null where it is not defined. */
export interface Kappa {
  kappa: number | null;
  low: number | null;
  high: number | null;
  /** Share of pairs that agree, 0 to 1. */
  observed: number | null;
  total: number;
  enough: boolean;
}

/**
 * Cohen's kappa with its 95 % interval (Cohen 1960: SE = sqrt(po (1 - po) / n) / (1 - pe)).
 * Undefined (null) when both always said the same single thing, since chance alone does that.
 */
export function cohensKappa({ bothYes, onlyJudge, onlyPerson, bothNo }: AgreementTable): Kappa {
  const total = bothYes + onlyJudge + onlyPerson + bothNo;
  const enough = total >= ENOUGH;
  if (total === 0) return { kappa: null, low: null, high: null, observed: null, total, enough };
  const observed = (bothYes + bothNo) / total;
  const judgeYes = (bothYes + onlyJudge) / total;
  const personYes = (bothYes + onlyPerson) / total;
  const expected = judgeYes * personYes + (1 - judgeYes) * (1 - personYes);
  if (expected === 1) return { kappa: null, low: null, high: null, observed, total, enough };
  const kappa = (observed - expected) / (1 - expected);
  const error = Math.sqrt((observed * (1 - observed)) / total) / (1 - expected);
  const { low, high } = normalInterval(kappa, error);
  return { kappa, low: Math.max(-1, low), high: Math.min(1, high), observed, total, enough };
}
