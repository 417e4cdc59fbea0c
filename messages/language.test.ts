import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language';

describe('chooseLanguage', () => {
  it.each([
    ['a choice wins over the browser', 'ja', 'en-GB,en;q=0.9', 'ja'],
    ['an unknown choice is no choice', 'xx', 'ja', 'ja'],
    ['a region is ignored', undefined, 'ja-JP', 'ja'],
    ['the higher weight wins', undefined, 'en;q=0.5, ja;q=0.8', 'ja'],
    ['the first of equal weights wins', undefined, 'en,ja', 'en'],
    ['a language with weight 0 is refused', undefined, 'ja;q=0, fr', 'en'],
    ['unknown languages are passed over', undefined, 'fr-CH, de;q=0.9, ja;q=0.2', 'ja'],
    ['no header means English', undefined, null, 'en'],
  ] as const)('%s', (_name, chosen, header, expected) => {
    expect(chooseLanguage(chosen, header)).toBe(expected);
  });
});
