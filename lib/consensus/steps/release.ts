import { engineVotes } from '@/lib/consensus/engine-votes';
import { readVote } from '@/lib/consensus/judge-reply';
import { ModelError } from '@/lib/consensus/model-error';
import { validCandidates } from '@/lib/consensus/next-steps';
import { decide } from '@/lib/consensus/policies';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import { votePrompt, voteSchema } from '@/lib/consensus/prompts/vote';
import type { CastVote, Member, Seat } from '@/lib/consensus/schema';
import { childController, type StepContext } from './context';
import { askJudge } from './judge-call';

const VOTE_TIMEOUT_MS = 30_000;

/**
 * Asks each member that answered and the judge for a vote, adds the engines' votes, and lets the
 * policy decide. A vote that cannot be had is an abstention with its cause, never a verdict.
 */
export async function decideRelease(context: StepContext): Promise<void> {
  const { settings, verification, finalAnswer } = context.run();
  if (settings.policy === 'off' || finalAnswer === null) return;
  const answered = validCandidates(context.run()).map((c) => c.seat);
  const members = settings.panel.filter((m) => answered.includes(m.seat));
  const asked = [
    ...members.map((member) => castVote(context, member, `seat:${member.seat}`, member.seat)),
    castVote(context, settings.judge, 'judge'),
  ];
  const cast = await Promise.all(asked);
  const votes = [...cast, ...(verification === null ? [] : engineVotes(verification))];
  for (const vote of votes) context.emit({ type: 'vote.cast', vote });
  const isRefuted =
    verification?.claims.some((claim) => claim.in === 'answer' && claim.outcome === 'wrong') ?? false;
  context.emit({
    type: 'decision.made',
    decision: decide(settings.policy, votes, settings.policySettings, isRefuted),
  });
}

async function castVote(
  context: StepContext,
  member: Member,
  verifier: string,
  seat?: Seat,
): Promise<CastVote> {
  const { question, finalAnswer } = context.run();
  const nonce = context.deps.nonce();
  const { controller, release } = childController(context.signal);
  const done = new AbortController();
  void context.deps.clock.sleep(VOTE_TIMEOUT_MS, done.signal).then(() => {
    if (!done.signal.aborted)
      controller.abort(new ModelError('timeout', `No vote within ${VOTE_TIMEOUT_MS / 1000} s.`));
  });
  const answer = await askJudge(
    { ...context, signal: controller.signal },
    {
      role: 'verifier',
      member,
      ...(seat === undefined ? {} : { seat }),
      messages: votePrompt({ question, finalAnswer: finalAnswer?.text ?? '', nonce }),
      json: { name: 'vote', schema: voteSchema },
      prompt: { id: 'vote', version: PROMPT_VERSIONS.vote, nonce, order: [] },
      read: readVote,
    },
  );
  done.abort();
  release();
  const source = seat === undefined ? 'judge' : 'member';
  if (answer.ok) return { verifier, source, ...answer.value };
  const { kind, message } = answer.error;
  return {
    verifier,
    source,
    verdict: 'warn',
    risk: '',
    riskScore: 0,
    critique: '',
    abstained: { kind, message },
  };
}
