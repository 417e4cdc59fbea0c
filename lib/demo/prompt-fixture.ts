import type { Message } from './read-prompt';

const NONCE = 'c0ffee00c0ffee00';

interface PromptParts {
  question: string;
  candidates?: Record<string, string>;
  answer?: string;
  keys?: readonly string[];
  notes?: string;
}

/** For tests: a fenced prompt as the core writes them, with the reply keys quoted. */
export function promptFor({
  question,
  candidates = {},
  answer,
  keys = [],
  notes = '',
}: PromptParts): Message[] {
  const asked =
    keys.length === 0
      ? 'Write one answer.'
      : `Reply in JSON: {${keys.map((key) => `"${key}": …`).join(', ')}}`;
  const sections = [
    fence('question', question),
    ...Object.entries(candidates).map(([letter, text]) => fence(`candidate ${letter}`, text)),
    ...(answer === undefined ? [] : [fence('final-answer', answer)]),
  ];
  return [
    { role: 'system', content: asked },
    { role: 'user', content: [...sections, notes].join('\n\n') },
  ];
}

function fence(tag: string, text: string): string {
  return `<${tag} ${NONCE}>\n${text}\n</${tag} ${NONCE}>`;
}
