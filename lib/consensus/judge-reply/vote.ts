import { voteSchema, type Vote } from '@/lib/consensus/schema';
import { readObject } from './read-object';
import { type Unusable, unusable } from './unusable';
import { readWords } from './words';

const MAX_CRITIQUE = 2_000;
const { verdict: verdictSchema, risk: riskSchema } = voteSchema.shape;

export type VoteReading =
  ({ ok: true } & Pick<Vote, 'verdict' | 'risk' | 'riskScore' | 'critique'>) | Unusable;

const word = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/**
 * Reads a verifier's reply. Verdict and risk are compared trimmed and in lower case; a risk word
 * other than ok, unclear and risky is read as no signal (''), any other verdict and a risk score
 * outside 0 to 1 make the reply unusable. The critique keeps its lines, at most 2,000 characters.
 */
export function readVote(raw: string): VoteReading {
  const reading = readObject(raw);
  if (!reading.ok) return reading;
  const { riskScore, critique } = reading.value;
  const verdict = verdictSchema.safeParse(word(reading.value.verdict));
  if (!verdict.success) return unusable('no_verdict');
  if (typeof riskScore !== 'number' || !(riskScore >= 0 && riskScore <= 1)) return unusable('no_risk_score');
  const risk = riskSchema.safeParse(word(reading.value.risk));
  const words = Array.from(readWords(critique).trim()).slice(0, MAX_CRITIQUE).join('');
  return { ok: true, verdict: verdict.data, risk: risk.success ? risk.data : '', riskScore, critique: words };
}
