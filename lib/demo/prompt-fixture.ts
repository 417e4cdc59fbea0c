import type { ChatMessage } from '@/lib/consensus/ports';
import { agreementPrompt } from '@/lib/consensus/prompts/agreement';
import { reviewPrompt } from '@/lib/consensus/prompts/review';
import { synthesisPrompt } from '@/lib/consensus/prompts/synthesis';
import {
  translateCodePrompt,
  translateExpressionPrompt,
  translateLogicPrompt,
} from '@/lib/consensus/prompts/translation';
import { votePrompt } from '@/lib/consensus/prompts/vote';
import { SEATS } from '@/lib/consensus/schema';

const NONCE = 'c0ffee00c0ffee00';

export interface PromptParts {
  task: 'agreement' | 'review' | 'vote' | 'synthesis' | 'expression' | 'logic' | 'code';
  question: string;
  /** In the order of the seats. */
  texts?: string[];
  answer?: string;
  failed?: number;
}

/** For tests: the core's own prompt for a task, as a judge, writer or verifier gets it. */
export function promptFor({
  task,
  question,
  texts = [],
  answer = '',
  failed = 0,
}: PromptParts): ChatMessage[] {
  const candidates = SEATS.flatMap((seat, index) => {
    const text = texts[index];
    return text === undefined ? [] : [{ seat, text }];
  });
  const order = candidates.map(({ seat }) => seat);
  const shown = { question, candidates, order, nonce: NONCE, maxChars: 12_000 };
  const prompts = {
    agreement: () => agreementPrompt(shown),
    review: () => reviewPrompt({ ...shown, finalAnswer: answer, panelSize: candidates.length + failed }),
    synthesis: () => synthesisPrompt(shown),
    vote: () => votePrompt({ question, finalAnswer: answer, nonce: NONCE }),
    expression: () => translateExpressionPrompt({ question, nonce: NONCE }),
    logic: () => translateLogicPrompt({ question, answer, nonce: NONCE }),
    code: () => translateCodePrompt({ question, nonce: NONCE }),
  };
  return prompts[task]();
}
