import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { estimateSimilarity } from './similarity';

describe('estimateSimilarity', () => {
  it.each([
    ['the same text', 'Blue whale', 'Blue whale'],
    ['the same after normalisation', '**Blue whale**', 'blue whale.'],
    ['the same in another form', 'Zu\u0308rich', 'Zürich'],
  ])('gives 100 for %s', (_name, candidate, finalAnswer) => {
    expect(estimateSimilarity(candidate, finalAnswer)).toBe(100);
  });

  it.each([
    ['both empty', '', ''],
    ['nothing but marks', '...', 'Paris'],
    ['no character in common', 'abc', 'xyz'],
    ['other scripts', '서울', '北京'],
  ])('gives 0 for %s', (_name, candidate, finalAnswer) => {
    expect(estimateSimilarity(candidate, finalAnswer)).toBe(0);
  });

  it.each([
    [
      'the same words over other words',
      'The blue whale is the largest animal.',
      'The blue whale is the largest of animals.',
      'Gold melts at high heat.',
    ],
    ['the same number over another', 'The result is 42.', 'The result: 42', 'The result: 47'],
    ['a number over its negative', 'x = 5 holds', 'x = 5', 'x = -5'],
    ['Japanese', '日本の首都は東京です', '首都は東京', '首都は大阪'],
    ['Hindi vowel signs', 'दिन', 'दिन है', 'दान है'],
    ['Arabic', 'عاصمة مصر هي القاهرة', 'القاهرة', 'دمشق'],
  ])('ranks %s', (_name, text, near, far) => {
    expect(estimateSimilarity(near, text)).toBeGreaterThan(estimateSimilarity(far, text));
  });

  it('lowers the score a lot when no number is shared', () => {
    expect(
      estimateSimilarity(
        'The train arrives at 10:45 on platform 7',
        'The train arrives at 11:20 on platform 9',
      ),
    ).toBeLessThan(35);
  });

  it('reads grouped digits as one number', () => {
    expect(estimateSimilarity('about 1,250 people came', 'about 1250 people')).toBeGreaterThan(70);
  });

  it('stays within 0 and 100 with one decimal, alike in both directions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        const score = estimateSimilarity(left, right);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(Math.round(score * 10) / 10).toBe(score);
        expect(estimateSimilarity(right, left)).toBe(score);
      }),
    );
  });
});
