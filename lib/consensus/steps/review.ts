import { readReview } from '@/lib/consensus/judge-reply';
import { validCandidates } from '@/lib/consensus/next-steps';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import { reviewPrompt, reviewSchemaFor } from '@/lib/consensus/prompts/review';
import type { FinalAnswer, Review } from '@/lib/consensus/schema';
import { estimateSimilarity } from '@/lib/consensus/similarity';
import type { StepContext } from './context';
import { askJudge, presentationOrder } from './judge-call';

/**
 * Has the judge score every valid candidate against the final answer. Never changes the answer.
 * Where no scores can be had, the similarity is estimated without a model and the confidence is null.
 */
export async function reviewAnswer(context: StepContext, finalAnswer: FinalAnswer): Promise<void> {
  context.emit({ type: 'review.started' });
  const { question, settings, candidates } = context.run();
  const valid = validCandidates(context.run());
  const seats = valid.map((c) => c.seat);
  const failed = candidates.map((c) => c.seat).filter((seat) => !seats.includes(seat));
  const order = presentationOrder(seats, settings.judge.order, context.deps.random);
  const nonce = context.deps.nonce();
  const answer = await askJudge(context, {
    role: 'review',
    member: settings.judge,
    messages: reviewPrompt({
      question,
      finalAnswer: finalAnswer.text,
      candidates: valid,
      panelSize: candidates.length,
      order,
      nonce,
      maxChars: settings.judgeCandidateChars,
    }),
    json: { name: 'review', schema: reviewSchemaFor(seats) },
    prompt: { id: 'review', version: PROMPT_VERSIONS.review, nonce, order },
    read: (raw) => readReview(raw, seats, failed),
  });
  const none = Object.fromEntries(failed.map((seat) => [seat, null]));
  const review: Review = answer.ok
    ? {
        source: 'judge',
        ...answer.value,
        similarity: { ...none, ...answer.value.similarity },
        raw: answer.raw,
      }
    : {
        source: 'estimate',
        similarity: {
          ...none,
          ...Object.fromEntries(valid.map((c) => [c.seat, estimateSimilarity(c.text, finalAnswer.text)])),
        },
        confidence: null,
        rationale: '',
        raw: answer.raw,
        error: answer.error.toCallError(),
      };
  context.emit({ type: 'review.completed', review });
}
