/** What a prompt asks a scripted model to do, read from its text as any model would have to. */
export type Task = 'answer' | 'agreement' | 'review' | 'vote' | 'translation' | 'synthesis';

export interface Message {
  role: string;
  content: string;
}

export interface ShownCandidate {
  letter: string;
  text: string;
}

export interface ReadPrompt {
  task: Task;
  question: string;
  candidates: ShownCandidate[];
  /** The answer under review or vote; empty where none is shown. */
  answer: string;
  /** How many members the prompt says have failed. */
  failed: number;
  /** The reply keys that stand quoted in the prompt. */
  keys: string[];
}

/** Reads fences, quoted reply keys and the failed seats out of a conversation. */
export function readPrompt(messages: Message[]): ReadPrompt {
  const whole = messages.map(({ content }) => content).join('\n');
  const sections = readSections(whole);
  const prose = whole.replace(SECTION, '\n');
  const keys = Array.from(prose.matchAll(/"(\w+)"/g), ([, key = '']) => key);
  const lastAsked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const candidates = sections.flatMap(({ tag, letter, text }) =>
    tag === 'candidate' && letter !== '' ? [{ letter, text }] : [],
  );
  const isFramed = sections.length > 0 || messages.some(({ role }) => role === 'system');
  return {
    task: isFramed ? taskOf(keys, candidates) : 'answer',
    question: sections.find(({ tag }) => tag === 'question')?.text ?? lastAsked,
    candidates,
    answer: sections.find(({ tag }) => tag !== 'question' && tag !== 'candidate')?.text ?? '',
    failed: countFailed(prose),
    keys,
  };
}

interface Section {
  tag: string;
  letter: string;
  text: string;
}

const SECTION = /^<([a-z][a-z_-]*)(?: ([A-G]))? ([0-9a-f]{8,})>\n([\s\S]*?)\n<\/\1(?: \2)? \3>$/gm;

function readSections(text: string): Section[] {
  return Array.from(text.matchAll(SECTION), ([, tag = '', letter = '', , inner = '']) => ({
    tag,
    letter,
    text: inner,
  }));
}

function taskOf(keys: string[], candidates: ShownCandidate[]): Task {
  if (keys.includes('riskScore')) return 'vote';
  if (keys.includes('groups')) return 'agreement';
  if (keys.includes('similarity')) return 'review';
  if (candidates.length > 0) return 'synthesis';
  return keys.some((key) => ['expression', 'smt2', 'code'].includes(key)) ? 'translation' : 'answer';
}

/** Sentences such as "Failed: B, C." or "1 of 3 members failed"; a general rule names nobody. */
function countFailed(prose: string): number {
  const sentences = prose
    .split(/\n|(?<=[.;])\s/)
    .filter((sentence) => /\bfail|did not answer/i.test(sentence));
  const letters = new Set(sentences.flatMap((sentence) => sentence.match(/\b[A-G]\b(?![a-z’'])/g) ?? []));
  const counts = sentences.flatMap((sentence) => /\b(\d) of (?:the )?\d\b/.exec(sentence)?.[1] ?? []);
  return Math.max(letters.size, ...counts.map(Number));
}
