import type { StoredEvent } from '@/lib/consensus/events';
import type { Candidate, Decision, RunSettings } from '@/lib/consensus/schema';

type Unstamped<E> = E extends StoredEvent ? Omit<E, 'seq' | 'atMs'> : never;
export type UnstampedEvent = Unstamped<StoredEvent>;

/** Numbers events from `from`, ten milliseconds apart. */
export function numbered(events: readonly UnstampedEvent[], from = 1): StoredEvent[] {
  return events.map((event, index) => ({ ...event, seq: from + index, atMs: (from + index) * 10 }));
}

export function settings(models = ['alder-1', 'birch-2', 'cedar-3']): RunSettings {
  const seats = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
  const member = (model: string) => ({ model, endpoint: 'main' });
  return {
    panel: models.map((model, index) => ({ ...member(model), seat: seats[index] ?? 'A' })),
    judge: { ...member('judge-9'), order: 'shuffled', secondOrder: 'off' },
    judgeIsDefault: false,
    synthesizer: member('writer-9'),
    policy: 'off',
    policySettings: { faultTolerance: 1, minVotes: 1, weights: {} },
    verify: 'off',
    minConfidence: 0.95,
    speculative: 'off',
    onDisconnect: 'finish',
    graceMs: 0,
    runDeadlineMs: 180_000,
    judgeCandidateChars: 24_000,
    promptVersions: { review: '1' },
    demo: false,
    keep: true,
  };
}

export interface RunPlan {
  question?: string;
  answers?: (string | null)[];
  createdAt?: string;
  models?: string[];
  confidence?: number | null;
  agree?: boolean;
  synthesis?: 'completed' | 'failed';
  decision?: Decision['decision'];
}

/** The events of a whole run; a null answer is a member that failed. */
export function runEvents(id: string, plan: RunPlan = {}): StoredEvent[] {
  const answers = plan.answers ?? ['Blue.', 'Blue.', 'Blue.'];
  const models = plan.models ?? ['alder-1', 'birch-2', 'cedar-3'];
  const policy = plan.decision === undefined ? 'off' : 'bft';
  const candidates = answers.map((text, index) => candidate(index, models[index] ?? 'alder-1', text));
  const seats = candidates.filter(({ status }) => status === 'answered').map(({ seat }) => seat);
  const texts = new Set(answers.filter((text) => text !== null));
  const unanimous = texts.size === 1 && seats.length > 1;
  return numbered([
    {
      type: 'run.started',
      id,
      question: plan.question ?? 'Which colour has the sky?',
      settings: { ...settings(models), policy },
      createdAt: plan.createdAt ?? '2026-03-01T10:00:00.000Z',
    },
    ...candidates.map(({ seat }): UnstampedEvent => ({ type: 'candidate.started', seat })),
    ...candidates.map((one): UnstampedEvent => ({
      type: one.status === 'answered' ? 'candidate.completed' : 'candidate.failed',
      candidate: one,
    })),
    {
      type: 'exact.checked',
      exact: { unanimous, groups: unanimous ? [seats] : seats.map((seat) => [seat]) },
    },
    ...decidedEvents(plan, candidates, unanimous),
    ...decisionEvents(plan),
    ...reviewEvents(plan),
    { type: 'run.completed', completedAt: '2026-03-01T10:00:09.000Z' },
  ]);
}

function candidate(index: number, model: string, text: string | null): Candidate {
  const seat = (['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const)[index] ?? 'A';
  const common = {
    seat,
    model,
    endpoint: 'main',
    timing: { startedMs: 0, firstTokenMs: 20, endedMs: 90 },
    cost: null,
  };
  if (text !== null) return { ...common, status: 'answered', text, finishReason: 'stop' };
  const error = { kind: 'rate_limit', message: 'Too many requests.', httpStatus: 429, attempts: 3 } as const;
  return { ...common, status: 'failed', text: '', error };
}

function decidedEvents(plan: RunPlan, candidates: Candidate[], unanimous: boolean): UnstampedEvent[] {
  const first = candidates.find(({ status }) => status === 'answered');
  if (first === undefined) return [];
  const { seat, text, model } = first;
  const fromCandidate = {
    type: 'answer.decided',
    finalAnswer: { text, from: 'candidate', seat, model },
  } as const;
  if (unanimous) return [fromCandidate];
  const seats = candidates.filter(({ status }) => status === 'answered').map((one) => one.seat);
  const agreement: UnstampedEvent = {
    type: 'agreement.completed',
    agreement: {
      outcome: plan.agree === true ? 'agree' : 'disagree',
      verdict: plan.agree === true ? 'unanimous' : 'split',
      agreeing: plan.agree === true ? seats : [],
      groups: plan.agree === true ? [seats] : seats.map((one) => [one]),
      conclusion: 'They name a colour.',
      differences: 'The shade.',
      raw: '{"groups": []}',
      cut: [],
    },
  };
  if (plan.agree === true) return [{ type: 'agreement.started' }, agreement, fromCandidate];
  return [{ type: 'agreement.started' }, agreement, ...writtenEvents(plan, fromCandidate)];
}

function writtenEvents(plan: RunPlan, fromCandidate: UnstampedEvent): UnstampedEvent[] {
  const model = 'writer-9';
  const error = { kind: 'server', message: 'Internal error.', httpStatus: 500, attempts: 3 } as const;
  if (plan.synthesis === 'failed') {
    const synthesis = { status: 'failed', model, text: '', error } as const;
    return [{ type: 'synthesis.started', model }, { type: 'synthesis.failed', synthesis }, fromCandidate];
  }
  const text = 'Weighing all three: azure.';
  return [
    { type: 'synthesis.started', model },
    { type: 'synthesis.completed', synthesis: { status: 'completed', model, text } },
    { type: 'answer.decided', finalAnswer: { text, from: 'synthesis', model } },
  ];
}

function decisionEvents({ decision }: RunPlan): UnstampedEvent[] {
  if (decision === undefined) return [];
  const explanation = 'By the votes.';
  return [
    {
      type: 'decision.made',
      decision: {
        decision,
        reason: 'bft_quorum',
        policyId: 'bft',
        explanation,
        riskScore: 0.5,
        votes: [],
        details: {},
      },
    },
  ];
}

function reviewEvents({ confidence = 88 }: RunPlan): UnstampedEvent[] {
  const review = { source: 'judge', similarity: { A: 90 }, confidence, rationale: 'Well founded.' } as const;
  return [{ type: 'review.started' }, { type: 'review.completed', review }];
}
