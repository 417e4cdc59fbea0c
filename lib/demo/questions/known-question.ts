import type { Path } from '@/lib/consensus/schema';
import type { DemoMember, DemoModel } from '@/lib/demo/models';
import type { ErrorReply } from '@/lib/demo/reply';
import type { Words } from '@/lib/demo/words';

/** A member's part: words, words after a silence, nothing at all, a filtered reply, or an error. */
export type ScriptedAnswer =
  Words | { silentMs: number; words: Words } | { mishap: 'empty' | 'filtered' } | ErrorReply;

/** A stand one can take on a question. The one named first in a text is the text's stand. */
export interface Position {
  id: string;
  pattern: RegExp;
  conclusion: Words;
}

export interface ScriptedVote {
  verdict: 'allow' | 'warn' | 'halt';
  risk: 'ok' | 'unclear' | 'risky';
  riskScore: number;
  critique: Words;
}

/** One question the demo panel knows by heart, in both languages. */
export interface KnownQuestion {
  id: string;
  /** The path its run takes, and a sentence for the first page on what there is to see. */
  path: Path;
  note: Words;
  question: Words;
  /** Key words: a question that matches every pattern of one language is this one. */
  recognise: Record<keyof Words, RegExp[]>;
  answers: Record<DemoMember, ScriptedAnswer>;
  positions: Position[];
  /** The judge's own view: a position, or null where no answer is the only right one. */
  expected: string | null;
  /** What the judge thinks of an answer that takes the expected position, 0 to 100. */
  confidence: number;
  /** The writer's text; `{first}` and `{others}` are filled from the candidates. */
  written?: Words | ErrorReply;
  /** Votes that differ from what the model would say by comparing. */
  votes?: Partial<Record<DemoModel, ScriptedVote>>;
}
