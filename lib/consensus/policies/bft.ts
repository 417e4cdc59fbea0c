import {
  countedVotes,
  largestRisk,
  PolicyError,
  redactEvidenceRef,
  verifiers,
  type Policy,
  type PolicyVote,
} from './policy';

const VERDICTS = ['halt', 'warn', 'allow'] as const;
type BftReason = 'bft_quorum' | 'bft_no_quorum' | 'bft_insufficient_replicas';

export interface QuorumCount {
  decision: (typeof VERDICTS)[number];
  reason: BftReason;
  faultTolerance: number;
  requiredReplicas: number;
  quorumSize: number;
  byzantineResilient: boolean;
  participatingVerifiers: string[];
  /** As the votes gave them; redact before showing. */
  evidenceRefs: string[];
  riskScore: number;
  agreeing: number;
  votes: number;
}

/**
 * How many verifiers a fault tolerance of `f` needs, and how many of `n` must agree. For n = 3f + 1
 * the quorum is 2f + 1; above, it grows so that two verdicts can never both have one.
 */
export function quorumRule(
  faultTolerance: number,
  votes = 0,
): { requiredReplicas: number; quorumSize: number } {
  const requiredReplicas = 3 * faultTolerance + 1;
  const replicas = Math.max(votes, requiredReplicas);
  return { requiredReplicas, quorumSize: Math.floor((replicas + faultTolerance) / 2) + 1 };
}

/** Byzantine quorum over votes. Never `allow` without a quorum. Throws PolicyError. */
export function countQuorum(votes: readonly PolicyVote[], faultTolerance: number): QuorumCount {
  const counted = countedVotes(votes);
  if (!Number.isInteger(faultTolerance) || faultTolerance < 0) {
    throw new PolicyError('invalid_fault_tolerance', 'The number of faulty verifiers must be 0 or more.');
  }
  const rule = { faultTolerance, ...quorumRule(faultTolerance, counted.length), votes: counted.length };
  const without = (reason: BftReason): QuorumCount => ({
    ...rule,
    decision: 'warn',
    reason,
    byzantineResilient: false,
    participatingVerifiers: [],
    evidenceRefs: [],
    riskScore: largestRisk(counted),
    agreeing: 0,
  });
  if (counted.length < rule.requiredReplicas) return without('bft_insufficient_replicas');
  for (const verdict of VERDICTS) {
    const agreeing = counted.filter((vote) => vote.verdict === verdict);
    if (agreeing.length < rule.quorumSize) continue;
    const quorum = agreeing.slice(0, rule.quorumSize);
    return {
      ...rule,
      decision: verdict,
      reason: 'bft_quorum',
      byzantineResilient: faultTolerance > 0,
      participatingVerifiers: quorum.map((vote) => vote.verifier),
      evidenceRefs: quorum.flatMap((vote) => (vote.evidenceRef ? [vote.evidenceRef] : [])),
      riskScore: largestRisk(agreeing),
      agreeing: agreeing.length,
    };
  }
  return without('bft_no_quorum');
}

export const bft: Policy = {
  id: 'bft',
  decide(votes, settings) {
    const {
      decision,
      reason,
      riskScore,
      agreeing,
      votes: total,
      ...details
    } = countQuorum(votes, settings.faultTolerance);
    return {
      decision,
      reason,
      policyId: 'bft',
      explanation: EXPLANATIONS[reason]({ decision, agreeing, total, ...details }),
      riskScore,
      details: { ...details, evidenceRefs: details.evidenceRefs.map(redactEvidenceRef) },
    };
  },
};

interface Facts {
  decision: string;
  agreeing: number;
  total: number;
  quorumSize: number;
  requiredReplicas: number;
  faultTolerance: number;
}

const EXPLANATIONS: Record<BftReason, (facts: Facts) => string> = {
  bft_quorum: ({ decision, agreeing, total, quorumSize }) =>
    `${agreeing} of ${verifiers(total)} voted ${decision}; ${quorumSize} were needed.`,
  bft_no_quorum: ({ total, quorumSize }) =>
    `No verdict reached the ${quorumSize} votes needed among ${verifiers(total)}.`,
  bft_insufficient_replicas: ({ total, requiredReplicas, faultTolerance }) =>
    `${verifiers(total)} voted; tolerating ${faultTolerance} faulty ones takes at least ${requiredReplicas}.`,
};
