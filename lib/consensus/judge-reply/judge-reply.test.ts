import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveVerdict, explainUnusable, NO_RATIONALE, readAgreement, readReview, readVote } from './index';

describe('readAgreement', () => {
  const read = (groups: unknown, more: object = {}) =>
    readAgreement(JSON.stringify({ groups, ...more }), ['A', 'B', 'D'], ['C']);

  it.each([
    ['one group', [['B', 'A', 'D']], [['A', 'B', 'D']]],
    ['two groups in any order', [['D'], ['B', 'A']], [['A', 'B'], ['D']]],
    ['a failed seat named along', [['A', 'B', 'C', 'D']], [['A', 'B', 'D']]],
    ['a failed seat in a group of its own', [['A', 'B', 'D'], ['C']], [['A', 'B', 'D']]],
  ])('takes %s', (_, groups, expected) => expect(read(groups)).toMatchObject({ ok: true, groups: expected }));

  it.each([
    ['a seat left out', [['A', 'B']], 'not_a_partition'],
    [
      'a seat in two groups',
      [
        ['A', 'B'],
        ['B', 'D'],
      ],
      'not_a_partition',
    ],
    ['a seat twice in a group', [['A', 'A', 'B', 'D']], 'not_a_partition'],
    ['a seat nobody has', [['A', 'B', 'D', 'E']], 'not_a_partition'],
    ['small letters', [['a', 'b', 'd']], 'not_a_partition'],
    ['longer names', [['Seat A', 'Seat B', 'Seat D']], 'not_a_partition'],
    ['numbers', [[1, 2, 3]], 'not_a_partition'],
    ['an empty group', [['A', 'B', 'D'], []], 'not_a_partition'],
    ['a flat list', ['A', 'B', 'D'], 'not_a_partition'],
    ['no groups', [], 'not_a_partition'],
    ['a word', 'all', 'no_groups'],
    ['null', null, 'no_groups'],
  ])('refuses %s', (_, groups, why) => expect(read(groups)).toEqual({ ok: false, why }));

  it('puts the words on one line of 300 code points, in well-formed Unicode', () => {
    const reading = read([['A', 'B', 'D']], {
      conclusion: '  one\n\ttwo \ud800',
      differences: '🍀'.repeat(400),
    });
    expect(reading).toMatchObject({ conclusion: 'one two \uFFFD' });
    expect(reading.ok && Array.from(reading.differences)).toHaveLength(300);
  });

  it('takes a list where words belong as no words', () => {
    expect(read([['A', 'B', 'D']], { conclusion: ['x'], differences: 3 })).toMatchObject({
      conclusion: '',
      differences: '',
    });
  });
});

describe('deriveVerdict', () => {
  it.each([
    ['one group is unanimous', [['A', 'B']], 'unanimous', ['A', 'B']],
    ['two of three are a majority', [['A'], ['B', 'C']], 'majority', ['B', 'C']],
    ['two of four are none', [['A', 'B'], ['C'], ['D']], 'split', []],
    ['all apart are split', [['A'], ['B'], ['C']], 'split', []],
  ] as const)('%s', (_, groups, verdict, agreeing) =>
    expect(deriveVerdict(groups.map((group) => [...group]))).toEqual({ verdict, agreeing }),
  );
});

