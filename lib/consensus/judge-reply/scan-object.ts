import { isKeyAt, isOnNextLine, isQuote, scanString, skipBlank } from './scan-string';

const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null|True|False|None)(?!\w)/y;

/**
 * What stands at an opening brace. `whole` carries the object as strict JSON; `doubtful` says that
 * unescaped quotation marks stand inside its strings. `malformed` carries where reading broke off.
 */
export type ObjectScan =
  | { kind: 'whole'; end: number; json: string; doubtful: boolean }
  | { kind: 'malformed'; at: number }
  | { kind: 'prose' | 'cut' | 'repeated_key' | 'too_deep' };

interface Level {
  close: '}' | ']';
  keys: Set<string>;
  count: number;
}

type Halt = Exclude<ObjectScan, { kind: 'whole' }>;
type Step = number | Halt;

/** Reads one object with an explicit stack, so that nesting costs no call depth. */
class ObjectReader {
  private readonly json: string[] = [];
  private readonly levels: Level[] = [];
  private doubtful = false;

  constructor(private readonly text: string) {}

  read(start: number): ObjectScan {
    let at = this.open(start, '}');
    while (typeof at === 'number' && this.levels.length > 0) at = this.member(skipBlank(this.text, at));
    return typeof at === 'number'
      ? { kind: 'whole', end: at, json: this.json.join(''), doubtful: this.doubtful }
      : at;
  }

  private open(at: number, close: Level['close']): Step {
    if (this.levels.length >= MAX_DEPTH) return { kind: 'too_deep' };
    this.levels.push({ close, keys: new Set(), count: 0 });
    this.json.push(close === '}' ? '{' : '[');
    return at + 1;
  }

  private halt(at: number): Halt {
    return at >= this.text.length ? { kind: 'cut' } : { kind: 'malformed', at };
  }

  private haltString(why: 'cut' | 'unclear', at: number): Halt {
    return why === 'cut' ? { kind: 'cut' } : { kind: 'malformed', at };
  }

  /** One member of the innermost level with the comma before it, or the end of that level. */
  private member(at: number): Step {
    const level = this.levels.at(-1);
    if (!level) return this.halt(at);
    if (this.text[at] === level.close) return this.close(at);
    const next = level.count === 0 ? at : this.separator(at, level);
    if (typeof next !== 'number') return next;
    if (level.count > 0 && this.text[next] === level.close) return this.close(next);
    if (level.count > 0) this.json.push(',');
    level.count += 1;
    return level.close === '}' ? this.property(next, level) : this.value(next, 'element');
  }

  private close(at: number): number {
    this.json.push(this.levels.pop()?.close ?? '');
    return at + 1;
  }

  private separator(at: number, level: Level): Step {
    if (this.text[at] === ',') return skipBlank(this.text, at + 1);
    const isMissing = level.close === '}' && this.isAfterLineBreak(at) && isKeyAt(this.text, at);
    return isMissing ? at : this.halt(at);
  }

  private isAfterLineBreak(at: number): boolean {
    let from = at;
    while (from > 0 && /\s/.test(this.text.charAt(from - 1))) from -= 1;
    return isOnNextLine(this.text, from, at);
  }

  private property(at: number, level: Level): Step {
    if (!isQuote(this.text, at)) return this.halt(at);
    const key = scanString(this.text, at, 'key');
    if (typeof key === 'string') return this.haltString(key, at);
    const colon = skipBlank(this.text, key.end);
    if (this.text[colon] !== ':') return this.halt(colon);
    if (level.keys.has(key.value)) return { kind: 'repeated_key' };
    level.keys.add(key.value);
    this.json.push(JSON.stringify(key.value), ':');
    return this.value(skipBlank(this.text, colon + 1), 'property');
  }

  private value(at: number, place: 'property' | 'element'): Step {
    if (this.text[at] === '{') return this.open(at, '}');
    if (this.text[at] === '[') return this.open(at, ']');
    if (!isQuote(this.text, at)) return this.literal(at);
    const string = scanString(this.text, at, place);
    if (typeof string === 'string') return this.haltString(string, at);
    this.doubtful ||= string.hasInnerQuotes;
    this.json.push(JSON.stringify(string.value));
    return string.end;
  }

  private literal(at: number): Step {
    for (const pattern of [NUMBER, WORD]) {
      pattern.lastIndex = at;
      const found = pattern.exec(this.text)?.[0];
      if (found === undefined) continue;
      this.json.push(found === 'None' ? 'null' : found.toLowerCase());
      return at + found.length;
    }
    return this.halt(at);
  }
}

/**
 * Reads the object at the opening brace `start`: its form may be loose (see scanString; trailing
 * commas, a comma missing at a line's end, Python's quotes and words), its content is never
 * guessed. A brace without a first key behind it is prose, an empty pair of braces too.
 */
export function scanObject(text: string, start: number): ObjectScan {
  const first = skipBlank(text, start + 1);
  if (first >= text.length) return { kind: 'cut' };
  if (!isQuote(text, first)) return { kind: 'prose' };
  const key = scanString(text, first, 'key');
  if (typeof key === 'string') return { kind: 'cut' };
  const colon = skipBlank(text, key.end);
  if (colon >= text.length) return { kind: 'cut' };
  return text[colon] === ':' ? new ObjectReader(text).read(start) : { kind: 'prose' };
}

/** The index behind the brace that balances the one at `start`, or undefined when none does. */
export function skipBalanced(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
