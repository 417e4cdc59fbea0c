import type { CastVote, Decision, PolicyId, PolicySettings, Vote } from '@/lib/consensus/schema';

export type PolicyDecision = Omit<Decision, 'votes' | 'revealed'>;
export type PolicyVote = Vote & Pick<CastVote, 'abstained'>;

/** Votes in, decision out: pure, and blind to the order of the votes. Throws PolicyError and nothing else. */
export interface Policy {
  id: PolicyId;
  decide(votes: readonly PolicyVote[], settings: PolicySettings): PolicyDecision;
}

export type PolicyErrorCode =
  | 'duplicate_verifier'
  | 'unknown_verdict'
  | 'risk_out_of_range'
  | 'blank_verifier'
  | 'invalid_fault_tolerance';

/** Votes or settings no decision may be built on. `voteIndex` points at the vote, where one is to blame. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';

  constructor(
    readonly code: PolicyErrorCode,
    message: string,
    readonly voteIndex?: number,
  ) {
    super(message);
  }
}

const VERDICTS: readonly string[] = ['allow', 'warn', 'halt'];

/** The votes that count: abstentions left out, the others checked. Throws PolicyError before any decision. */
export function countedVotes(votes: readonly PolicyVote[]): PolicyVote[] {
  votes.forEach((vote, index) => {
    if (!vote.abstained) checkVote(vote, index);
  });
  const counted = votes.filter((vote) => !vote.abstained);
  const seen = new Set<string>();
  for (const { verifier } of counted) {
    const key = verifierKey(verifier);
    if (seen.has(key))
      throw new PolicyError('duplicate_verifier', `Two votes bear the name "${verifier.trim()}".`);
    seen.add(key);
  }
  return counted;
}

function checkVote(vote: PolicyVote, index: number): void {
  if (verifierKey(vote.verifier) === '')
    throw new PolicyError('blank_verifier', 'A vote has no verifier.', index);
  if (!VERDICTS.includes(vote.verdict)) {
    throw new PolicyError('unknown_verdict', `"${vote.verdict}" is not allow, warn or halt.`, index);
  }
  const { riskScore } = vote;
  if (typeof riskScore !== 'number' || !(riskScore >= 0 && riskScore <= 1)) {
    throw new PolicyError('risk_out_of_range', 'A risk score lies outside 0 to 1.', index);
  }
}

/** One spelling per verifier: trimmed and case-folded (upper case first, so that "ß" and "SS" meet). */
export function verifierKey(name: string): string {
  return name.normalize('NFC').trim().toUpperCase().toLowerCase();
}

/** The largest risk score among `votes`; 0 where there are none. */
export function largestRisk(votes: readonly Vote[]): number {
  return votes.reduce((largest, vote) => Math.max(largest, vote.riskScore), 0);
}

/** A reference as it may be shown and exported: what points at secrets, raw text or prompts is `redacted`. */
export function redactEvidenceRef(reference: string): string {
  return /^\s*(?:secret|raw|prompt):/i.test(reference) ? 'redacted' : reference;
}

/** "1 verifier", "3 verifiers". */
export function verifiers(count: number): string {
  return `${count} ${count === 1 ? 'verifier' : 'verifiers'}`;
}
