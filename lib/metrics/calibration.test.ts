import { describe, expect, it } from 'vitest';
import { calibrationOf } from './calibration';

describe('calibrationOf', () => {
  it('puts each confidence into its tenth, 100 into the last', () => {
    const { bins } = calibrationOf(
      [0, 9.9, 10, 89, 90, 100].map((confidence) => ({ confidence, correct: true })),
    );
    expect(bins.map((bin) => bin.correct.total)).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 1, 2]);
    expect(bins[9]?.meanConfidence).toBeCloseTo(0.95);
    expect(bins[2]?.meanConfidence).toBeNull();
  });

  it.each([
    { name: 'sure and right', judged: [{ confidence: 100, correct: true }], brier: 0 },
    { name: 'sure and wrong', judged: [{ confidence: 100, correct: false }], brier: 1 },
    {
      name: 'always undecided',
      judged: [
        { confidence: 50, correct: true },
        { confidence: 50, correct: false },
      ],
      brier: 0.25,
    },
    // (0.1² + 0.8²) / 2
    {
      name: 'a mixture',
      judged: [
        { confidence: 90, correct: true },
        { confidence: 80, correct: false },
      ],
      brier: 0.325,
    },
  ])('scores $name with $brier', ({ judged, brier }) => {
    expect(calibrationOf(judged).brier).toBeCloseTo(brier, 10);
  });

  it('has no score without data, and not enough under thirty', () => {
    expect(calibrationOf([])).toMatchObject({ brier: null, enough: false, total: 0 });
    expect(calibrationOf(Array.from({ length: 30 }, () => ({ confidence: 70, correct: true }))).enough).toBe(
      true,
    );
  });
});
