import type { CallRole, CastVote, Claim, Member, Usage, Verification, VerifyMode, Seat } from './schema';

/** What the core asks of the outside: a chat model, a clock, chance, and the engines. */

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ChatRequest {
  messages: ChatMessage[];
  /** Ask for one JSON object of this shape; the endpoint's abilities decide how it is asked for. */
  json?: { name: string; schema: Record<string, unknown> };
  /** Over the member's own setting. */
  temperature?: number;
  maxTokens?: number;
  /** How long the run can still wait; an endpoint that asks for a longer pause is not waited for. */
  timeLeftMs?: number;
}

/** A piece of a streamed answer. Reasoning is what the model thinks aloud, never part of the answer. */
export interface Delta {
  text?: string;
  reasoning?: string;
}

/** A whole reply. `text` is trimmed and well-formed Unicode; it is never empty. */
export interface Reply {
  text: string;
  reasoning?: string;
  /** As the endpoint gave it; absent where only the closing event came. */
  finishReason?: string;
  /** True when the token limit cut the text off. */
  truncated: boolean;
  /** The model name in the response. */
  servedBy?: string;
  usage?: Usage;
  requestId?: string;
  attempts: number;
}

/**
 * One model at one endpoint. Both methods throw ModelError and nothing else, and close the
 * connection at once when `signal` aborts; if `signal.reason` is a ModelError, that is what they
 * throw. Retries happen inside.
 */
export interface ChatModel {
  complete(request: ChatRequest, signal: AbortSignal): Promise<Reply>;
  /** Yields deltas as they come and returns the whole reply. */
  stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<Delta, Reply>;
}

export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Wall-clock time as an ISO string. */
  iso(): string;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects; leaves no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface ClaimText {
  in: Claim['in'];
  text: string;
}

export interface VerifyRequest {
  mode: Exclude<VerifyMode, 'off'>;
  minConfidence: number;
  question: string;
  /** The final answer and every candidate, with where each stands. */
  texts: ClaimText[];
  /** Asks the judge, for the modes that translate; absent where no judge is at hand. */
  translate?: (messages: ChatMessage[], json: NonNullable<ChatRequest['json']>) => Promise<string>;
}

/** Checks what can be proved. Never rejects for a claim's sake: a failing engine is a result. */
export type Verify = (request: VerifyRequest, signal: AbortSignal) => Promise<Verification>;

export interface EngineDeps {
  /** The model behind a member in a role; throws ModelError when its endpoint is not configured. */
  model(member: Member, role: CallRole, seat?: Seat): ChatModel;
  clock: Clock;
  /** 0 up to 1, as Math.random. A run with the same replies and the same chance is the same run. */
  random(): number;
  /** Fresh and unguessable for each prompt: 16 or more characters of [0-9a-f]. */
  nonce(): string;
  /** Absent: no engine is at hand, and verification is skipped whatever the setting. */
  verify?: Verify;
}

export type VoteSource = CastVote['source'];
