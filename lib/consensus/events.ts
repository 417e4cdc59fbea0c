import { z } from 'zod';
import {
  agreementSchema,
  callSchema,
  candidateSchema,
  castVoteSchema,
  decisionSchema,
  exactSchema,
  finalAnswerSchema,
  labelSchema,
  reviewSchema,
  runSchema,
  runSettingsSchema,
  seatSchema,
  stepSchema,
  synthesisSchema,
  verificationSchema,
} from './schema';

/**
 * Everything that can happen to a run. Stored events are numbered from 1 (`seq`); deltas carry no
 * number and are never stored, so each `completed` carries the whole result. `atMs` is the run's
 * own time: whole milliseconds since it started, not counting the time it lay interrupted.
 */
const stored = { seq: z.number().int().min(1), atMs: z.number().int().min(0) };
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...stored, ...shape });
const delta = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), atMs: stored.atMs, ...shape });

export const runEventSchema = z.discriminatedUnion('type', [
  event('run.started', {
    id: z.string(),
    question: z.string(),
    settings: runSettingsSchema,
    createdAt: z.string(),
    parentId: z.string().optional(),
  }),
  event('run.interrupted', { at: z.string() }),
  /** `from`: the step to be taken again with all that follows it; absent: go on where it stopped. */
  event('run.continued', {
    at: z.string(),
    from: stepSchema.optional(),
    seats: z.array(seatSchema).optional(),
  }),
  event('run.completed', { completedAt: z.string() }),
  event('run.failed', { completedAt: z.string(), code: z.string(), message: z.string() }),
  event('run.cancelled', { completedAt: z.string() }),
  event('call.started', { call: callSchema }),
  event('call.completed', { call: callSchema }),
  event('candidate.started', { seat: seatSchema }),
  delta('candidate.delta', {
    seat: seatSchema,
    text: z.string().optional(),
    reasoning: z.string().optional(),
  }),
  event('candidate.completed', { candidate: candidateSchema }),
  event('candidate.failed', { candidate: candidateSchema }),
  event('candidate.cancelled', { candidate: candidateSchema }),
  event('exact.checked', { exact: exactSchema }),
  event('agreement.started', {}),
  event('agreement.completed', { agreement: agreementSchema }),
  event('synthesis.started', { model: z.string() }),
  delta('synthesis.delta', { text: z.string().optional(), reasoning: z.string().optional() }),
  event('synthesis.completed', { synthesis: synthesisSchema }),
  event('synthesis.failed', { synthesis: synthesisSchema }),
  event('answer.decided', { finalAnswer: finalAnswerSchema }),
  event('verification.started', {}),
  event('verification.completed', { verification: verificationSchema }),
  event('vote.cast', { vote: castVoteSchema }),
  event('decision.made', { decision: decisionSchema }),
  event('answer.revealed', { at: z.string(), by: z.string() }),
  event('review.started', {}),
  event('review.completed', { review: reviewSchema }),
  event('label.set', { label: labelSchema }),
  event('label.cleared', { at: z.string(), by: z.string().optional() }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventType = RunEvent['type'];
export type DeltaEvent = Extract<RunEvent, { type: 'candidate.delta' | 'synthesis.delta' }>;
export type StoredEvent = Exclude<RunEvent, DeltaEvent>;

type WithoutStamp<E> = E extends RunEvent ? Omit<E, 'seq' | 'atMs'> : never;
/** An event as a step emits it: the engine stamps the number and the time. */
export type NewEvent = WithoutStamp<RunEvent>;

/** What a joiner of a running run gets first: the folded run with the texts so far. No number. */
export const runSnapshotSchema = z.object({ type: z.literal('run.snapshot'), run: runSchema });
export type RunSnapshot = z.infer<typeof runSnapshotSchema>;

export function isDelta(event: RunEvent): event is DeltaEvent {
  return event.type === 'candidate.delta' || event.type === 'synthesis.delta';
}
