import type { CastVote, CheckedClaim, EngineResult, Verification } from './schema';

/**
 * What the engines have to say about the final answer, one vote per engine: a refuted claim is a
 * halt, else a proved one an allow, else the engine has no vote. Claims of the question and of the
 * candidates are not the answer's, so they do not vote.
 */
export function engineVotes(verification: Verification | null): CastVote[] {
  const byEngine = new Map<string, { claim: CheckedClaim; result: EngineResult }[]>();
  for (const claim of verification?.claims ?? []) {
    if (claim.in !== 'answer') continue;
    for (const result of claim.results) {
      byEngine.set(result.engine, [...(byEngine.get(result.engine) ?? []), { claim, result }]);
    }
  }
  return [...byEngine].flatMap(([engine, checks]) => engineVote(engine, checks) ?? []);
}

/** True when an engine proved a claim of the final answer wrong. */
export function hasRefutedClaim(verification: Verification | null): boolean {
  return (verification?.claims ?? []).some((claim) => claim.in === 'answer' && claim.outcome === 'wrong');
}

function engineVote(
  engine: string,
  checks: { claim: CheckedClaim; result: EngineResult }[],
): CastVote | null {
  const refuted = checks.find(({ result }) => result.refuted);
  if (refuted) {
    const { claim } = refuted;
    return {
      verifier: `engine:${engine}`,
      source: 'engine',
      verdict: 'halt',
      risk: 'risky',
      riskScore: 1,
      critique: `${claim.text}: computed ${claim.computed ?? 'another value'}.`,
      ...evidenceRef(claim),
    };
  }
  const proved = checks.filter(({ result }) => result.status === 'VERIFIED');
  const [first] = proved;
  if (!first) return null;
  return {
    verifier: `engine:${engine}`,
    source: 'engine',
    verdict: 'allow',
    risk: 'ok',
    riskScore: 0,
    critique:
      proved.length === 1
        ? `Proved: ${first.claim.text}`
        : `Proved ${proved.length} claims, the first: ${first.claim.text}`,
    ...evidenceRef(first.claim),
  };
}

function evidenceRef(claim: CheckedClaim) {
  return { evidenceRef: `proof://${claim.proofRef ?? claim.id}` };
}
