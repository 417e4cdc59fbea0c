import { publicRun, type PublicRun } from '@/lib/consensus/public-run';
import type { Run } from '@/lib/consensus/schema';

/** Runs one after the other, with a rule between them. */
export async function* toMarkdown(runs: AsyncIterable<Run>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const run of runs) {
    yield (isFirst ? '' : '\n---\n\n') + runMarkdown(run);
    isFirst = false;
  }
}

/**
 * A run for people to read. Whatever a model or a person wrote stands verbatim in a fence or is
 * escaped, so that no viewer makes markup, links, images or scripts of it.
 */
export function runMarkdown(run: Run): string {
  const given = publicRun(run);
  const parts = [
    heading(given),
    '## Final answer\n',
    finalAnswer(given),
    ...agreement(given),
    ...review(given),
    ...decision(given),
    ...verification(given),
    '## Candidates\n',
    ...given.candidates.map((candidate) => candidatePart(candidate, given)),
    ...label(given),
    ...synthesis(given),
    details(given),
  ];
  return `${parts.join('\n')}\n`;
}

function heading(run: PublicRun): string {
  const facts = [
    ['Run', run.id],
    ['Asked', run.createdAt],
    ['Status', run.status],
    ['Path', run.path ?? 'none'],
    ['Reason', run.reason],
    ...(run.settings.demo ? [['Demo', 'scripted answers']] : []),
  ];
  return `# Run\n\n${fenced(run.question)}\n\n${facts.map(([name = '', value = '']) => `- ${name}: ${inline(value)}`).join('\n')}\n`;
}

function finalAnswer(run: PublicRun): string {
  if (run.finalAnswer === null) return 'There is no final answer.\n';
  if (run.finalAnswer.text === null) return 'The final answer is held by the release check.\n';
  return `${fenced(run.finalAnswer.text)}\n\nFrom: ${run.finalAnswer.from}, ${inline(run.finalAnswer.model)}\n`;
}

function agreement({ agreement: found }: PublicRun): string[] {
  if (found === null) return [];
  const groups = found.groups.map((group) => group.join(' ')).join(' | ');
  return [
    `## Agreement\n\n- Outcome: ${found.outcome}\n- Groups: ${inline(groups)}\n- Conclusion: ${inline(found.conclusion)}\n- Differences: ${inline(found.differences)}\n`,
    ...raw(found.raw),
  ];
}

function review({ review: found }: PublicRun): string[] {
  if (found === null) return [];
  const confidence = found.confidence === null ? 'not available' : `${found.confidence} of 100`;
  const source = found.source === 'judge' ? 'the judge' : 'estimated, without a model';
  return [
    `## Review\n\n- Confidence: ${confidence}\n- Source: ${source}\n- Rationale: ${inline(found.rationale)}\n`,
    ...raw(found.raw),
  ];
}

function raw(reply: string | undefined): string[] {
  return reply === undefined || reply === '' ? [] : [`Reply of the judge:\n\n${fenced(reply)}\n`];
}

function decision({ decision: made }: PublicRun): string[] {
  if (made === null) return [];
  const votes = made.votes.map(
    (vote) =>
      `- ${inline(vote.verifier)}: ${vote.abstained === undefined ? vote.verdict : 'abstained'}. ${inline(vote.critique)}`,
  );
  return [
    `## Release check\n\n- Decision: ${made.decision}\n- Policy: ${inline(made.policyId)}\n- Reason: ${inline(made.reason)}\n\n${votes.join('\n')}\n`,
  ];
}

function verification({ verification: found }: PublicRun): string[] {
  if (found === null || found.claims.length === 0) return [];
  const claims = found.claims.map((claim) => `- ${inline(claim.text)}: ${claim.outcome}, ${claim.status}`);
  return [`## Checked claims\n\n${claims.join('\n')}\n`];
}

function candidatePart(candidate: PublicRun['candidates'][number], run: PublicRun): string {
  const similarity = run.review?.similarity[candidate.seat];
  const score = typeof similarity === 'number' ? `, similarity ${similarity}` : '';
  const title = `### ${candidate.seat}: ${inline(candidate.model)} (${candidate.status}${score})\n`;
  if (candidate.held === true) return `${title}\nHeld by the release check.\n`;
  const error =
    candidate.error === undefined
      ? ''
      : `\n${inline(`${candidate.error.kind}: ${candidate.error.message}`)}\n`;
  return `${title}${error}${candidate.text === '' ? '' : `\n${fenced(candidate.text)}\n`}`;
}

function label({ label: given }: PublicRun): string[] {
  if (given === null) return [];
  const facts = [given.answer, given.path, given.note, given.by, given.at].filter(
    (fact) => fact !== undefined,
  );
  return [`## Label\n\n${facts.map((fact) => `- ${inline(fact)}`).join('\n')}\n`];
}

function synthesis({ synthesis: written, finalAnswer: final }: PublicRun): string[] {
  if (written === null || written.held === true || written.text === '' || written.text === final?.text)
    return [];
  return [`## Synthesis\n\n${fenced(written.text)}\n`];
}

function details(run: PublicRun): string {
  const versions = Object.entries(run.settings.promptVersions).map(([id, version]) => `${id} ${version}`);
  const facts = [
    `Judge: ${run.settings.judge.model}`,
    `Synthesizer: ${run.settings.synthesizer.model}`,
    `Prompt versions: ${versions.join(', ')}`,
    `Duration: ${run.durationMs ?? 'unknown'} ms`,
    `Tokens: ${run.totals.promptTokens} in, ${run.totals.completionTokens} out`,
    run.totals.cost === null
      ? 'Cost: unpriced'
      : `Cost: ${run.totals.cost.amount} ${run.totals.cost.currency}`,
  ];
  return `## Details\n\n${facts.map((fact) => `- ${inline(fact)}`).join('\n')}\n`;
}

/** A fence longer than any row of backticks in the text cannot be closed from inside. */
function fenced(text: string): string {
  const longest = [...text.matchAll(/`+/g)].reduce((length, [ticks]) => Math.max(length, ticks.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.replaceAll(/\r\n?/g, '\n')}\n${fence}`;
}

/** One line in which nothing is markup: every character with a meaning in Markdown or HTML is escaped. */
function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replaceAll(/(https?|ftp)(:\/\/)|(www)(\.)/gi, (_, scheme?: string, slashes?: string, www?: string) =>
      scheme === undefined ? `${www ?? ''}&#46;` : `${scheme}&#58;${slashes?.slice(1) ?? ''}`,
    );
}
