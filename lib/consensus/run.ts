import type { RunEvent } from './events';
import { flagsOf } from './flags';
import { reasonText, reasonsOf } from './reasons';
import { costOf, totalsOf } from './totals';
import type { Call, Candidate, Path, Run, RunSettings, Seat, Step } from './schema';

/**
 * The one reducer. Server, browser, store and tests fold the same events into the same Run; nobody
 * writes a Run by hand. An event whose number is already folded in changes nothing, so replays and
 * overlapping joins are harmless.
 */
export function applyEvent(run: Run, event: RunEvent): Run {
  if ('seq' in event) {
    if (event.seq <= run.seq) return run;
    return summarised({ ...reduce(run, event), seq: event.seq });
  }
  return reduce(run, event);
}

/** Folds a run's events from the first. */
export function foldRun(events: Iterable<RunEvent>): Run {
  let run = emptyRun();
  for (const event of events) run = applyEvent(run, event);
  return run;
}

/** The run before its first event. Its settings are empty until `run.started`. */
export function emptyRun(): Run {
  return {
    id: '',
    seq: 0,
    question: '',
    status: 'running',
    path: null,
    reason: '',
    reasons: [],
    flags: [],
    createdAt: '',
    completedAt: null,
    durationMs: null,
    finalAnswer: null,
    candidates: [],
    exact: null,
    agreement: null,
    synthesis: null,
    review: null,
    verification: null,
    decision: null,
    votes: [],
    settings: emptySettings,
    calls: [],
    totals: { calls: 0, promptTokens: 0, completionTokens: 0, cost: null },
    label: null,
    active: {},
  };
}

const nobody = { model: '', endpoint: '' };
const emptySettings: RunSettings = {
  panel: [],
  judge: { ...nobody, order: 'shuffled', secondOrder: 'off' },
  judgeIsDefault: false,
  synthesizer: nobody,
  policy: 'off',
  policySettings: { faultTolerance: 1, minVotes: 1, weights: {} },
  verify: 'off',
  minConfidence: 0,
  speculative: 'off',
  onDisconnect: 'finish',
  graceMs: 0,
  runDeadlineMs: 0,
  judgeCandidateChars: 0,
  promptVersions: {},
  demo: false,
  keep: true,
};

function reduce(run: Run, event: RunEvent): Run {
  switch (event.type) {
    case 'run.started':
      return {
        ...emptyRun(),
        id: event.id,
        question: event.question,
        settings: event.settings,
        createdAt: event.createdAt,
        ...(event.parentId === undefined ? {} : { parentId: event.parentId }),
        candidates: event.settings.panel.map(waitingCandidate),
        active: { panel: event.atMs },
      };
    case 'run.interrupted':
      return { ...endOpenCalls(run, event.atMs), status: 'interrupted', active: {} };
    case 'run.continued':
      return continued(run, event.from, event.seats, event.atMs);
    case 'run.completed':
      return {
        ...run,
        status: 'completed',
        completedAt: event.completedAt,
        durationMs: event.atMs,
        active: {},
      };
    case 'run.failed': {
      const path: Path | null = event.code === 'no_answer' ? 'no_answer' : run.path;
      const error = { code: event.code, message: event.message };
      return {
        ...endOpenCalls(run, event.atMs),
        status: 'failed',
        path,
        error,
        completedAt: event.completedAt,
        durationMs: event.atMs,
        active: {},
      };
    }
    case 'run.cancelled':
      return {
        ...endOpenCalls(run, event.atMs),
        status: 'cancelled',
        completedAt: event.completedAt,
        durationMs: event.atMs,
        active: {},
      };
    case 'call.started':
      return { ...run, calls: [...run.calls, event.call] };
    case 'call.completed':
      return withCall(run, event.call);
    case 'candidate.started':
      return withCandidate(run, event.seat, (c) => ({
        ...c,
        status: 'running',
        timing: { startedMs: event.atMs },
      }));
    case 'candidate.delta':
      return withCandidate(run, event.seat, (c) => withDelta(c, event.text, event.reasoning, event.atMs));
    case 'candidate.completed':
    case 'candidate.failed':
    case 'candidate.cancelled':
      return withCandidate(run, event.candidate.seat, () => event.candidate);
    case 'exact.checked':
      return { ...run, exact: event.exact, active: without(run.active, 'panel') };
    case 'agreement.started':
      return { ...run, active: { ...without(run.active, 'panel'), agreement: event.atMs } };
    case 'agreement.completed':
      return { ...run, agreement: event.agreement, active: without(run.active, 'agreement') };
    case 'synthesis.started':
      return {
        ...run,
        synthesis: { status: 'running', model: event.model, text: '' },
        active: { ...without(run.active, 'panel'), synthesis: event.atMs },
      };
    case 'synthesis.delta':
      return run.synthesis === null
        ? run
        : { ...run, synthesis: appendDelta(run.synthesis, event.text, event.reasoning) };
    case 'synthesis.completed':
    case 'synthesis.failed':
      return { ...run, synthesis: event.synthesis, active: without(run.active, 'synthesis') };
    case 'answer.decided':
      return { ...run, finalAnswer: event.finalAnswer, path: pathOf(run, event.finalAnswer.from) };
    case 'verification.started':
      return { ...run, active: { ...run.active, verification: event.atMs } };
    case 'verification.completed':
      return { ...run, verification: event.verification, active: without(run.active, 'verification') };
    case 'vote.cast':
      return { ...run, votes: [...run.votes, event.vote], active: { release: event.atMs, ...run.active } };
    case 'decision.made':
      return { ...run, decision: event.decision, active: without(run.active, 'release') };
    case 'answer.revealed':
      return run.decision === null
        ? run
        : { ...run, decision: { ...run.decision, revealed: { at: event.at, by: event.by } } };
    case 'review.started':
      return { ...run, active: { ...run.active, review: event.atMs } };
    case 'review.completed':
      return { ...run, review: event.review, active: without(run.active, 'review') };
    case 'label.set':
      return { ...run, label: event.label };
    case 'label.cleared':
      return { ...run, label: null };
    default:
      return assertNever(event);
  }
}

