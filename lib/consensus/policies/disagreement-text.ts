import type { PolicyVote } from './policy';

const TAG = 'consensus-disagreement';
const EXCERPT_BYTES = 200;
const LEAD = 'The verifiers do not agree about this answer. A person should read it before it is used.';

export type RealRisk = 'ok' | 'unclear' | 'risky';

/** The risk a word stands for once trimmed and lower-cased; null is an abstention ("okay" too). */
export function realRisk(word: string): RealRisk | null {
  const risk = word.trim().toLowerCase();
  return risk === 'ok' || risk === 'unclear' || risk === 'risky' ? risk : null;
}

export interface DisagreementLine {
  verifier: string;
  risk: RealRisk;
  excerpt: string;
}

/** One line per real vote in the order given, with nothing in it that could close the block early. */
export function disagreementLines(
  votes: readonly Pick<PolicyVote, 'verifier' | 'risk' | 'critique' | 'abstained'>[],
): DisagreementLine[] {
  return votes.flatMap((vote) => {
    const risk = vote.abstained ? null : realRisk(vote.risk);
    if (!risk) return [];
    return [
      {
        verifier: defuse(vote.verifier.replace(/\s+/g, ' ').trim()),
        risk,
        excerpt: defuse(critiqueExcerpt(vote.critique)),
      },
    ];
  });
}

/** A block to hand on to a person or a model; empty unless at least two real votes differ. */
export function disagreementText(votes: readonly PolicyVote[]): string {
  const lines = disagreementLines(votes);
  if (new Set(lines.map((line) => line.risk)).size < 2) return '';
  return renderDisagreement(lines, votes.length - lines.length);
}

/** The block for lines that are known to differ. */
export function renderDisagreement(lines: readonly DisagreementLine[], abstentions: number): string {
  const rows = lines.map(
    ({ verifier, risk, excerpt }) => `- ${verifier}: ${risk}${excerpt && ` — ${excerpt}`}`,
  );
  const tally = abstentions > 0 ? [`(abstained: ${abstentions})`] : [];
  return [`<${TAG}>`, LEAD, ...rows, ...tally, `</${TAG}>`].join('\n');
}

/** The first non-blank line, cut at 200 bytes on a character's border with an ellipsis. */
export function critiqueExcerpt(critique: string): string {
  const line =
    critique
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .find((text) => text.trim() !== '')
      ?.trim() ?? '';
  const bytes = new TextEncoder().encode(line);
  if (bytes.length <= EXCERPT_BYTES) return line;
  let end = EXCERPT_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}

function defuse(text: string): string {
  return text.replace(/<(?=\s*\/\s*consensus-disagreement)/gi, '< ');
}
