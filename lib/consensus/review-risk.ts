import type { Member, Run } from './schema';

export type ReviewReason =
  | 'held'
  | 'warned'
  | 'flipped'
  | 'wrong_claim'
  | 'votes_escalated'
  | 'no_answer'
  | 'could_not_judge'
  | 'partial_panel'
  | 'low_confidence'
  | 'no_confidence'
  | 'padded_longest'
  | 'judge_family';

const points: Record<ReviewReason, number> = {
  held: 100,
  wrong_claim: 60,
  flipped: 50,
  warned: 40,
  votes_escalated: 40,
  could_not_judge: 30,
  partial_panel: 25,
  padded_longest: 20,
  low_confidence: 20,
  no_answer: 15,
  no_confidence: 10,
  judge_family: 5,
};

const LOW_CONFIDENCE = 60;
const PADDING_FACTOR = 3;

/**
 * How much a run is in need of a person's eye: the sum of its reasons' points, 0 = not in the queue.
 * A run that is under way, or was stopped, scores 0. Reasons come in order of weight.
 */
export function reviewRisk(run: Run): { score: number; reasons: ReviewReason[] } {
  if (!isReviewable(run)) return { score: 0, reasons: [] };
  const reasons = [
    ...decisionReasons(run),
    ...judgeReasons(run),
    ...panelReasons(run),
    ...confidenceReasons(run),
  ];
  reasons.sort((a, b) => points[b] - points[a]);
  return { score: reasons.reduce((sum, reason) => sum + points[reason], 0), reasons };
}

function isReviewable(run: Run): boolean {
  if (run.status === 'interrupted') return run.finalAnswer !== null;
  return run.status === 'completed' || run.status === 'failed';
}

function decisionReasons(run: Run): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (run.decision?.decision === 'halt') reasons.push('held');
  if (run.decision?.decision === 'warn')
    reasons.push(isSplitVote(run.decision.reason) ? 'votes_escalated' : 'warned');
  if (run.verification?.claims.some((claim) => claim.outcome === 'wrong' && claim.in === 'answer')) {
    reasons.push('wrong_claim');
  }
  return reasons;
}

/** The policies' own codes for votes that differ: these go to a person by rule. */
function isSplitVote(reason: string): boolean {
  return ['risk_split', 'bft_no_quorum', 'weighted_split'].includes(reason);
}

function judgeReasons(run: Run): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  if (run.agreement?.secondOrder === 'flipped') reasons.push('flipped');
  if (run.agreement?.outcome === 'could_not_judge') reasons.push('could_not_judge');
  const judgeSpoke = run.agreement !== null || run.review?.source === 'judge';
  const { judge, panel } = run.settings;
  if (judgeSpoke && panel.some((member) => isSameFamily(member, judge))) reasons.push('judge_family');
  return reasons;
}

function panelReasons(run: Run): ReviewReason[] {
  const answered = run.candidates.filter((candidate) => candidate.status === 'answered');
  if (answered.length === 0) return ['no_answer'];
  const reasons: ReviewReason[] = [];
  if (answered.length < run.settings.panel.length) reasons.push('partial_panel');
  if (run.path === 'semantic' && isPadded(run)) reasons.push('padded_longest');
  return reasons;
}

function isPadded(run: Run): boolean {
  const lengths = run.candidates
    .filter((candidate) => candidate.status === 'answered')
    .map((candidate) => [...candidate.text].length)
    .sort((a, b) => a - b);
  const middle = lengths.length / 2;
  const median = ((lengths[Math.ceil(middle) - 1] ?? 0) + (lengths[Math.floor(middle)] ?? 0)) / 2;
  return (lengths.at(-1) ?? 0) > PADDING_FACTOR * median;
}

function confidenceReasons(run: Run): ReviewReason[] {
  if (run.finalAnswer === null) return [];
  const confidence = run.review?.confidence ?? null;
  if (confidence === null) return ['no_confidence'];
  return confidence < LOW_CONFIDENCE ? ['low_confidence'] : [];
}

/**
 * Same family: the names begin alike up to the first digit, blank, dot, colon or hyphen, with a
 * maker's prefix ("maker/name") left out.
 */
function isSameFamily(a: Pick<Member, 'model'>, b: Pick<Member, 'model'>): boolean {
  const family = familyOf(a.model);
  return family !== '' && family === familyOf(b.model);
}

function familyOf(model: string): string {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  return /^[a-z_]+/.exec(name)?.[0] ?? name;
}
