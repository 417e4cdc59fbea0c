import type { StoredEvent } from './events';
import type { Agreement, Call, Candidate, CheckedClaim, FinalAnswer, Review, Run, Synthesis } from './schema';

/** A final answer as it leaves the house: with `held` its text is null until a person reveals it. */
export type PublicFinalAnswer = FinalAnswer | (Omit<FinalAnswer, 'text'> & { held: true; text: null });

type Coverable<T> = T & { held?: true };

export type PublicRun = Omit<Run, 'finalAnswer' | 'candidates' | 'synthesis'> & {
  finalAnswer: PublicFinalAnswer | null;
  candidates: Coverable<Candidate>[];
  synthesis: Coverable<Synthesis> | null;
};

/** True when the decision is halt and nobody has revealed the answer. */
export function isHeld(run: Run): boolean {
  return run.decision?.decision === 'halt' && run.decision.revealed === undefined;
}

/** True when the release check is on, has not spoken, and still can: the answer must wait for it. */
export function isBeingChecked(run: Run): boolean {
  const canStillSpeak = run.status === 'running' || run.status === 'interrupted';
  return run.settings.policy !== 'off' && run.decision === null && canStillSpeak;
}

/**
 * The run as every outward path gives it (JSON, events, share, export). A held answer is covered
 * wherever it could be read: candidates, synthesis, the judge's words, claims in them. While the
 * release check is at work only the final answer waits; the candidates were shown as they came.
 */
export function publicRun(run: Run): PublicRun {
  if (isHeld(run)) return coveredRun(run);
  if (isBeingChecked(run)) return { ...run, finalAnswer: coverAnswer(run.finalAnswer) };
  return run;
}

function coveredRun(run: Run): PublicRun {
  return {
    ...run,
    finalAnswer: coverAnswer(run.finalAnswer),
    candidates: run.candidates.map(coverCandidate),
    synthesis: run.synthesis && coverSynthesis(run.synthesis),
    agreement: run.agreement && coverAgreement(run.agreement),
    review: run.review && coverReview(run.review),
    verification: run.verification && {
      ...run.verification,
      claims: run.verification.claims.map(coverClaim),
    },
    calls: run.calls.map(coverCall),
  };
}

/** A stored event of a run, covered as `publicRun` covers the run it belongs to. */
export function publicEvent(event: StoredEvent, run: Run): StoredEvent {
  if (isHeld(run)) return coverEvent(event);
  if (isBeingChecked(run) && event.type === 'answer.decided') return coverEvent(event);
  return event;
}

/** Events must still parse and fold, so a covered text in them is empty rather than null. */
function coverEvent(event: StoredEvent): StoredEvent {
  switch (event.type) {
    case 'candidate.completed':
    case 'candidate.failed':
    case 'candidate.cancelled':
      return { ...event, candidate: coverCandidate(event.candidate) };
    case 'synthesis.completed':
    case 'synthesis.failed':
      return { ...event, synthesis: coverSynthesis(event.synthesis) };
    case 'answer.decided':
      return { ...event, finalAnswer: { ...event.finalAnswer, text: '' } };
    case 'agreement.completed':
      return { ...event, agreement: coverAgreement(event.agreement) };
    case 'review.completed':
      return { ...event, review: coverReview(event.review) };
    case 'verification.completed':
      return {
        ...event,
        verification: { ...event.verification, claims: event.verification.claims.map(coverClaim) },
      };
    case 'call.completed':
      return { ...event, call: coverCall(event.call) };
    default:
      return event;
  }
}

function coverAnswer(answer: FinalAnswer | null): PublicFinalAnswer | null {
  return answer && { ...answer, held: true, text: null };
}

function coverCandidate(candidate: Candidate): Coverable<Candidate> {
  const covered = { ...candidate, text: '', held: true as const };
  delete covered.reasoning;
  return covered;
}

function coverSynthesis(synthesis: Synthesis): Coverable<Synthesis> {
  const covered = { ...synthesis, text: '', held: true as const };
  delete covered.reasoning;
  return covered;
}

function coverAgreement(agreement: Agreement): Agreement {
  return { ...agreement, conclusion: '', differences: '', raw: '' };
}

function coverReview(review: Review): Review {
  const covered = { ...review, rationale: '' };
  delete covered.raw;
  return covered;
}

/** The verifiers' replies stay: a person must be able to read why the answer was stopped. */
function coverCall(call: Call): Call {
  if (call.role === 'verifier') return call;
  const covered = { ...call };
  delete covered.raw;
  return covered;
}

function coverClaim(claim: CheckedClaim): CheckedClaim {
  if (claim.in === 'question') return claim;
  const results = claim.results.map((result) => ({ ...result, result: null }));
  const covered = { ...claim, text: '', stated: '', computed: null, answer: null, results };
  delete covered.evidence;
  return covered;
}
