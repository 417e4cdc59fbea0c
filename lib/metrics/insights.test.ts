import { describe, expect, it } from 'vitest';
import { insightsOf, type LabelledFacts } from './insights';

function times(count: number, facts: Partial<LabelledFacts>): LabelledFacts[] {
  return Array.from({ length: count }, () => ({
    path: null,
    agreement: null,
    confidence: null,
    label: {},
    ...facts,
  }));
}

const same = { path: 'semantic', agreement: 'agree' } as const;
const split = { path: 'synthesis', agreement: 'disagree' } as const;

describe('insightsOf', () => {
  it('counts false unanimous and false split over the runs where the machine said so', () => {
    const insights = insightsOf([
      ...times(6, { ...same, label: { path: 'right' } }),
      ...times(2, { ...same, label: { path: 'split' } }),
      ...times(2, { path: 'exact', label: { path: 'right' } }),
      ...times(9, { ...split, label: { path: 'right' } }),
      ...times(1, { ...split, label: { path: 'unanimous' } }),
    ]);
    expect(insights.falseUnanimous).toMatchObject({ count: 2, total: 10, rate: 0.2, enough: false });
    expect(insights.falseSplit).toMatchObject({ count: 1, total: 10, rate: 0.1 });
    // 6 both same, 2 only the judge, 1 only the person, 9 both different: po 15/18, pe (8·7 + 10·11)/18²
    expect(insights.kappa.kappa).toBeCloseTo((15 / 18 - 166 / 324) / (1 - 166 / 324), 10);
    expect(insights.kappa.total).toBe(18);
  });

  it('does not count a judge that could not judge as having split', () => {
    const insights = insightsOf(
      times(3, { path: 'synthesis', agreement: 'could_not_judge', label: { path: 'unanimous' } }),
    );
    expect(insights.falseSplit.total).toBe(0);
    expect(insights.kappa.total).toBe(0);
  });

  it('takes the judge at its word where the writer failed', () => {
    const insights = insightsOf(
      times(1, { path: 'fallback', agreement: 'disagree', label: { path: 'unanimous' } }),
    );
    expect(insights.falseSplit).toMatchObject({ count: 1, total: 1 });
  });

  it('counts correct answers per path, without those nobody could tell', () => {
    const insights = insightsOf([
      ...times(3, { ...same, label: { answer: 'correct' } }),
      ...times(1, { ...same, label: { answer: 'partly' } }),
      ...times(5, { ...same, label: { answer: 'cant_tell' } }),
      ...times(1, { ...split, label: { answer: 'wrong' } }),
    ]);
    expect(insights.accuracy).toMatchObject({ count: 3, total: 5 });
    expect(insights.accuracyByPath.semantic).toMatchObject({ count: 3, total: 4 });
    expect(insights.accuracyByPath.synthesis).toMatchObject({ count: 0, total: 1 });
    expect(insights.labels).toBe(10);
  });

  it('calibrates only answers that have a confidence and a grade', () => {
    const insights = insightsOf([
      ...times(1, { confidence: 80, label: { answer: 'correct' } }),
      ...times(1, { confidence: null, label: { answer: 'correct' } }),
      ...times(1, { confidence: 80, label: { path: 'right' } }),
    ]);
    expect(insights.calibration.total).toBe(1);
    expect(insights.calibration.brier).toBeCloseTo(0.04);
  });
});
