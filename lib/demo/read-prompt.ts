import type { ChatMessage } from '@/lib/consensus/ports';
import { parseFenced, type ShownCandidate } from '@/lib/consensus/prompts/fence';

/** What a prompt asks a scripted model to do, read from its text as any model would have to. */
export type Task = 'answer' | 'agreement' | 'review' | 'vote' | 'translation' | 'synthesis';

export interface ReadPrompt {
  task: Task;
  question: string;
  candidates: ShownCandidate[];
  /** The answer under review or vote; empty where none is shown. */
  answer: string;
  /** How many members the prompt says have failed. */
  failed: number;
  /** The reply keys that stand quoted in the rules. */
  keys: string[];
}

/** Reads the fenced texts, the quoted reply keys and the number of failed members. No fences: a bare question. */
export function readPrompt(messages: ChatMessage[]): ReadPrompt {
  const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const parts = parseFenced(messages);
  const rules = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const keys = Array.from(rules.join('\n').matchAll(/"(\w+)"/g), ([, key = '']) => key);
  return {
    task: parts.length === 0 ? 'answer' : taskOf(keys),
    question: parts.find(({ name }) => name === 'question')?.text ?? asked,
    candidates: parts.flatMap((part) => (part.name === 'candidate' ? [part] : [])),
    answer: parts.find(({ name }) => name === 'answer')?.text ?? '',
    failed: countFailed(asked),
    keys,
  };
}

function taskOf(keys: string[]): Task {
  if (keys.includes('riskScore')) return 'vote';
  if (keys.includes('groups')) return 'agreement';
  if (keys.includes('similarity')) return 'review';
  return keys.some((key) => ['expression', 'smt2', 'code'].includes(key)) ? 'translation' : 'synthesis';
}

/** Only the closing words count, after the last fence: a candidate may say anything. */
function countFailed(message: string): number {
  const closing = message.slice(message.lastIndexOf('\n</') + 1);
  return Number(/\b(\d) of \d members failed/.exec(closing)?.[1] ?? 0);
}
