import { ENOUGH, rateOf, type Rate } from './interval';

/** One answer: how sure the judge was (0 to 100), and whether a person found it correct. */
export interface Judged {
  confidence: number;
  correct: boolean;
}

export interface CalibrationBin {
  /** Confidence from `from` (included) to `to` (not included; 100 is in the last). */
  from: number;
  to: number;
  /** Mean confidence of the bin, 0 to 1; null when it is empty. */
  meanConfidence: number | null;
  correct: Rate;
}

export interface Calibration {
  bins: CalibrationBin[];
  /** Mean squared distance of confidence and truth, 0 (best) to 1. Null without data. */
  brier: number | null;
  total: number;
  enough: boolean;
}

const BINS = 10;

/** The reliability diagram in ten bins, and the Brier score. */
export function calibrationOf(judged: readonly Judged[]): Calibration {
  const width = 100 / BINS;
  const bins = Array.from({ length: BINS }, (_, index) => {
    const inside = judged.filter(
      ({ confidence }) => Math.min(Math.floor(confidence / width), BINS - 1) === index,
    );
    return {
      from: index * width,
      to: (index + 1) * width,
      meanConfidence: mean(inside.map(({ confidence }) => confidence / 100)),
      correct: rateOf(inside.filter(({ correct }) => correct).length, inside.length),
    };
  });
  const brier = mean(judged.map(({ confidence, correct }) => (confidence / 100 - Number(correct)) ** 2));
  return { bins, brier, total: judged.length, enough: judged.length >= ENOUGH };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
