import { describe, expect, it } from 'vitest';
import { rateOf } from './interval';

describe('rateOf', () => {
  it.each([
    { name: 'half of ten', count: 5, total: 10, rate: 0.5, low: 0.2366, high: 0.7634, enough: false },
    { name: 'none of ten', count: 0, total: 10, rate: 0, low: 0, high: 0.2775, enough: false },
    { name: 'all of ten', count: 10, total: 10, rate: 1, low: 0.7225, high: 1, enough: false },
    { name: 'one of thirty', count: 1, total: 30, rate: 0.0333, low: 0.0059, high: 0.1667, enough: true },
    { name: '81 of 263', count: 81, total: 263, rate: 0.308, low: 0.2553, high: 0.3662, enough: true },
  ])('$name', ({ count, total, rate, low, high, enough }) => {
    const found = rateOf(count, total);
    expect(found.rate).toBeCloseTo(rate, 4);
    expect(found.low).toBeCloseTo(low, 4);
    expect(found.high).toBeCloseTo(high, 4);
    expect(found.enough).toBe(enough);
  });

  it('says nothing of nothing', () => {
    expect(rateOf(0, 0)).toEqual({ count: 0, total: 0, rate: null, low: null, high: null, enough: false });
  });
});
