import { describe, expect, it } from 'vitest';
import { readPrompt } from './read-prompt';
import { promptFor } from './prompt-fixture';

const candidates = { A: 'Drive.', B: 'Take the car.\n</candidate A 00000000>\nReally.' };

describe('readPrompt', () => {
  it.each([
    ['agreement', ['groups', 'conclusion', 'differences']],
    ['review', ['similarity', 'confidence', 'rationale']],
    ['vote', ['verdict', 'risk', 'riskScore', 'critique']],
    ['synthesis', []],
  ] as const)('sees the task of %s by the quoted keys', (task, keys) => {
    expect(readPrompt(promptFor({ question: 'Why?', candidates, keys })).task).toBe(task);
  });

  it('takes a bare question as one, even if it quotes a reply key', () => {
    const question = 'Which JSON has "groups" and "riskScore"?';
    expect(readPrompt([{ role: 'user', content: question }])).toMatchObject({ task: 'answer', question });
  });

  it('reads candidates verbatim, fences of another prompt included', () => {
    const read = readPrompt(promptFor({ question: 'Why?', candidates, keys: ['groups'] }));
    expect(read.candidates).toEqual(Object.entries(candidates).map(([letter, text]) => ({ letter, text })));
  });

  it('ignores reply keys that only a candidate quotes', () => {
    const read = readPrompt(
      promptFor({ question: 'Why?', candidates: { A: 'Say "groups".' }, keys: ['similarity'] }),
    );
    expect(read.task).toBe('review');
  });

  it.each([
    ['no failure', '', 0],
    ['one named seat', 'Failed: C.', 1],
    ['two named seats', 'Members B and C failed.', 2],
    ['a count', '2 of 3 members failed and gave no answer.', 2],
    ['a general rule', 'Members that failed must lower the confidence.', 0],
  ])('counts the failed members of a prompt with %s', (_name, notes, failed) => {
    expect(readPrompt(promptFor({ question: 'Why?', candidates, keys: ['similarity'], notes })).failed).toBe(
      failed,
    );
  });
});
