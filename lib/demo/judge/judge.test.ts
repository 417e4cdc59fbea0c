import { describe, expect, it } from 'vitest';
import { DEMO_MEMBERS, type DemoModel } from '@/lib/demo/models';
import { promptFor, type PromptParts } from '@/lib/demo/prompt-fixture';
import { knownQuestions } from '@/lib/demo/questions';
import { isErrorReply } from '@/lib/demo/reply';
import { respond } from '@/lib/demo/respond';

function ask(model: DemoModel, prompt: PromptParts): Record<string, unknown> {
  const reply = respond(model, promptFor(prompt));
  if (isErrorReply(reply)) throw new Error(reply.error.message);
  return JSON.parse(reply.text);
}

const questionOf = (id: string) => knownQuestions.find((known) => known.id === id)?.question.en ?? '';
const CAR = questionOf('car-wash');

describe('the judge on agreement', () => {
  it.each([
    ['one conclusion in other words', CAR, ['Drive.', 'Best take the car!'], [['A', 'B']]],
    ['a dissent', CAR, ['Drive.', 'Walk, it is healthy.', 'You should drive'], [['A', 'C'], ['B']]],
    ['two numbers', 'Pick any 3-digit number', ['472', "let's say 719"], [['A'], ['B']]],
    ['a sum stated in two ways', 'What is 17 × 23?', ['391', '17 × 23 = 340 + 51 = **391**'], [['A', 'B']]],
    ['a sum that is wrong', 'What is 17 × 23?', ['391', '381'], [['A'], ['B']]],
    ['a rounded value', 'Convert 5 miles to km', ['8.04672 km', 'About 8.05 km.'], [['A', 'B']]],
    ['a yes and a no', 'Is the earth flat?', ['No.', 'No, it is a globe.', 'Yes.'], [['A', 'B'], ['C']]],
    [
      'unknown texts without overlap',
      'Tell me a tale.',
      ['Once a fox met a hen in a barn.', 'Rain fell on the old city all night.'],
      [['A'], ['B']],
    ],
  ])('groups %s', (_name, question, texts, groups) => {
    expect(ask('demo-judge', { task: 'agreement', question, texts })['groups']).toEqual(groups);
  });

  it('answers in the language of the question', () => {
    const question = '17×23は?';
    const reply = ask('demo-judge', { task: 'agreement', question, texts: ['391', '391 かな'] });
    expect(reply['differences']).toMatch(/\p{Script=Hiragana}/u);
  });
});

describe('the judge on review', () => {
  const review = (answer: string, failed = 0) =>
    ask('demo-judge', { task: 'review', question: CAR, texts: ['Drive.', 'Walk.'], answer, failed });

  it('gives the same text 100 and another conclusion a low score', () => {
    const { similarity } = review('Drive.') as { similarity: Record<string, number> };
    expect(similarity['A']).toBe(100);
    expect(similarity['B']).toBeLessThan(50);
  });

  it('trusts an answer less when a member failed', () => {
    expect(Number(review('Drive.', 1)['confidence'])).toBeLessThan(Number(review('Drive.')['confidence']));
  });

  it('trusts an answer less when it reaches another conclusion', () => {
    expect(Number(review('Walk.')['confidence'])).toBeLessThan(30);
  });
});

describe('votes', () => {
  const votes = (id: string, answer: string) =>
    [...DEMO_MEMBERS, 'demo-judge' as const].map(
      (model) => ask(model, { task: 'vote', question: questionOf(id), answer })['verdict'],
    );

  it.each([
    ['all allow a sound answer', 'car-wash', 'Drive.', ['allow', 'allow', 'allow', 'allow']],
    [
      'one dissents within tolerance',
      'reheated-rice',
      'Yes, if it was chilled.',
      ['allow', 'allow', 'halt', 'allow'],
    ],
    ['all hold a dangerous answer', 'mushroom', 'Probably edible.', ['halt', 'halt', 'halt', 'halt']],
    [
      'a member keeps to its own slip',
      'bat-and-ball',
      'The ball costs 5 cents.',
      ['allow', 'allow', 'warn', 'allow'],
    ],
    ['nobody sees a shared wrong sum', 'wrong-sum', '17 × 23 = 381', ['allow', 'allow', 'allow', 'allow']],
    ['any random number will do', 'random-number', '472', ['allow', 'allow', 'allow', 'allow']],
  ])('%s', (_name, id, answer, verdicts) => {
    expect(votes(id, answer)).toEqual(verdicts);
  });
});

describe('translations', () => {
  it.each([
    ['a sum as an expression', 'expression', 'What is 2^3 × 23?', { expression: '2^3*23' }],
    ['a sum as code', 'code', 'What is 2^3 × 23?', { code: 'result = 2**3*23' }],
    ['no sum as an expression', 'expression', CAR, { expression: null }],
    ['no sum as code', 'code', CAR, { code: null }],
    ['nothing as logic', 'logic', CAR, { smt2: null, expected: 'sat' }],
  ] as const)('gives %s', (_name, task, question, reply) => {
    expect(ask('demo-judge', { task, question })).toEqual(reply);
  });
});

it('names no letters where the prompt forbids it', () => {
  const reply = ask('demo-judge', { task: 'agreement', question: CAR, texts: ['Drive.', 'Walk.'] });
  expect(`${String(reply['conclusion'])} ${String(reply['differences'])}`).not.toMatch(/\b[A-G]\b/);
});
