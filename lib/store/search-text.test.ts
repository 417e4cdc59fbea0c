import { describe, expect, it } from 'vitest';
import { searchQuery, searchTerms } from './search-text';

function finds(query: string, text: string): boolean {
  const terms = searchTerms([text]);
  return searchQuery(query).every(({ term, prefix }) =>
    terms.some((other) => (prefix ? other.startsWith(term) : other === term)),
  );
}

describe('search', () => {
  it.each([
    { name: 'a word in any case', query: 'PARIS', text: 'Where is Paris?', found: true },
    { name: 'a full-width word', query: 'ＡＰＩ', text: 'the api key', found: true },
    { name: 'the beginning of the last word', query: 'bright har', text: 'A bright harbour', found: true },
    {
      name: 'not the beginning of an earlier word',
      query: 'bri harbour',
      text: 'A bright harbour',
      found: false,
    },
    { name: 'not the middle of a word', query: 'arbour', text: 'A bright harbour', found: false },
    { name: 'words in any order', query: 'harbour bright', text: 'A bright harbour', found: true },
    { name: 'a number as a whole', query: '12', text: '123 apples', found: false },
    { name: 'a word with letters beyond ASCII', query: 'größe', text: 'Die GRÖSSE, die Größe', found: true },
    { name: 'the ASCII beginning of such a word', query: 'caf', text: 'two cafés', found: true },
    { name: 'words with the escape letter', query: 'quiz', text: 'A quiz', found: true },
    {
      name: 'two Chinese characters inside a sentence',
      query: '首都',
      text: '法国的首都是巴黎',
      found: true,
    },
    {
      name: 'two Chinese characters that are not neighbours',
      query: '法都',
      text: '法国的首都是巴黎',
      found: false,
    },
    { name: 'a Japanese word', query: '東京', text: '日本の首都は東京です', found: true },
    { name: 'one character, in the middle', query: '国', text: '法国的首都', found: true },
    { name: 'one character, at the end', query: '都', text: '法国的首都', found: true },
    { name: 'half-width katakana', query: 'ﾃｽﾄ', text: 'これはテストです', found: true },
    { name: 'a Korean word with a particle after it', query: '서울', text: '수도는 서울입니다', found: true },
    { name: 'per cent where it stands', query: '100%', text: '100% sure', found: true },
    { name: 'per cent where it does not', query: '100%', text: '100 sure', found: false },
    { name: 'an underscore where it stands', query: 'k_v', text: 'the k_v pair', found: true },
    { name: 'an underscore is no wildcard', query: 'k_v', text: 'the kxv pair', found: false },
    { name: 'C++ is not C#', query: 'c++', text: 'C# code', found: false },
    { name: 'a sign alone', query: '%', text: 'a 5% fee', found: true },
  ])('$name', ({ query, text, found }) => {
    expect(finds(query, text)).toBe(found);
  });

  it('makes terms that no tokenizer takes apart', () => {
    const terms = searchTerms(["Don't 東京 100% naïve 👍 x'; drop -- \u0000"]);
    expect(terms.filter((term) => !/^[wc][a-z0-9]+$/.test(term))).toEqual([]);
  });

  it('has nothing to look for in blanks and sentence marks', () => {
    expect(searchQuery('  ?!. ')).toEqual([]);
  });

  it('keeps the index of a huge text bounded', () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `word${index}`).join(' ');
    expect(searchTerms([words])).toHaveLength(20_000);
  });
});
