import { describe, expect, it } from 'vitest';
import { normalize } from '@/lib/consensus/normalize';
import type { Path } from '@/lib/consensus/schema';
import { answerAsMember } from './member';
import { DEMO_JUDGE, DEMO_MEMBERS, DEMO_WRITER, type DemoModel } from './models';
import { promptFor, type PromptParts } from './prompt-fixture';
import { knownQuestions } from './questions';
import { isErrorReply } from './reply';
import { respond } from './respond';

/** The text of a reply, or null where it would count as failed. */
function validText(reply: ReturnType<typeof respond>): string | null {
  return isErrorReply(reply) || reply.finishReason !== 'stop' || reply.text === '' ? null : reply.text;
}

function ask(model: DemoModel, prompt: PromptParts): string | null {
  return validText(respond(model, promptFor(prompt)));
}

function panel(question: string): string[] {
  return DEMO_MEMBERS.flatMap((member) => validText(answerAsMember(member, question)) ?? []);
}

/** The flow of a run in short: who answered, whether they agree, who writes. */
function pathOf(question: string): Path {
  const texts = panel(question);
  if (texts.length === 0) return 'no_answer';
  if (texts.length > 1 && new Set(texts.map(normalize)).size === 1) return 'exact';
  const reply = ask(DEMO_JUDGE, { task: 'agreement', question, texts });
  if (texts.length > 1 && JSON.parse(reply ?? '').groups.length === 1) return 'semantic';
  return ask(DEMO_WRITER, { task: 'synthesis', question, texts }) === null ? 'fallback' : 'synthesis';
}

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  it.each(knownQuestions.map(({ id, path, question }) => [id, path, question[language]] as const))(
    '%s takes the path %s',
    (_id, path, question) => {
      expect(pathOf(question)).toBe(path);
    },
  );
});

it.each([
  ['a sum', 'What is 17 × 23?'],
  ['a sum in Japanese', '17かける23は?'],
  ['a fraction that never ends', '10 / 3'],
  ['a date', 'What date is 30 days after 2024-02-01?'],
  ['days between dates', '2024年1月1日から2024年3月1日まで何日ありますか。'],
  ['a conversion', 'Convert 5 miles to km'],
  ['an unknown question', 'Who will win the election?'],
  ['an unknown question in Japanese', '明日の天気はどうですか。'],
])('%s is answered alike by all', (_name, question) => {
  expect(pathOf(question)).toBe('semantic');
});

describe('the writer', () => {
  it.each([
    ['takes one of the random numbers and names the others', 'random-number', ['**472**', '835', '719']],
    ['names why the slip is wrong', 'bat-and-ball', ['5 cents', '10 cents']],
  ])('%s', (_name, id, parts) => {
    const question = knownQuestions.find((known) => known.id === id)?.question.en ?? '';
    const text = ask(DEMO_WRITER, { task: 'synthesis', question, texts: panel(question) });
    for (const part of parts) expect(text).toContain(part);
  });

  it('quotes every view on a question it does not know', () => {
    const texts = ['Yes, at noon, when the sun is high.', 'No.', 'Yes, at noon.'];
    expect(ask(DEMO_WRITER, { task: 'synthesis', question: 'Is it time?', texts })).toBe(
      'Yes, at noon, when the sun is high.\n\nOpinions differ. It can also be said:\n\n- No.',
    );
  });
});
