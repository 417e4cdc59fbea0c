import type { CastVote, Decision, PolicyId, PolicySettings } from '@/lib/consensus/schema';
import { bft } from './bft';
import { PolicyError, redactEvidenceRef, type Policy, type PolicyDecision } from './policy';
import { unanimousRisk } from './unanimous-risk';
import { weighted } from './weighted';

/** Every policy there is: a new one is a file and a line here. */
export const policies: Record<PolicyId, Policy> = {
  bft,
  'unanimous-risk': unanimousRisk,
  weighted,
};

/**
 * The decision over the votes that were cast, capped when a claim in the final answer was refuted.
 * Votes no policy may count end in `warn` with the fault as the reason; references to secrets are redacted.
 */
export function decide(
  policyId: PolicyId,
  votes: readonly CastVote[],
  settings: PolicySettings,
  isRefuted: boolean,
): Decision {
  const decision = decideOrWarn(policyId, votes, settings);
  return { ...(isRefuted ? capForRefutedClaim(decision) : decision), votes: votes.map(withoutSecrets) };
}

function decideOrWarn(
  policyId: PolicyId,
  votes: readonly CastVote[],
  settings: PolicySettings,
): PolicyDecision {
  try {
    return policies[policyId].decide(votes, settings);
  } catch (thrown) {
    if (!(thrown instanceof PolicyError)) throw thrown;
    return {
      decision: 'warn',
      reason: thrown.code,
      policyId,
      explanation: thrown.message,
      riskScore: 0,
      details: {},
    };
  }
}

function withoutSecrets(vote: CastVote): CastVote {
  return vote.evidenceRef === undefined
    ? vote
    : { ...vote, evidenceRef: redactEvidenceRef(vote.evidenceRef) };
}

/** What a policy decided when a claim in the final answer was proved wrong: `warn` at best. */
export function capForRefutedClaim(decision: PolicyDecision): PolicyDecision {
  if (decision.decision !== 'allow') return decision;
  return {
    ...decision,
    decision: 'warn',
    reason: 'refuted_claim',
    explanation: `${decision.explanation} But a claim in the answer was proved wrong.`,
    details: { ...decision.details, cappedFrom: decision.reason },
  };
}

export { PolicyError, redactEvidenceRef } from './policy';
export type { Policy, PolicyDecision, PolicyErrorCode, PolicyVote } from './policy';
export { quorumRule } from './bft';
export { disagreementText } from './disagreement-text';
