import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { normalize } from './index';

const PIECES = [
  '*',
  '**',
  '_',
  '`',
  '```',
  '~~~',
  '#',
  '# ',
  '> ',
  '- ',
  '$',
  '$$',
  '\\(',
  '\\)',
  '\\boxed{',
  '}',
  '"',
  '“',
  '”',
  '(',
  ')',
  '.',
  '。',
  '!',
  '-',
  '—',
  '−',
  '\n',
  ' ',
  '\t',
  '\u200B',
  '\u200D',
  '5',
  '1,000',
  '.5',
  'Paris',
  'mW',
  'ABC',
  'é',
  'ﬁ',
  '１',
  '＊',
  '＃',
  'が',
  '👍',
  '\u0301',
  "'",
  '’',
];
const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(markup, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const RUNS = { numRuns: 2000 };

describe('properties', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text));
      }),
      RUNS,
    );
  });

  it('is the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(normalize(text.normalize('NFD'))).toBe(normalize(text.normalize('NFC')));
      }),
      RUNS,
    );
  });

  it('never ignores a minus sign before a number', () => {
    const context = fc.tuple(
      fc.constantFrom('', 'It is ', 'x = ', '$', '**', '\\boxed{', '(', '`', '- ', '> ', '|'),
      fc.double({ noNaN: true, min: 0 }),
      fc.constantFrom('', '.', ' mW', '%', '$', '**', '}', ')', '`', '|'),
    );
    fc.assert(
      fc.property(context, ([before, value, after]) => {
        expect(normalize(`${before}-${value}${after}`)).not.toBe(normalize(`${before}${value}${after}`));
      }),
      RUNS,
    );
  });

  it('keeps every digit in order', () => {
    const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');
    fc.assert(
      fc.property(markup, (text) => {
        const canonical = normalize(text);
        fc.pre(canonical !== '');
        expect(digits(canonical)).toBe(digits(text));
      }),
      RUNS,
    );
  });

  it('joins two different whole numbers never', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (left, right) => {
        fc.pre(String(left) !== String(right));
        expect(normalize(`${left}`)).not.toBe(normalize(`${right}`));
      }),
      RUNS,
    );
  });
});

describe('long texts', () => {
  it.each([
    '*',
    '`',
    '``` ',
    '$x',
    '(',
    '\\boxed{',
    '"',
    '> ',
    '- a\n',
    'a-',
    "a'",
    '# a\n',
    '1,000',
    ' ',
    '\n',
    '**a** ',
    'Ab ',
    '$',
    '\\',
    '_a ',
    '{',
    '。',
    '\u200D',
    '*a ',
    '~~~\n',
    ' `',
    'A',
    '...',
    '(A ',
    "'a",
  ])('300,000 characters of %j take less than two seconds', (piece) => {
    const text = piece.repeat(Math.ceil(300_000 / piece.length));
    const start = performance.now();
    normalize(`Paris ${text}`);
    normalize(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
