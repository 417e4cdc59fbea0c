export { deriveVerdict, readAgreement, type AgreementReading } from './agreement';
export { readObject, type ObjectReading, type WhyNoObject } from './read-object';
export { NO_RATIONALE, readReview, type ReviewReading } from './review';
export { explainUnusable, type UnusableReason } from './unusable';
export { readVote, type VoteReading } from './vote';
