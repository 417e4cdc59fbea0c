import { describe, expect, it } from 'vitest';
import { cohensKappa } from './kappa';

describe('cohensKappa', () => {
  it.each([
    // po 35/50 = 0.7, pe 0.5 * 0.6 + 0.5 * 0.4 = 0.5, SE sqrt(0.21 / 50) / 0.5 = 0.12961
    { name: 'the textbook table', table: [20, 5, 10, 15], kappa: 0.4, low: 0.146, high: 0.654 },
    { name: 'full agreement', table: [20, 0, 0, 20], kappa: 1, low: 1, high: 1 },
    { name: 'agreement as by chance', table: [10, 10, 10, 10], kappa: 0, low: -0.3099, high: 0.3099 },
    { name: 'full disagreement', table: [0, 20, 20, 0], kappa: -1, low: -1, high: -1 },
  ])('$name', ({ table: [bothYes = 0, onlyJudge = 0, onlyPerson = 0, bothNo = 0], kappa, low, high }) => {
    const found = cohensKappa({ bothYes, onlyJudge, onlyPerson, bothNo });
    expect(found.kappa).toBeCloseTo(kappa, 3);
    expect(found.low).toBeCloseTo(low, 3);
    expect(found.high).toBeCloseTo(high, 3);
    expect(found.enough).toBe(true);
  });

  it('is not defined when both only ever said one thing', () => {
    const found = cohensKappa({ bothYes: 12, onlyJudge: 0, onlyPerson: 0, bothNo: 0 });
    expect(found).toEqual({ kappa: null, low: null, high: null, observed: 1, total: 12, enough: false });
  });

  it('is not defined without data', () => {
    expect(cohensKappa({ bothYes: 0, onlyJudge: 0, onlyPerson: 0, bothNo: 0 }).kappa).toBeNull();
  });
});
