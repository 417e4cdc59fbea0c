/** Stands for one piece of code while the prose around it is folded. A noncharacter: no text has it. */
export const CODE_MARK = '\uFDD0';

export interface LiftedText {
  /** The text with CODE_MARK in the place of every piece of code. */
  prose: string;
  /** The code itself, in order, verbatim but for line ends and trailing blanks. */
  codes: string[];
}

/** A label is one word; anything longer after the marks would be lost with them, so it is not a fence. */
const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([A-Za-z][\w+#.-]*)?[ \t]*$/;

interface Block {
  fence: string;
  label: string;
  lines: string[];
}

/**
 * Takes fenced blocks and inline code out of a text, so that nothing inside them is folded. Inline code
 * that `isPlain` accepts stays in the prose without its marks.
 */
export function liftCode(text: string, isPlain: (code: string) => boolean): LiftedText {
  const codes: string[] = [];
  const lift = (code: string): string => {
    if (code.trim() === '') return '';
    codes.push(code);
    return CODE_MARK;
  };
  const prose = splitAtFences(text).map((part) =>
    typeof part === 'string' ? liftInline(part, lift, isPlain) : lift(blockText(part.lines)) || part.label,
  );
  return { prose: prose.join('\n'), codes };
}

/** Prose and fenced blocks in turn; a fence that is never closed runs to the end. */
function splitAtFences(text: string): (string | Block)[] {
  const parts: (string | Block)[] = [];
  let block: Block | null = null;
  let prose: string[] = [];
  for (const line of text.split('\n')) {
    const [, mark = '', label = ''] = FENCE.exec(line) ?? [];
    if (block !== null && mark.startsWith(block.fence) && label === '') block = null;
    else if (block !== null) block.lines.push(line);
    else if (mark === '') prose.push(line);
    else {
      block = { fence: mark, label, lines: [] };
      parts.push(prose.join('\n'), block);
      prose = [];
    }
  }
  return [...parts, prose.join('\n')];
}

/** Puts the code back where its marks stand. */
export function restoreCode(prose: string, codes: readonly string[]): string {
  let next = 0;
  return prose.replaceAll(CODE_MARK, () => fenced(codes[next++] ?? ''));
}

/** Code in the shortest fence that holds it: on one line inline, else as a block. */
export function fenced(code: string): string {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), (run) => run[0].length));
  if (code.includes('\n')) {
    const fence = '`'.repeat(Math.max(3, longest + 1));
    return `\n${fence}\n${code}\n${fence}\n`;
  }
  const fence = '`'.repeat(longest === 0 ? 1 : longest + 1);
  const pad = /^`|`$|^ .* $/.test(code) ? ' ' : '';
  return `${fence}${pad}${code}${pad}${fence}`;
}

function blockText(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}

/** A run of backticks opens code if a run of the same length follows; each run is looked at once. */
function liftInline(
  text: string,
  lift: (code: string) => string,
  isPlain: (code: string) => boolean,
): string {
  const runs = Array.from(text.matchAll(/`+/g), (run) => ({ at: run.index, size: run[0].length }));
  const nextOfSize = nextRunOfSameSize(runs.map((run) => run.size));
  let out = '';
  let from = 0;
  for (let index = 0; index < runs.length; index += 1) {
    const opening = runs[index];
    const closingIndex = nextOfSize[index] ?? -1;
    const closing = runs[closingIndex];
    if (opening === undefined || closing === undefined || !stands(text, opening, closing)) continue;
    const code = inlineText(text.slice(opening.at + opening.size, closing.at));
    out += text.slice(from, opening.at) + (isPlain(code) ? code : lift(code));
    from = closing.at + closing.size;
    index = closingIndex;
  }
  return out + text.slice(from);
}

/** A single backtick inside a word is an apostrophe, not code. */
function stands(
  text: string,
  opening: { at: number; size: number },
  closing: { at: number; size: number },
): boolean {
  if (opening.size > 1) return true;
  const before = text.slice(Math.max(0, opening.at - 1), opening.at);
  const after = text.slice(closing.at + 1, closing.at + 2);
  return !/[A-Za-z0-9]/.test(before) && !/[A-Za-z0-9]/.test(after);
}

function nextRunOfSameSize(sizes: readonly number[]): number[] {
  const seen = new Map<number, number>();
  const next: number[] = new Array<number>(sizes.length).fill(-1);
  for (let index = sizes.length - 1; index >= 0; index -= 1) {
    const size = sizes[index] ?? 0;
    next[index] = seen.get(size) ?? -1;
    seen.set(size, index);
  }
  return next;
}

function inlineText(raw: string): string {
  const lines = raw.split('\n').map((line) => line.trimEnd());
  const text = lines.length > 1 ? lines.join('\n') : raw;
  return /^ (?=.*\S).* $/s.test(text) ? text.slice(1, -1) : text;
}
