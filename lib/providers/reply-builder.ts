import { ModelError } from '@/lib/consensus/model-error';
import type { Delta, Reply } from '@/lib/consensus/ports';
import type { Usage } from '@/lib/consensus/schema';
import { cleanText } from '@/lib/consensus/text';
import { errorInReply } from './errors';
import { asObject, readSaid } from './message-content';
import { LeadingThinkBlock } from './reasoning';
import { redact } from './redact';

/** A whole answer with its reasoning: far beyond any real one, small enough to hold many at once. */
const MAX_ANSWER_CHARS = 4 * 1024 * 1024;
const FILTER_REASONS = new Set(['content_filter', 'content_filtered', 'sensitive', 'safety']);
const LENGTH_REASONS = new Set(['length', 'max_tokens', 'max_output_tokens']);

export type BuiltReply = Omit<Reply, 'attempts' | 'requestId'>;

/**
 * Puts a reply together from the JSON objects of a stream, or from a single whole one, and decides
 * at the end whether it is an answer. Only the first choice counts.
 */
export class ReplyBuilder {
  #text = '';
  #reasoning = '';
  #refusal = '';
  #calledTool = false;
  #sawChoice = false;
  #choiceIndex: unknown;
  #finishReason: string | undefined;
  #servedBy: string | undefined;
  #usage: Usage | undefined;
  #surrogate = { text: '', reasoning: '' };
  readonly #think = new LeadingThinkBlock();
  readonly #onDelta: (delta: Delta) => void;
  readonly #keys: readonly string[];

  constructor(onDelta: (delta: Delta) => void, keys: readonly string[]) {
    this.#onDelta = onDelta;
    this.#keys = keys;
  }

  get finishReason(): string | undefined {
    return this.#finishReason;
  }

  /** What has come so far, for a call that fails now. */
  get partial(): { text: string; reasoning: string; servedBy?: string | undefined } {
    return { text: cleanText(this.#text), reasoning: cleanText(this.#reasoning), servedBy: this.#servedBy };
  }

  /** Takes one parsed object. Throws the ModelError that it reports. */
  add(value: unknown): void {
    const object = asObject(value);
    if (object === undefined)
      throw new ModelError('invalid_response', 'The endpoint sent JSON that is no completion.');
    if (object['error'] !== undefined && object['error'] !== null) throw errorInReply(object, this.#keys);
    if (typeof object['model'] === 'string' && object['model'] !== '')
      this.#servedBy = object['model'].toWellFormed();
    this.#usage = readUsage(object['usage']) ?? this.#usage;
    const choices = Array.isArray(object['choices']) ? object['choices'] : [];
    this.#addChoice(choices.map(asObject).find((choice) => choice !== undefined && this.#isOurs(choice)));
  }

  /** `isStream`: only then does a missing finish reason mean that something is missing. */
  finish({ isStream, sawDone }: { isStream: boolean; sawDone: boolean }): BuiltReply {
    this.#take(this.#think.end());
    this.#flushSurrogates();
    const reason = this.#finishReason;
    if (this.#refusal !== '') throw this.#failure('refused', `The model refused: ${this.#refusal}`);
    if (reason !== undefined && FILTER_REASONS.has(reason)) {
      throw this.#failure('content_filter', 'The endpoint withheld the answer (content filter).');
    }
    if (reason === 'error') throw this.#failure('server', 'The endpoint ended the answer with an error.');
    if (isStream && !sawDone && reason === undefined) {
      throw this.#failure('truncated_stream', 'The stream ended before the answer was complete.');
    }
    const text = cleanText(this.#text);
    if (text === '' || this.#think.isOpen) throw this.#nothingSaid();
    const reasoning = cleanText(this.#reasoning);
    return {
      text,
      truncated: reason !== undefined && LENGTH_REASONS.has(reason),
      ...(reasoning === '' ? {} : { reasoning }),
      ...(reason === undefined ? {} : { finishReason: reason }),
      ...(this.#servedBy === undefined ? {} : { servedBy: this.#servedBy }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    };
  }

  #addChoice(choice: Record<string, unknown> | undefined): void {
    if (choice === undefined) return;
    this.#sawChoice = true;
    this.#choiceIndex = choice['index'] ?? 0;
    const said = readSaid(choice);
    this.#refusal += said.refusal;
    this.#calledTool ||= said.calledTool;
    const split = this.#think.push(said.text);
    this.#take({ text: split.text, reasoning: said.reasoning + split.reasoning });
    const reason = choice['finish_reason'];
    if (typeof reason === 'string' && reason !== '') this.#finishReason = reason;
  }

  /** The first choice of a whole reply, and in a stream the one that spoke first. */
  #isOurs(choice: Record<string, unknown>): boolean {
    return !this.#sawChoice || (choice['index'] ?? 0) === this.#choiceIndex;
  }

  #take(piece: { text: string; reasoning: string }): void {
    const text = this.#wellFormed('text', this.#text === '' ? piece.text.trimStart() : piece.text);
    const reasoning = this.#wellFormed('reasoning', piece.reasoning);
    if (text === '' && reasoning === '') return;
    this.#text += text;
    this.#reasoning += reasoning;
    if (this.#text.length + this.#reasoning.length > MAX_ANSWER_CHARS) {
      throw new ModelError(
        'invalid_response',
        `The answer is longer than ${MAX_ANSWER_CHARS} characters; the rest was not read.`,
      );
    }
    this.#onDelta({ ...(text === '' ? {} : { text }), ...(reasoning === '' ? {} : { reasoning }) });
  }

  /** A pair of surrogates may be cut by two deltas, so a leading half waits for its other half. */
  #wellFormed(field: 'text' | 'reasoning', piece: string): string {
    if (piece === '') return '';
    const whole = this.#surrogate[field] + piece;
    const last = whole.charCodeAt(whole.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    this.#surrogate[field] = isHalf ? whole.slice(-1) : '';
    return (isHalf ? whole.slice(0, -1) : whole).toWellFormed();
  }

  #flushSurrogates(): void {
    const { text, reasoning } = this.#surrogate;
    this.#surrogate = { text: '', reasoning: '' };
    this.#text += text;
    this.#reasoning += reasoning;
  }

  #nothingSaid(): ModelError {
    const spent = this.#finishReason !== undefined && LENGTH_REASONS.has(this.#finishReason);
    const limit = spent ? ' The token limit was used up before an answer began; raise maxTokens.' : '';
    if (this.#reasoning.trim() !== '' || this.#think.isOpen) {
      return this.#failure('thinking_only', `The model thought but did not answer.${limit}`);
    }
    if (this.#calledTool)
      return this.#failure('invalid_response', 'The model asked for a tool instead of answering.');
    if (!this.#sawChoice)
      return this.#failure('invalid_response', 'The reply holds no choice, so there is no answer in it.');
    return this.#failure('empty', `The answer is empty.${limit}`);
  }

  #failure(kind: ModelError['kind'], message: string): ModelError {
    return new ModelError(kind, redact(message, this.#keys));
  }
}

/** Tokens as counted by the endpoint; undefined unless both main figures are there. */
function readUsage(value: unknown): Usage | undefined {
  const usage = asObject(value);
  const promptTokens = count(usage?.['prompt_tokens']);
  const completionTokens = count(usage?.['completion_tokens']);
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  const reasoningTokens = count(asObject(usage?.['completion_tokens_details'])?.['reasoning_tokens']);
  return { promptTokens, completionTokens, ...(reasoningTokens === undefined ? {} : { reasoningTokens }) };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
