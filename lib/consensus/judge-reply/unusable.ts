import type { WhyNoObject } from './read-object';

export type UnusableReason =
  | WhyNoObject
  | 'no_groups'
  | 'not_a_partition'
  | 'no_scores'
  | 'unknown_label'
  | 'score_missing'
  | 'wrong_scale'
  | 'no_verdict'
  | 'no_risk_score';

/** A reply that says nothing we may use. The raw text is the caller's to keep. */
export interface Unusable {
  ok: false;
  why: UnusableReason;
}

export const unusable = (why: UnusableReason): Unusable => ({ ok: false, why });

const SENTENCES: Record<UnusableReason, string> = {
  none: 'The reply holds no JSON object.',
  several: 'The reply holds more than one JSON object.',
  cut: 'The JSON object of the reply is cut off.',
  repeated_key: 'A key stands twice in the JSON object of the reply.',
  not_an_object: 'The reply is JSON, but not an object.',
  too_deep: 'The JSON object of the reply is nested too deeply.',
  too_large: 'The reply is too long to be read.',
  no_groups: 'The reply has no list of groups.',
  not_a_partition: 'The groups do not hold each candidate once.',
  no_scores: 'The reply has no similarity for each candidate.',
  unknown_label: 'The reply scores a candidate that was not shown.',
  score_missing: 'A score is missing, is no number, or is not from 0 to 100.',
  wrong_scale: 'The scores are not on the scale from 0 to 100.',
  no_verdict: 'The reply has no verdict of allow, warn or halt.',
  no_risk_score: 'The reply has no risk score from 0 to 1.',
};

/** The English sentence for a reason, fit for the message of an `invalid_response` error. */
export function explainUnusable(why: UnusableReason): string {
  return SENTENCES[why];
}