/** Reasons, flags and totals follow from the rest; they are never carried by an event. */
function summarised(run: Run): Run {
  const reasons = reasonsOf(run);
  return { ...run, reasons, reason: reasonText(reasons), flags: flagsOf(run), totals: totalsOf(run.calls) };
}

function pathOf(run: Run, from: 'candidate' | 'synthesis'): Path {
  if (from === 'synthesis') return 'synthesis';
  if (run.exact?.unanimous === true) return 'exact';
  return run.agreement?.outcome === 'agree' ? 'semantic' : 'fallback';
}

function waitingCandidate(member: RunSettings['panel'][number]): Candidate {
  return {
    seat: member.seat,
    model: member.model,
    endpoint: member.endpoint,
    status: 'waiting',
    text: '',
    timing: { startedMs: 0 },
    cost: null,
  };
}

function withCandidate(run: Run, seat: Seat, change: (candidate: Candidate) => Candidate): Run {
  return { ...run, candidates: run.candidates.map((c) => (c.seat === seat ? change(c) : c)) };
}

function withDelta(
  candidate: Candidate,
  text: string | undefined,
  reasoning: string | undefined,
  atMs: number,
): Candidate {
  const timing =
    candidate.timing.firstTokenMs === undefined
      ? { ...candidate.timing, firstTokenMs: atMs }
      : candidate.timing;
  return { ...appendDelta(candidate, text, reasoning), timing };
}

function appendDelta<T extends { text: string; reasoning?: string | undefined }>(
  part: T,
  text = '',
  reasoning = '',
): T {
  return {
    ...part,
    text: part.text + text,
    ...(reasoning === '' ? {} : { reasoning: (part.reasoning ?? '') + reasoning }),
  };
}

/** A call dropped before it was announced (an early step's) is added; any other replaces its open entry. */
function withCall(run: Run, call: Call): Run {
  const priced: Call = {
    ...call,
    cost: call.cost ?? costOf(call.usage, memberOf(run.settings, call)?.price),
  };
  const open = run.calls.some((c) => c.id === call.id);
  return {
    ...run,
    calls: open ? run.calls.map((c) => (c.id === call.id ? priced : c)) : [...run.calls, priced],
  };
}

function memberOf(settings: RunSettings, call: Call) {
  if (call.seat !== undefined) return settings.panel.find((m) => m.seat === call.seat);
  return call.role === 'synthesis' ? settings.synthesizer : settings.judge;
}

function endOpenCalls(run: Run, atMs: number): Run {
  return {
    ...run,
    calls: run.calls.map((c) => (c.outcome === undefined ? { ...c, outcome: 'aborted', endedMs: atMs } : c)),
  };
}

const STAGES: Step[] = ['panel', 'exact', 'agreement', 'synthesis', 'verification', 'release', 'review'];

/** Takes back what has to be done again: the open parts, or a step and all that follows from it. */
function continued(run: Run, from: Step | undefined, seats: Seat[] | undefined, atMs: number): Run {
  const reset = (step: Step) => from !== undefined && STAGES.indexOf(step) >= STAGES.indexOf(from);
  const isAskedAgain = (c: Candidate) =>
    c.status === 'waiting' ||
    c.status === 'running' ||
    (from === 'panel' && (seats?.includes(c.seat) ?? c.status !== 'answered'));
  const candidates = run.candidates.map((c, index) => {
    const member = run.settings.panel[index];
    return isAskedAgain(c) && member !== undefined ? waitingCandidate(member) : c;
  });
  const keepsAnswer =
    from === undefined || from === 'verification' || from === 'release' || from === 'review';
  const { error: _error, ...rest } = run;
  return {
    ...rest,
    status: 'running',
    completedAt: null,
    durationMs: null,
    candidates,
    exact: reset('exact') ? null : run.exact,
    agreement: reset('agreement') ? null : run.agreement,
    synthesis: reset('synthesis') || run.synthesis?.status === 'running' ? null : run.synthesis,
    finalAnswer: keepsAnswer ? run.finalAnswer : null,
    path: keepsAnswer && run.path !== 'no_answer' ? run.path : null,
    verification: from !== 'review' && reset('verification') ? null : run.verification,
    decision: from !== 'review' && reset('release') ? null : run.decision,
    votes: run.decision === null || (from !== 'review' && reset('release')) ? [] : run.votes,
    review: reset('review') ? null : run.review,
    active: from === undefined || from === 'panel' ? { panel: atMs } : {},
  };
}

function without(active: Run['active'], step: Step): Run['active'] {
  const { [step]: _gone, ...rest } = active;
  return rest;
}

function assertNever(event: never): never {
  throw new Error(`unknown event: ${JSON.stringify(event)}`);
}
