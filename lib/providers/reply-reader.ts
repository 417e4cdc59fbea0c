import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser';
import { ModelError } from '@/lib/consensus/model-error';
import { plainText } from './error-body';
import { errorInReply } from './errors';
import { redact, redactKeys } from './redact';
import type { BuiltReply, ReplyBuilder } from './reply-builder';

/** One event or one whole JSON body. Beyond this nothing more is kept and the connection is closed. */
const MAX_PENDING_CHARS = 8 * 1024 * 1024;
/** A 4 MB answer in single letters, each in an event of its own, stays below this. */
const MAX_BODY_BYTES = 1024 * 1024 * 1024;
/** So much of a page that is neither JSON nor a stream is enough to show what it is. */
const MAX_PAGE_CHARS = 64 * 1024;

type Form = 'unknown' | 'stream' | 'json' | 'page';

/**
 * Reads the body of a reply, fed as bytes in any cut, into a ReplyBuilder. The form is told by the
 * first characters, not by the content type, which endpoints get wrong both ways.
 */
export class ReplyReader {
  #form: Form = 'unknown';
  #body = '';
  #bytes = 0;
  #sawDone = false;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  readonly #builder: ReplyBuilder;
  readonly #keys: readonly string[];

  constructor(builder: ReplyBuilder, keys: readonly string[]) {
    this.#builder = builder;
    this.#keys = keys;
    this.#parser = createParser({
      onEvent: (event) => this.#onEvent(event),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') throw tooLarge();
      },
      maxBufferSize: MAX_PENDING_CHARS,
    });
  }

  /** True once the closing event has come: nothing that follows can change the reply. */
  get isDone(): boolean {
    return this.#sawDone;
  }

  /** Takes bytes of the body. Throws a ModelError when the reply can no longer become an answer. */
  feed(bytes: Uint8Array): void {
    this.#bytes += bytes.byteLength;
    if (this.#bytes > MAX_BODY_BYTES) throw tooLarge();
    this.#feedText(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The body has ended. Returns the reply, or throws the ModelError that says why there is none. */
  finish(): BuiltReply {
    this.#feedText(this.#decoder.decode());
    if (this.#form === 'stream') {
      // Some servers close right after the last line; an event needs its blank line to be seen.
      if (!this.#sawDone) this.#parser.feed('\n\n');
      return this.#builder.finish({ isStream: true, sawDone: this.#sawDone });
    }
    if (this.#form === 'json') this.#builder.add(this.#wholeJson());
    else throw this.#notAReply();
    return this.#builder.finish({ isStream: false, sawDone: false });
  }

  #feedText(text: string): void {
    if (text === '' || this.#sawDone) return;
    if (this.#form === 'stream') return this.#parser.feed(text);
    this.#body = this.#body === '' ? text.trimStart() : this.#body + text;
    if (this.#form === 'unknown') this.#form = formOf(this.#body);
    if (this.#form === 'stream') {
      const begun = this.#body;
      this.#body = '';
      return this.#parser.feed(begun);
    }
    if (this.#form === 'page' && this.#body.length > MAX_PAGE_CHARS) throw this.#notAReply();
    if (this.#body.length > MAX_PENDING_CHARS) throw tooLarge();
  }

  #onEvent({ event, data }: EventSourceMessage): void {
    if (this.#sawDone) return;
    const trimmed = data.trim();
    if (trimmed === '[DONE]') {
      this.#sawDone = true;
      return;
    }
    // Some servers send words such as "ping" as data. No piece of an answer begins so.
    if (event !== 'error' && !trimmed.startsWith('{') && !trimmed.startsWith('[')) return;
    const value = this.#parse(trimmed);
    if (event === 'error') throw errorInReply(value ?? trimmed, this.#keys);
    // Leaving a broken piece out would show an answer with a hole in it as if it were whole.
    if (value === undefined) throw this.#brokenPiece();
    this.#builder.add(value);
  }

  #parse(data: string): unknown {
    try {
      return JSON.parse(data);
    } catch {
      return undefined;
    }
  }

  #wholeJson(): unknown {
    const value = this.#parse(this.#body);
    if (value === undefined)
      throw new ModelError('invalid_response', 'The reply is not whole JSON: it was cut off or is broken.');
    return value;
  }

  #brokenPiece(): ModelError {
    return new ModelError(
      'invalid_response',
      'A piece of the stream is broken JSON, so part of the answer is lost.',
    );
  }

  #notAReply(): ModelError {
    const text = redact(plainText(redactKeys(this.#body, this.#keys)), this.#keys);
    if (text === '') return new ModelError('empty', 'The endpoint sent an empty reply.');
    const hint = 'Is the base URL that of an OpenAI-compatible endpoint?';
    return new ModelError(
      'invalid_response',
      `The endpoint sent a page instead of an answer: "${text}". ${hint}`,
    );
  }
}

const STREAM_FIELDS = ['data', 'event', 'id', 'retry'];

function formOf(begun: string): Form {
  const first = begun.charAt(0);
  if (first === '') return 'unknown';
  if (first === ':') return 'stream';
  if (first === '{' || first === '[') return 'json';
  const field = /^[a-z]*/.exec(begun)?.[0] ?? '';
  const next = begun.charAt(field.length);
  if (STREAM_FIELDS.includes(field) && (next === ':' || next === '\n' || next === '\r')) return 'stream';
  if (next === '' && STREAM_FIELDS.some((name) => name.startsWith(field))) return 'unknown';
  return /^(null|true|false|-?\d|")/.test(begun) ? 'json' : 'page';
}

function tooLarge(): ModelError {
  return new ModelError(
    'invalid_response',
    'The reply grew beyond every bound for an answer, so the connection was closed.',
  );
}
