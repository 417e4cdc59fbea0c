import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObject } from './read-object';

const value = (raw: string): unknown => {
  const reading = readObject(raw);
  return reading.ok ? reading.value : reading.why;
};
const fence = '```';

describe('reads the one object', () => {
  it.each([
    ['bare', '{"x": 1}'],
    ['in a fence with a language', `${fence}json\n{"x": 1}\n${fence}`],
    ['in a fence without one', `${fence}\n{"x": 1}\n${fence}`],
    ['with prose around', 'Sure, here it is: {"x": 1} I hope it helps.'],
    ['behind a thinking block with a draft', '<think>maybe {"x": 2}</think>\n{"x": 1}'],
    ['behind braces in prose', 'The set {P, Q} and {} are one. {"x": 1}'],
    ['before braces in prose', '{"x": 1}\n(as {x, y} or {"x", "y"} asked)'],
    ['with a comma too many', '{"x": 1,}'],
    ['written twice alike', '{"x": 1}\n\nAgain: {"x":1}'],
    ['before an empty template', '{"x": 1} for the form {"x": "...", "y": ["___"]}'],
    ['encoded as a string', JSON.stringify('{"x": 1}')],
    ['inside doubled braces', '{{"x": 1}}'],
    ['with typographic quotation marks', '{“x”: 1}'],
    ['begun anew in a fence at the end', `{"x": "Let us see\nwhat it is\n${fence}json\n{"x": 1}\n${fence}`],
  ])('%s', (_, raw) => expect(value(raw)).toEqual({ x: 1 }));

  it.each([
    ['Python words and quotes', "{'x': True, 'y': None, 'z': False}", { x: true, y: null, z: false }],
    ['an apostrophe in single quotes', "{'x': 'it isn't', 'y': 'b'}", { x: "it isn't", y: 'b' }],
    ['raw line break and tab', '{"x": "one\ntwo\tthree"}', { x: 'one\ntwo\tthree' }],
    [
      'TeX commands',
      String.raw`{"x": "\frac{1}{2} \times \beta \neq \rho"}`,
      { x: String.raw`\frac{1}{2} \times \beta \neq \rho` },
    ],
    ['TeX that needs its context', String.raw`{"x": "\(a \ne b\)"}`, { x: String.raw`\(a \ne b\)` }],
    ['a line that starts with a short word', String.raw`{"x": "a\ne b"}`, { x: 'a\ne b' }],
    [
      'stray backslashes',
      String.raw`{"x": "\sqrt{2} \u00e9 \underline C:\dir"}`,
      { x: String.raw`\sqrt{2} é \underline C:\dir` },
    ],
    ['escapes as they are meant', String.raw`{"x": "a\nb\t\"c\" \\frac \/"}`, { x: 'a\nb\t"c" \\frac /' }],
    [
      'marks left unescaped',
      '{"x": "he said "no" twice", "y": ["a "b" c", "d"]}',
      { x: 'he said "no" twice', y: ['a "b" c', 'd'] },
    ],
    ['braces and fences in strings', `{"x": "}{ ${fence} {y}"}`, { x: `}{ ${fence} {y}` }],
    ['a comma missing at the end of a line', '{"x": "a"\n "y": [1,]}', { x: 'a', y: [1] }],
    ['backticks as quotation marks', '{"x": `a `b` c\n`, "y": 2}', { x: 'a `b` c\n', y: 2 }],
    ['nothing in it', ' {} ', {}],
    ['a prototype key', '{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
  ])('with %s', (_, raw, expected) => expect(value(raw)).toEqual(expected));
});

describe('refuses', () => {
  it.each([
    ['no object', 'They all say the same.', 'none'],
    ['an empty reply', '', 'none'],
    ['NaN for a number', '{"x": NaN}', 'none'],
    ['an infinite number', '{"x": -Infinity}', 'none'],
    ['two values in one place', '{"x": 5 6}', 'none'],
    ['JSON null', 'null', 'not_an_object'],
    ['a list', '[{"x": 1}, {"x": 2}]', 'not_an_object'],
    ['two objects', '{"x": 1} or {"x": 2}', 'several'],
    ['one beside a broken one', '{"x": 1} or {"x": @}', 'several'],
    ['templates alone', '{"x": "..."} {"x": "…"}', 'several'],
    ['a repeated key', '{"x": 1, "x": 2}', 'repeated_key'],
    ['a key repeated with an escape', String.raw`{"x": 1, "\u0078": 2}`, 'repeated_key'],
    ['a key repeated below', '{"y": [{"x": 1, "x": 1}]}', 'repeated_key'],
    ['a cut number', '{"x": {"a": 90, "b": 7', 'cut'],
    ['a cut string', '{"x": "abc', 'cut'],
    ['a missing brace', '{"x": {"a": 90}', 'cut'],
    ['an object quoted inside a string', '{"x": "sees {"y": "z"} there", "w": 1}', 'none'],
    ['a string that lost its end', '{"x": "so\n answer: "10"}', 'none'],
    ['a fence quoted in a later string', `{"x": [1], "y": "says\n${fence}json\n{"x": [2]}\n${fence}`, 'cut'],
    ['deep nesting', '{"x":'.repeat(100_000), 'too_deep'],
    ['deep lists', `{"x": ${'['.repeat(100_000)}`, 'too_deep'],
    ['a megabyte of brackets', '['.repeat(1_000_000), 'none'],
    ['more than a megabyte', `{"x": "${'a'.repeat(1_000_000)}"}`, 'too_large'],
  ])('%s', (_, raw, why) => expect(value(raw)).toBe(why));
});

describe('stays linear', () => {
  it.each([
    ['braces', '{'],
    ['keys that never end', '{"'],
    ['marks before commas', '", '],
    ['marks of two kinds', `',“`],
    ['marks at line ends', '"  \n'],
    ['broken objects', '{"a":x}'],
    ['equal objects', '{"a":1}'],
    ['loose objects', '{"a":"x"y"z"}'],
  ])('over a megabyte of %s', (_, unit) => {
    const raw = `{"a":"${unit.repeat(Math.floor(999_000 / unit.length))}`;
    const started = performance.now();
    expect(readObject(raw).ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

/** The three control characters that stand for the first letter of a TeX command are left out. */
const words = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[\b\f\t\n\r]/g, ' '));
const tree = fc.dictionary(
  words,
  fc
    .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
    .map((json): unknown => JSON.parse(JSON.stringify(json))),
  { minKeys: 1, maxKeys: 5 },
);
const prose = fc.string({ maxLength: 60 }).map((text) => text.replace(/[{}[\]]/g, ' '));

describe('laws', () => {
  it('never throws', () => {
    const pieces = fc.array(
      fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom(...'{}[]":,\\\'“`\n1', 'true', '"a":', fence)),
    );
    fc.assert(
      fc.property(pieces, (parts) => void readObject(parts.join(''))),
      { numRuns: 2_000 },
    );
  });

  it('reads back what JSON.stringify printed, whatever prose stands around', () => {
    fc.assert(
      fc.property(tree, prose, prose, fc.constantFrom(0, 2), (object, before, after, indent) => {
        const raw = `${before} ${JSON.stringify(object, null, indent)} ${after}`;
        expect(value(raw)).toEqual(JSON.parse(JSON.stringify(object)));
      }),
    );
  });

  it('finds no object in a part that ends before the object does', () => {
    fc.assert(
      fc.property(tree, fc.double({ min: 0, max: 1, noNaN: true }), (object, share) => {
        const raw = JSON.stringify(object);
        expect(['cut', 'none']).toContain(value(raw.slice(0, Math.floor(share * (raw.length - 1)))));
      }),
    );
  });
});
