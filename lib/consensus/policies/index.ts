import type { PolicyId } from '@/lib/consensus/schema';
import { bft } from './bft';
import type { Policy, PolicyDecision } from './policy';
import { unanimousRisk } from './unanimous-risk';
import { weighted } from './weighted';

/** Every policy there is: a new one is a file and a line here. */
export const policies: Record<PolicyId, Policy> = {
  bft,
  'unanimous-risk': unanimousRisk,
  weighted,
};

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
