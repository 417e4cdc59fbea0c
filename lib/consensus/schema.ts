import { z } from 'zod';

/**
 * The vocabulary of a run. Every name here is also the name in the HTTP API, the store and the
 * export, so renaming one is a breaking change. Readers accept unknown keys (a newer server, an
 * older browser); writers emit only what stands here.
 */

export const seatSchema = z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G']);
export type Seat = z.infer<typeof seatSchema>;
export const SEATS = seatSchema.options;

export const MAX_QUESTION_CHARS = 32_000;
/** 1 to 32,000 code units after trimming. */
export const questionSchema = z.string().trim().min(1).max(MAX_QUESTION_CHARS);

export const errorKindSchema = z.enum([
  'auth',
  'rate_limit',
  'quota',
  'bad_request',
  'not_found',
  'overloaded',
  'server',
  'timeout',
  'grace',
  'network',
  'aborted',
  'empty',
  'thinking_only',
  'truncated_stream',
  'refused',
  'content_filter',
  'invalid_response',
  'breaker_open',
]);
export type ErrorKind = z.infer<typeof errorKindSchema>;

/** Why a call came to nothing. `message` is redacted, one line, at most 1,500 characters. */
export const callErrorSchema = z.object({
  kind: errorKindSchema,
  message: z.string(),
  httpStatus: z.number().int().optional(),
  requestId: z.string().optional(),
  attempts: z.number().int().min(0),
});
export type CallError = z.infer<typeof callErrorSchema>;

