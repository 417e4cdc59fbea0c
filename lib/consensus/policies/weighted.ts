import { countedVotes, largestRisk, verifierKey, type Policy, type PolicyVote } from './policy';

const VERDICTS = ['halt', 'warn', 'allow'] as const;
type Verdict = (typeof VERDICTS)[number];
/** Weights are summed as whole millionths: sums of floats would depend on the order of the votes. */
const UNITS = 1_000_000;

/** The weight of each verdict, and of each vote; a verifier without a setting weighs 1, a senseless weight 0. */
export function weigh(votes: readonly PolicyVote[], weights: Record<string, number>) {
  const byKey = new Map(Object.entries(weights).map(([name, weight]) => [verifierKey(name), weight]));
  const shares: Record<Verdict, number> = { allow: 0, warn: 0, halt: 0 };
  const used: Record<string, number> = {};
  for (const { verifier, verdict } of votes) {
    const units = inUnits(byKey.get(verifierKey(verifier)) ?? 1);
    shares[verdict] += units;
    used[verifier] = units / UNITS;
  }
  return { shares, used, total: shares.allow + shares.warn + shares.halt };
}

function inUnits(weight: number): number {
  return Number.isFinite(weight) && weight > 0 ? Math.round(Math.min(weight, 1_000) * UNITS) : 0;
}

export const weighted: Policy = {
  id: 'weighted',
  decide(votes, settings) {
    const counted = countedVotes(votes);
    const { shares, used, total } = weigh(counted, settings.weights);
    const winner = VERDICTS.find((verdict) => 2 * shares[verdict] > total);
    const share = (verdict: Verdict) => (total === 0 ? 0 : shares[verdict] / total);
    const agreeing = winner ? counted.filter((vote) => vote.verdict === winner) : counted;
    return {
      decision: winner ?? 'warn',
      reason: counted.length === 0 ? 'no_votes' : winner ? 'weighted_majority' : 'weighted_split',
      policyId: 'weighted',
      explanation: explain(counted.length, winner, winner ? share(winner) : 0),
      riskScore: largestRisk(agreeing),
      details: {
        shares: { allow: share('allow'), warn: share('warn'), halt: share('halt') },
        weights: used,
        totalWeight: total / UNITS,
      },
    };
  },
};

function explain(votes: number, winner: Verdict | undefined, share: number): string {
  if (votes === 0) return 'Nobody voted.';
  if (!winner) return 'No verdict has more than half of the weight.';
  return `${winner} has ${Math.round(share * 100)} % of the weight.`;
}
