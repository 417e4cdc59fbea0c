import { describe, expect, it } from 'vitest';
import { runConsensus } from '@/lib/consensus/engine';
import { ModelError } from '@/lib/consensus/model-error';
import type { ChatModel, ChatRequest, EngineDeps, Reply } from '@/lib/consensus/ports';
import { foldRun } from '@/lib/consensus/run';
import type { Run, RunSettings } from '@/lib/consensus/schema';
import { answerAsMember } from './member';
import { DEMO_JUDGE, DEMO_MEMBERS, DEMO_WRITER, isDemoModel, type DemoModel } from './models';
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

/** A scripted model without the way over HTTP and without its pace. */
function modelOf(name: string): ChatModel {
  const complete = async ({ messages }: ChatRequest): Promise<Reply> => {
    const text = isDemoModel(name) ? validText(respond(name, messages)) : null;
    if (text === null) throw new ModelError('server', 'scripted failure');
    return { text, truncated: false, finishReason: 'stop', attempts: 1 };
  };
  return {
    complete,
    async *stream(request) {
      const reply = await complete(request);
      yield { text: reply.text };
      return reply;
    },
  };
}

const deps: EngineDeps = {
  model: ({ model }) => modelOf(model),
  clock: {
    now: () => 0,
    iso: () => '2025-01-01T00:00:00.000Z',
    sleep: (_ms, signal) => untilAborted(signal),
  },
  random: () => 0.5,
  nonce: () => 'c0ffee00c0ffee00',
};

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

const at = (model: string) => ({ model, endpoint: 'demo' });
const settings: RunSettings = {
  panel: [
    { ...at('demo-brief'), seat: 'A' },
    { ...at('demo-thorough'), seat: 'B' },
    { ...at('demo-careless'), seat: 'C' },
  ],
  judge: { ...at(DEMO_JUDGE), order: 'shuffled', secondOrder: 'off' },
  judgeIsDefault: false,
  synthesizer: at(DEMO_WRITER),
  policy: 'bft',
  policySettings: { faultTolerance: 1, minVotes: 1, weights: {} },
  verify: 'off',
  minConfidence: 0.95,
  speculative: 'review',
  onDisconnect: 'finish',
  graceMs: 0,
  runDeadlineMs: 180_000,
  judgeCandidateChars: 12_000,
  promptVersions: {},
  demo: true,
  keep: true,
};

async function runOf(question: string): Promise<Run> {
  const events = [];
  const control = { stop: new AbortController().signal };
  for await (const event of runConsensus({ kind: 'new', id: 'run', question, settings }, deps, control)) {
    events.push(event);
  }
  return foldRun(events);
}

describe.each(['en', 'ja'] as const)('in %s', (language) => {
  it.each(knownQuestions.map(({ id, path, question }) => [id, path, question[language]] as const))(
    '%s takes the path %s',
    async (_id, path, question) => {
      expect((await runOf(question)).path).toBe(path);
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
])('%s is answered alike by all', async (_name, question) => {
  const { path, review } = await runOf(question);
  expect({ path, source: review?.source }).toEqual({ path: 'semantic', source: 'judge' });
});

it.each([
  ['released', 'car-wash', 'allow', 'bft_quorum', 0],
  ['released against one dissent', 'reheated-rice', 'allow', 'bft_quorum', 1],
  ['held', 'mushroom', 'halt', 'bft_quorum', 4],
])(
  'with four verifiers of which one may be wrong, an answer can be %s',
  async (_name, id, outcome, reason, halts) => {
    const { decision } = await runOf(questionOf(id));
    expect(decision).toMatchObject({ decision: outcome, reason });
    expect(decision?.votes.filter(({ verdict }) => verdict === 'halt')).toHaveLength(halts);
  },
);

function questionOf(id: string): string {
  return knownQuestions.find((known) => known.id === id)?.question.en ?? '';
}

describe('the writer', () => {
  it.each([
    ['takes one of the random numbers and names the others', 'random-number', ['**472**', '835', '719']],
    ['names why the slip is wrong', 'bat-and-ball', ['5 cents', '10 cents']],
  ])('%s', (_name, id, parts) => {
    const question = questionOf(id);
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
