import { SEATS, type Review, type Seat } from '@/lib/consensus/schema';
import { readObject } from './read-object';
import { type Unusable, unusable } from './unusable';
import { readLine } from './words';

export const NO_RATIONALE = 'No rationale returned.';

export type ReviewReading =
  { ok: true; similarity: Review['similarity']; confidence: number; rationale: string } | Unusable;

function isScore(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

/** Scores that are all at most 1 with a fraction among them were given from 0 to 1. */
function isFromZeroToOne(scores: number[]): boolean {
  return scores.every((score) => score <= 1) && scores.some((score) => !Number.isInteger(score));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the review judge's reply. A number from 0 to 100 for each `valid` seat and the confidence,
 * else nothing of it is used: no strings, no booleans, no other scale (similarities and confidence
 * are looked at apart). Scores of `failed` seats are
 * passed over; a label that was never shown makes the reply unusable.
 */
export function readReview(raw: string, valid: Seat[], failed: Seat[]): ReviewReading {
  const reading = readObject(raw);
  if (!reading.ok) return reading;
  const { similarity: scores, confidence, rationale } = reading.value;
  if (!isRecord(scores)) return unusable('no_scores');
  const labels = new Set<string>([...valid, ...failed]);
  if (Object.keys(scores).some((label) => !labels.has(label))) return unusable('unknown_label');
  const given = SEATS.filter((seat) => valid.includes(seat)).map((seat) => [seat, scores[seat]] as const);
  const scored = given.flatMap(([seat, score]) => (isScore(score) ? [[seat, score] as const] : []));
  if (scored.length < given.length || !isScore(confidence)) return unusable('score_missing');
  if (isFromZeroToOne(scored.map(([, score]) => score)) || isFromZeroToOne([confidence]))
    return unusable('wrong_scale');
  const similarity: Review['similarity'] = Object.fromEntries(scored);
  return { ok: true, similarity, confidence, rationale: readLine(rationale) || NO_RATIONALE };
}
