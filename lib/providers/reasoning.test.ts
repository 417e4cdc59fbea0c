import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LeadingThinkBlock } from './reasoning';

function split(pieces: string[]) {
  const block = new LeadingThinkBlock();
  const parts = [...pieces.map((piece) => block.push(piece)), block.end()];
  return {
    text: parts.map((part) => part.text).join(''),
    reasoning: parts.map((part) => part.reasoning).join(''),
    isOpen: block.isOpen,
  };
}

describe('LeadingThinkBlock', () => {
  it.each([
    ['a block', '<think>a</think>b', 'b', 'a', false],
    ['the other tag, in capitals', '<THINKING>a</THINKING>b', 'b', 'a', false],
    ['after blanks', ' \n<think>a</think>b', 'b', 'a', false],
    ['never closed', '<think>a</thin', '', 'a</thin', true],
    ['closed by another tag', '<think>a</thinking>b', '', 'a</thinking>b', true],
    ['letters that grow when lowered', '<think>İİ</think>b', 'b', 'İİ', false],
    ['a tag further on', 'b <think>a</think>', 'b <think>a</think>', '', false],
    ['a tag in code', '`<think>`', '`<think>`', '', false],
    ['a beginning of a tag', '<thin', '<thin', '', false],
    ['a longer name', '<thinker>', '<thinker>', '', false],
    ['a second block', '<think>a</think><think>c</think>', '<think>c</think>', 'a', false],
  ])('%s', (_name, content, text, reasoning, isOpen) => {
    expect(split([content])).toEqual({ text, reasoning, isOpen });
    expect(split([...content])).toEqual({ text, reasoning, isOpen });
  });

  it('comes out the same wherever the content is cut', () => {
    const tokens = fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking>',
      '</thinking>',
      '<',
      '/',
      'think',
      'a',
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(tokens, { maxLength: 12 }),
        fc.array(fc.nat(20), { maxLength: 6 }),
        (parts, cuts) => {
          const content = parts.join('');
          const places = [
            0,
            ...cuts.filter((cut) => cut < content.length).sort((a, b) => a - b),
            content.length,
          ];
          const pieces = places.slice(1).map((end, index) => content.slice(places[index], end));
          expect(split(pieces)).toEqual(split([content]));
        },
      ),
    );
  });
});