export const usageSchema = z.object({
  promptTokens: z.number(),
  completionTokens: z.number(),
  reasoningTokens: z.number().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

export const costSchema = z.object({ amount: z.number(), currency: z.string() });
/** Money in whole units of `currency`. Unknown is null, never 0. */
export type Cost = z.infer<typeof costSchema>;

export const priceSchema = z.object({
  promptPerMillion: z.number().min(0),
  completionPerMillion: z.number().min(0),
  currency: z.string().min(1).default('USD'),
});
export type Price = z.infer<typeof priceSchema>;

/** A model at an endpoint, as a run remembers it. Keys and base URLs are never part of it. */
export const memberSchema = z.object({
  model: z.string(),
  endpoint: z.string(),
  temperature: z.number().optional(),
  maxTokens: z.number().int().optional(),
  price: priceSchema.optional(),
});
export type Member = z.infer<typeof memberSchema>;

export const panelMemberSchema = memberSchema.extend({ seat: seatSchema });
export type PanelMember = z.infer<typeof panelMemberSchema>;

export const speculativeSchema = z.enum(['off', 'review', 'all']);
export type Speculative = z.infer<typeof speculativeSchema>;
export const verifyModeSchema = z.enum(['off', 'single', 'high', 'maximum']);
export type VerifyMode = z.infer<typeof verifyModeSchema>;
export const onDisconnectSchema = z.enum(['finish', 'cancel']);
export const judgeOrderSchema = z.enum(['shuffled', 'seat']);
export const secondOrderSchema = z.enum(['off', 'borderline', 'always']);
export const policyIdSchema = z.enum(['bft', 'unanimous-risk', 'weighted']);
export type PolicyId = z.infer<typeof policyIdSchema>;
export const policyChoiceSchema = z.enum(['off', ...policyIdSchema.options]);
export type PolicyChoice = z.infer<typeof policyChoiceSchema>;

/** What a policy may be told beside the votes. */
export const policySettingsSchema = z.object({
  faultTolerance: z.number().int(),
  /** `unanimous-risk`: how many real votes make a signal (1, or 2 where one is too few). */
  minVotes: z.number().int(),
  /** `weighted`: weight by verifier name; a name that is absent weighs 1. */
  weights: z.record(z.string(), z.number()),
});
export type PolicySettings = z.infer<typeof policySettingsSchema>;

/** Everything that decided how this run was made. */
export const runSettingsSchema = z.object({
  panel: z.array(panelMemberSchema).min(2).max(7),
  judge: memberSchema.extend({ order: judgeOrderSchema, secondOrder: secondOrderSchema }),
  /** True when no judge was configured and the first member of the panel judges. */
  judgeIsDefault: z.boolean(),
  synthesizer: memberSchema,
  policy: policyChoiceSchema,
  policySettings: policySettingsSchema,
  verify: verifyModeSchema,
  minConfidence: z.number(),
  speculative: speculativeSchema,
  onDisconnect: onDisconnectSchema,
  graceMs: z.number(),
  runDeadlineMs: z.number(),
  judgeCandidateChars: z.number().int(),
  promptVersions: z.record(z.string(), z.string()),
  /** True when scripted models answered: the run must be labelled so wherever it is shown. */
  demo: z.boolean(),
  /** False for "do not keep this run". */
  keep: z.boolean(),
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export const timingSchema = z.object({
  startedMs: z.number().int(),
  firstTokenMs: z.number().int().optional(),
  endedMs: z.number().int().optional(),
});

export const candidateStatusSchema = z.enum(['waiting', 'running', 'answered', 'failed', 'cancelled']);
/** One member's answer. `waiting` and `running` occur only while the run is under way. */
export const candidateSchema = z.object({
  seat: seatSchema,
  model: z.string(),
  endpoint: z.string(),
  /** The model name that the response itself gave, where it differs from the one asked for. */
  servedBy: z.string().optional(),
  status: candidateStatusSchema,
  text: z.string(),
  reasoning: z.string().optional(),
  truncated: z.boolean().optional(),
  finishReason: z.string().optional(),
  error: callErrorSchema.optional(),
  timing: timingSchema,
  usage: usageSchema.optional(),
  cost: costSchema.nullable(),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const exactSchema = z.object({ unanimous: z.boolean(), groups: z.array(z.array(seatSchema)) });
export type Exact = z.infer<typeof exactSchema>;

export const verdictSchema = z.enum(['unanimous', 'majority', 'split']);
/** The judge's partition, or the fact that there is none. `could_not_judge` is not a disagreement. */
export const agreementSchema = z.object({
  outcome: z.enum(['agree', 'disagree', 'could_not_judge']),
  verdict: verdictSchema.optional(),
  agreeing: z.array(seatSchema),
  groups: z.array(z.array(seatSchema)),
  conclusion: z.string(),
  differences: z.string(),
  raw: z.string(),
  error: callErrorSchema.optional(),
  /** Set when a second look in another order was taken: did the verdict stay the same? */
  secondOrder: z.enum(['same', 'flipped', 'not_had']).optional(),
  /** Seats whose text was shown to the judge with its middle left out. */
  cut: z.array(seatSchema),
});
export type Agreement = z.infer<typeof agreementSchema>;

export const finalAnswerSchema = z.object({
  text: z.string(),
  from: z.enum(['candidate', 'synthesis']),
  seat: seatSchema.optional(),
  model: z.string(),
});
export type FinalAnswer = z.infer<typeof finalAnswerSchema>;

export const synthesisSchema = z.object({
  status: z.enum(['running', 'completed', 'failed']),
  model: z.string(),
  servedBy: z.string().optional(),
  text: z.string(),
  reasoning: z.string().optional(),
  truncated: z.boolean().optional(),
  error: callErrorSchema.optional(),
});
export type Synthesis = z.infer<typeof synthesisSchema>;

/** Scores are 0 to 100; one that could not be obtained is null, never 0. */
export const reviewSchema = z.object({
  source: z.enum(['judge', 'estimate']),
  similarity: z.partialRecord(seatSchema, z.number().nullable()),
  confidence: z.number().nullable(),
  rationale: z.string(),
  raw: z.string().optional(),
  error: callErrorSchema.optional(),
});
export type Review = z.infer<typeof reviewSchema>;

export const pathSchema = z.enum(['exact', 'semantic', 'synthesis', 'fallback', 'no_answer']);
/** How the final answer was chosen. Computed by the fold; nobody writes it. */
export type Path = z.infer<typeof pathSchema>;

export const engineStatusSchema = z.enum(['VERIFIED', 'UNVERIFIABLE', 'BLOCKED']);
export type EngineStatus = z.infer<typeof engineStatusSchema>;

/** What one deterministic engine made of one claim. `confidence` is 0 to 1. */
export const engineResultSchema = z.object({
  engine: z.string(),
  method: z.string(),
  result: z.string().nullable(),
  confidence: z.number(),
  latencyMs: z.number(),
  success: z.boolean(),
  error: z.string().optional(),
  status: engineStatusSchema,
  /** True when the engine computed another value than the one stated. */
  refuted: z.boolean(),
});
export type EngineResult = z.infer<typeof engineResultSchema>;

export const agreementStatusSchema = z.enum([
  'no_results',
  'blocked_secure_execution',
  'blocked',
  'all_failed',
  'unanimous',
  'majority',
  'split',
]);
export type AgreementStatus = z.infer<typeof agreementStatusSchema>;

/** What a proof reference is the hash of. */
export const evidenceSchema = z.object({
  question: z.string(),
  claim: z.string(),
  answer: z.string(),
  agreement: agreementStatusSchema,
  confidence: z.number(),
  engines: z.array(
    z.object({
      engine: z.string(),
      method: z.string(),
      result: z.string().nullable(),
      confidence: z.number(),
    }),
  ),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** A checkable statement and where it stands: code units `start` (in) to `end` (out) of the text. */
export const claimSchema = z.object({
  id: z.string(),
  text: z.string(),
  in: z.union([z.literal('question'), z.literal('answer'), seatSchema]),
  start: z.number().int(),
  end: z.number().int(),
  stated: z.string(),
});
export type Claim = z.infer<typeof claimSchema>;

export const checkedClaimSchema = claimSchema.extend({
  computed: z.string().nullable(),
  outcome: z.enum(['right', 'wrong', 'unchecked']),
  answer: z.string().nullable(),
  agreement: agreementStatusSchema,
  status: engineStatusSchema,
  confidence: z.number(),
  enginesUsed: z.number().int(),
  results: z.array(engineResultSchema),
  proofRef: z.string().optional(),
  evidence: evidenceSchema.optional(),
});
export type CheckedClaim = z.infer<typeof checkedClaimSchema>;

export const verificationSchema = z.object({
  mode: verifyModeSchema,
  status: z.union([engineStatusSchema, z.literal('no_results')]),
  minConfidence: z.number(),
  meetsRequirement: z.boolean(),
  latencyMs: z.number(),
  claims: z.array(checkedClaimSchema),
  /** Set when the orchestration itself failed, or the sandbox could not be had. */
  error: z.string().optional(),
});
export type Verification = z.infer<typeof verificationSchema>;

export const voteSchema = z.object({
  verifier: z.string(),
  verdict: z.enum(['allow', 'warn', 'halt']),
  risk: z.enum(['ok', 'unclear', 'risky', '']),
  riskScore: z.number(),
  critique: z.string(),
  evidenceRef: z.string().optional(),
});
export type Vote = z.infer<typeof voteSchema>;

/** A vote as the run keeps it. With `abstained` set it is no vote, and its verdict counts nowhere. */
export const castVoteSchema = voteSchema.extend({
  source: z.enum(['member', 'judge', 'engine']),
  abstained: z.object({ kind: z.string(), message: z.string() }).optional(),
});
export type CastVote = z.infer<typeof castVoteSchema>;

export const decisionOutcomeSchema = z.enum(['allow', 'warn', 'halt']);
export const decisionSchema = z.object({
  decision: decisionOutcomeSchema,
  reason: z.string(),
  policyId: z.string(),
  explanation: z.string(),
  riskScore: z.number(),
  votes: z.array(castVoteSchema),
  /** The policy's own fields: quorum, participating verifiers, shares, the disagreement text. */
  details: z.record(z.string(), z.unknown()),
  revealed: z.object({ at: z.string(), by: z.string() }).optional(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const callRoleSchema = z.enum(['candidate', 'agreement', 'synthesis', 'review', 'verifier']);
export type CallRole = z.infer<typeof callRoleSchema>;

/** From this and the run, the pure prompt function rebuilds the exact messages that were sent. */
export const promptRefSchema = z.object({
  id: z.string(),
  version: z.string(),
  nonce: z.string(),
  order: z.array(seatSchema),
});
export type PromptRef = z.infer<typeof promptRefSchema>;

/** One call to a model, with all its attempts. `endedMs` and `outcome` are absent while it is open. */
export const callSchema = z.object({
  id: z.string(),
  role: callRoleSchema,
  seat: seatSchema.optional(),
  model: z.string(),
  startedMs: z.number().int(),
  endedMs: z.number().int().optional(),
  attempts: z.number().int(),
  outcome: z.enum(['ok', 'failed', 'aborted', 'dropped']).optional(),
  usage: usageSchema.optional(),
  cost: costSchema.nullable().optional(),
  error: callErrorSchema.optional(),
  prompt: promptRefSchema.optional(),
  /** The reply of a judge or verifier, as it came. Candidates keep theirs in `text`. */
  raw: z.string().optional(),
});
export type Call = z.infer<typeof callSchema>;

export const labelAnswerSchema = z.enum(['correct', 'partly', 'wrong', 'cant_tell']);
export const labelPathSchema = z.enum(['right', 'unanimous', 'split']);
/** A reviewer's judgement. It stands beside the machine's verdict and never replaces it. */
export const labelSchema = z.object({
  answer: labelAnswerSchema.optional(),
  path: labelPathSchema.optional(),
  note: z.string().optional(),
  by: z.string().optional(),
  at: z.string(),
});
export type Label = z.infer<typeof labelSchema>;

export const stepSchema = z.enum([
  'panel',
  'exact',
  'agreement',
  'synthesis',
  'verification',
  'release',
  'review',
]);
export type Step = z.infer<typeof stepSchema>;

const paramsSchema = z.record(z.string(), z.union([z.string(), z.number()]));
/** One turn taken or not taken; the words belong to the reader's language, the code does not. */
export const reasonSchema = z.object({ step: stepSchema, code: z.string(), params: paramsSchema });
export type Reason = z.infer<typeof reasonSchema>;
export const flagSchema = z.object({ code: z.string(), params: paramsSchema });
/** Something a reviewer should know before trusting the run. */
export type Flag = z.infer<typeof flagSchema>;

export const runStatusSchema = z.enum(['running', 'completed', 'failed', 'cancelled', 'interrupted']);
export type RunStatus = z.infer<typeof runStatusSchema>;

export const totalsSchema = z.object({
  calls: z.number().int(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  cost: costSchema.nullable(),
});
export type Totals = z.infer<typeof totalsSchema>;

export const runSchema = z.object({
  id: z.string(),
  /** Number of the last stored event that is folded into this run. */
  seq: z.number().int(),
  parentId: z.string().optional(),
  question: z.string(),
  status: runStatusSchema,
  path: pathSchema.nullable(),
  reason: z.string(),
  reasons: z.array(reasonSchema),
  flags: z.array(flagSchema),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
  durationMs: z.number().int().nullable(),
  finalAnswer: finalAnswerSchema.nullable(),
  candidates: z.array(candidateSchema),
  exact: exactSchema.nullable(),
  agreement: agreementSchema.nullable(),
  synthesis: synthesisSchema.nullable(),
  review: reviewSchema.nullable(),
  verification: verificationSchema.nullable(),
  decision: decisionSchema.nullable(),
  votes: z.array(castVoteSchema),
  settings: runSettingsSchema,
  calls: z.array(callSchema),
  totals: totalsSchema,
  label: labelSchema.nullable(),
  /** The stages at work now, with the time each began (ms from the run's start). */
  active: z.partialRecord(stepSchema, z.number().int()),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type Run = z.infer<typeof runSchema>;
