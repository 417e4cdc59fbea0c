/** Two-sided 95 % quantile of the normal distribution. */
const Z95 = 1.959964;

/** A share of `count` out of `total`, 0 to 1, with its 95 % interval. Null without any data. */
export interface Rate {
  count: number;
  total: number;
  rate: number | null;
  low: number | null;
  high: number | null;
  /** False under 30 observations: a figure may be shown, but nothing should be concluded from it. */
  enough: boolean;
}

export const ENOUGH = 30;

/** Wilson's score interval: stays within 0 and 1 and holds for few observations and for extremes. */
export function rateOf(count: number, total: number): Rate {
  if (total === 0) return { count, total, rate: null, low: null, high: null, enough: false };
  const rate = count / total;
  const square = Z95 ** 2 / total;
  const middle = (rate + square / 2) / (1 + square);
  const half = (Z95 / (1 + square)) * Math.sqrt((rate * (1 - rate)) / total + square / (4 * total));
  return {
    count,
    total,
    rate,
    low: Math.max(0, middle - half),
    high: Math.min(1, middle + half),
    enough: total >= ENOUGH,
  };
}

/** The 95 % interval of an estimate with a known standard error. */
export function normalInterval(estimate: number, standardError: number): { low: number; high: number } {
  return { low: estimate - Z95 * standardError, high: estimate + Z95 * standardError };
}
