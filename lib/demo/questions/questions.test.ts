import { describe, expect, it } from 'vitest';
import { pathSchema } from '@/lib/consensus/schema';
import { demoExamples, knownQuestions, recogniseQuestion } from './index';

describe('recogniseQuestion', () => {
  it.each(
    knownQuestions.flatMap(
      ({ id, question }) =>
        [
          [id, question.en],
          [id, question.ja],
        ] as const,
    ),
  )('knows %s by its own wording: %s', (id, question) => {
    expect(recogniseQuestion(question)?.id).toBe(id);
  });

  it.each([
    ['car-wash', 'The carwash is 50m from here — do I drive there or go on foot?'],
    ['car-wash', 'SHOULD I WALK OR DRIVE TO THE CAR WASH??'],
    ['car-wash', '洗車場まで50mです。歩く?それとも車?'],
    ['railway-switch', 'A trolley will hit 5 people unless you pull a lever to change its track. Do you?'],
    ['random-number', 'Pick any 3-digit number'],
    ['random-number', '3桁の乱数をください'],
    ['capital', "what's the capital city of australia"],
    ['bat-and-ball', 'Bat and ball: $1.10 together, the bat is $1 more. How much is the ball?'],
    ['wrong-sum', '17 lunches at 23 euros: how much in total?'],
    ['slow-member', 'Polar bear: colour of the skin?'],
  ])('knows %s reworded: %s', (id, question) => {
    expect(recogniseQuestion(question)?.id).toBe(id);
  });

  it.each([
    ['another capital', 'What is the capital of Austria?'],
    ['a plain product', 'What is 17 × 23?'],
    ['another matter of colour', 'Why is the sea blue?'],
    [
      'a longer request around a known one',
      `What is the capital of Australia? ${'Also describe its history at length. '.repeat(5)}`,
    ],
    ['nothing but marks', '?!…'],
  ])('does not know %s', (_name, question) => {
    expect(recogniseQuestion(question)).toBeNull();
  });
});

describe('demoExamples', () => {
  it('between them take every path', () => {
    const paths = new Set(demoExamples('en').map(({ path }) => path));
    expect([...paths].sort()).toEqual([...pathSchema.options].sort());
  });

  it.each(['en', 'ja'] as const)('all have a question and a note in %s', (language) => {
    for (const { question, note } of demoExamples(language)) {
      expect(
        [question, note].every((text) => /\p{Script=Hiragana}/u.test(text) === (language === 'ja')),
      ).toBe(true);
    }
  });
});
