import { describe, expect, it } from 'vitest';

import { groupBySameText, normalize } from './index';

describe('normalize folds what carries no meaning', () => {
  it.each([
    ['bold and heading', '## **Blue whale**', 'blue whale'],
    ['bold italic', '***Blue whale***', 'Blue whale'],
    ['a title in italics', 'It is *Middlemarch*', 'it is Middlemarch'],
    ['bold inside Japanese', 'これは**東京**です', 'これは東京です'],
    ['list marks', '- red wine\n- white wine', 'red wine\nwhite wine'],
    ['two kinds of bullet', '* red wine\n* white wine', '\u2022 red wine\n\u2022 white wine'],
    ['a quoted answer', '> Blue whale', 'blue whale'],
    ['letter case', 'THE BLUE WHALE IS BIG', 'the Blue Whale is big'],
    ['a short reply', 'NO', 'No.'],
    ['case outside Latin', 'МОСКВА', 'москва'],
    ['line ends', 'red\r\n\r\nblue', 'red blue'],
    ['no-break blanks', 'blue\u00A0 whale', 'blue whale'],
    ['zero width', 'blue\u200B wh\u2060ale\uFEFF', 'blue whale'],
    ['a soft hyphen', 'photo\u00ADsynthesis', 'photosynthesis'],
    ['a joiner in Latin', 'wha\u200Dle', 'whale'],
    ['composed and decomposed', 'Zu\u0308rich', 'Zürich'],
    ['full width', 'Ｗｈａｌｅ４２', 'Whale42'],
    ['half-width katakana', 'ｶﾞｿﾘﾝ', 'ガソリン'],
    ['ligatures', 'ﬁnal oﬀer', 'final offer'],
    ['hyphen and blank', 'long-term plan', 'long term plan'],
    ['em dash and blank', 'long\u2014term', 'long term'],
    ['quotes around the answer', '\u201CThe Trial\u201D.', 'The Trial'],
    ['quotes in the answer', 'he said \u201Cno way\u201D twice', 'he said "no way" twice'],
    ['apostrophe forms', 'the whale\u2019s tail', "the whale's tail"],
    ['a full stop', 'Blue whale.', 'Blue whale'],
    ['a full stop after a number', 'It is 42.', 'it is 42'],
    ['a Chinese full stop', '蓝鲸。', '蓝鲸'],
    ['a Hindi full stop', 'नीली व्हेल।', 'नीली व्हेल'],
    ['an exclamation mark', 'Berlin!', 'Berlin'],
    ['an option in brackets', '(B)', 'B'],
    ['a minus sign', '\u221212', '-12'],
    ['a range with either dash', '1990\u20131995', '1990-1995'],
    ['grouped digits', '1,234,567', '1234567'],
    ['grouped digits with currency and unit', '$1,500.50', '$1500.50'],
    ['a boxed answer', '$\\boxed{\\text{(B)}}.$', 'B'],
    ['nested boxes', '\\boxed{\\boxed{7}}', '7'],
    ['dollars around', '$x^2 + 1$', 'x^2 + 1'],
    ['brackets of mathematics', '\\[ \\frac{1}{2} \\]', '\\(\\dfrac{1}{2}\\)'],
    ['an escaped dollar', '\\$12', '$12'],
    ['a number in code', '`42`', '42'],
    ['a fenced number', '```\n42\n```', '42'],
    ['a call in code and bare', '```js\nmain()\n```', 'main()'],
    ['fence labels', '```py\nx = A\nB\n```', '~~~python\nx = A  \nB\n\n~~~'],
    ['an unclosed fence', '```\nx = A\nB', '```\nx = A\nB\n```'],
    ['bold code', '**`a && b`**', '`a && b`'],
  ])('%s', (_name, left, right) => {
    expect(normalize(left)).not.toBe('');
    expect(normalize(left)).toBe(normalize(right));
  });
});

describe('texts that hold nothing', () => {
  it.each(['', ' \n', '...', '???', '!', '---', '***', '“”', '```\n```', '\u200B', '。', '()'])(
    '%j normalises to nothing',
    (text) => {
      expect(normalize(text)).toBe('');
    },
  );

  it.each(['+', '=', '👍', '`&&`', '<', '0', '∅', '√'])('%j is an answer', (text) => {
    expect(normalize(text)).not.toBe('');
  });
});

describe('groupBySameText', () => {
  it('gives groups in seat order, whatever the order of the texts', () => {
    const texts = [
      { seat: 'D' as const, text: 'red' },
      { seat: 'B' as const, text: '**Blue**' },
      { seat: 'A' as const, text: 'Red.' },
      { seat: 'C' as const, text: 'blue' },
    ];
    expect(groupBySameText(texts)).toEqual([
      ['A', 'D'],
      ['B', 'C'],
    ]);
  });

  it('lets an empty text agree with nothing, not even another', () => {
    const texts = [
      { seat: 'A' as const, text: '...' },
      { seat: 'B' as const, text: '...' },
    ];
    expect(groupBySameText(texts)).toEqual([['A'], ['B']]);
  });
});