describe('readReview', () => {
  const read = (similarity: unknown, confidence: unknown = 82, rationale: unknown = 'x') =>
    readReview(JSON.stringify({ similarity, confidence, rationale }), ['A', 'C'], ['B']);

  it('takes numbers from 0 to 100 as they are', () => {
    expect(read({ A: 0, C: 99.5 }, 100)).toEqual({
      ok: true,
      similarity: { A: 0, C: 99.5 },
      confidence: 100,
      rationale: 'x',
    });
  });

  it.each([
    ['whole numbers up to 1', { A: 1, C: 0 }, 1],
    ['a failed seat scored along', { A: 90, B: 'n/a', C: 80 }, 70],
  ])('takes %s', (_, similarity, confidence) => expect(read(similarity, confidence).ok).toBe(true));

  it.each([
    ['text for a number', { A: '96', C: 95 }, 82, 'score_missing'],
    ['a share as text', { A: '85/100', C: 95 }, 82, 'score_missing'],
    ['a boolean', { A: true, C: 95 }, 82, 'score_missing'],
    ['null', { A: null, C: 95 }, 82, 'score_missing'],
    ['more than 100', { A: 101, C: 95 }, 82, 'score_missing'],
    ['less than 0', { A: -1, C: 95 }, 82, 'score_missing'],
    ['a seat left out', { A: 96 }, 82, 'score_missing'],
    ['no confidence', { A: 96, C: 95 }, null, 'score_missing'],
    ['confidence as text', { A: 96, C: 95 }, '82', 'score_missing'],
    ['another label', { A: 96, C: 95, G: 3 }, 82, 'unknown_label'],
    ['small letters', { a: 96, c: 95 }, 82, 'unknown_label'],
    ['a list', [96, 95], 82, 'no_scores'],
    ['no scores at all', undefined, 82, 'no_scores'],
    ['a scale from 0 to 1', { A: 0.96, C: 1 }, 0.8, 'wrong_scale'],
    ['confidence on a scale from 0 to 1', { A: 96, C: 95 }, 0.8, 'wrong_scale'],
  ])('refuses %s', (_, similarity, confidence, why) =>
    expect(read(similarity, confidence)).toEqual({ ok: false, why }),
  );

  it('refuses a number too large to be one', () => {
    expect(readReview('{"similarity": {"A": 1e999}, "confidence": 5}', ['A'], [])).toEqual({
      ok: false,
      why: 'score_missing',
    });
  });

  it.each([
    ['absent', undefined, NO_RATIONALE],
    ['blank', ' \n', NO_RATIONALE],
    ['a list', ['x'], NO_RATIONALE],
    ['on several lines', ' a\n\nb\tc ', 'a b c'],
  ])('gives one line for a rationale that is %s', (_, rationale, expected) => {
    const raw = JSON.stringify({ similarity: { A: 5 }, confidence: 5, rationale });
    expect(readReview(raw, ['A'], [])).toMatchObject({ rationale: expected });
  });
});

describe('readVote', () => {
  const vote = { verdict: ' Allow ', risk: 'OK', riskScore: 0.1, critique: ' fine\nreally ' };

  it('reads words trimmed and in lower case', () => {
    expect(readVote(JSON.stringify(vote))).toEqual({
      ok: true,
      verdict: 'allow',
      risk: 'ok',
      riskScore: 0.1,
      critique: 'fine\nreally',
    });
  });

  it('reads an unknown risk as no signal and a missing critique as none', () => {
    expect(readVote(JSON.stringify({ ...vote, risk: 'okay', critique: null }))).toMatchObject({
      risk: '',
      critique: '',
    });
  });

  it.each([
    ['an unknown verdict', { verdict: 'not allow' }, 'no_verdict'],
    ['a missing verdict', { verdict: undefined }, 'no_verdict'],
    ['a score above 1', { riskScore: 10 }, 'no_risk_score'],
    ['a score as text', { riskScore: '0.1' }, 'no_risk_score'],
  ])('refuses %s', (_, change, why) =>
    expect(readVote(JSON.stringify({ ...vote, ...change }))).toEqual({ ok: false, why }),
  );
});

it('passes on why a reply holds no object, with a sentence for each reason', () => {
  expect(readAgreement('{"groups": [["A"', ['A'], [])).toEqual({ ok: false, why: 'cut' });
  expect(explainUnusable('cut')).toBe('The JSON object of the reply is cut off.');
});

it('never throws, whatever the object holds', () => {
  const reply = fc.record({
    groups: fc.anything(),
    similarity: fc.anything(),
    confidence: fc.anything(),
    verdict: fc.anything(),
  });
  const print = (value: unknown) =>
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? 1 : inner));
  fc.assert(
    fc.property(reply, (value) => {
      const raw = print(value);
      readAgreement(raw, ['A', 'B'], ['C']);
      readReview(raw, ['A', 'B'], ['C']);
      readVote(raw);
    }),
  );
});
