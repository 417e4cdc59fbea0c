import { disagreementText, realRisk, type RealRisk } from './disagreement-text';
import { countedVotes, largestRisk, type Policy, type PolicyVote } from './policy';

const OUTCOMES = { ok: 'allow', unclear: 'warn', risky: 'halt' } as const;

export interface RiskVote {
  unanimous: boolean;
  agreedRisk: RealRisk | '';
  realVotes: number;
  abstentions: number;
}

/** Unanimity over risk words. Two of three is no consensus; every abstention is counted. */
export function countRisks(votes: readonly Pick<PolicyVote, 'risk' | 'abstained'>[]): RiskVote {
  const real = votes.flatMap((vote) => (vote.abstained ? [] : (realRisk(vote.risk) ?? [])));
  const [first] = real;
  const unanimous = first !== undefined && real.every((risk) => risk === first);
  return {
    unanimous,
    agreedRisk: unanimous ? first : '',
    realVotes: real.length,
    abstentions: votes.length - real.length,
  };
}

export const unanimousRisk: Policy = {
  id: 'unanimous-risk',
  decide(votes, settings) {
    const real = countedVotes(votes).filter((vote) => realRisk(vote.risk));
    const count = countRisks(votes);
    const { decision, reason, explanation } = outcome(count, votes.length, settings.minVotes);
    return {
      decision,
      reason,
      policyId: 'unanimous-risk',
      explanation,
      riskScore: largestRisk(real),
      details: { ...count, disagreementText: disagreementText(votes) },
    };
  },
};

function outcome({ agreedRisk, realVotes, unanimous }: RiskVote, asked: number, minVotes: number) {
  const voted = `${realVotes} of ${asked} voted`;
  if (realVotes === 0) {
    return {
      decision: 'warn',
      reason: 'risk_no_signal',
      explanation: 'No verifier gave a risk that counts.',
    } as const;
  }
  if (!unanimous || agreedRisk === '') {
    return {
      decision: 'warn',
      reason: 'risk_split',
      explanation: `The verifiers differ about the risk (${voted}).`,
    } as const;
  }
  const reason = realVotes === 1 ? 'risk_single_vote' : 'risk_unanimous';
  if (realVotes < minVotes) {
    return {
      decision: 'warn',
      reason,
      explanation: `${voted}; at least ${minVotes} votes are asked for.`,
    } as const;
  }
  const explanation = realVotes === 1 ? `${voted}: ${agreedRisk}.` : `All agree: ${agreedRisk} (${voted}).`;
  return { decision: OUTCOMES[agreedRisk], reason, explanation } as const;
}
