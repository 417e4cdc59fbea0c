import type { ShownCandidate } from '@/lib/consensus/prompts/fence';
import { groupByConclusion, type Group } from './judge/conclusion';
import type { ReadPrompt } from './read-prompt';
import { inManner } from './member';
import { recogniseQuestion } from './questions';
import { textReply, type DemoReply } from './reply';
import { languageOf, type Language } from './words';
import { workOut } from './work-out';

/** One answer out of the candidates: scripted, worked out, or an honest merge of what they say. */
export function writeAnswer({ question, candidates }: ReadPrompt): DemoReply {
  const language = languageOf(question);
  const groups = groupByConclusion(question, candidates);
  const written = recogniseQuestion(question)?.written;
  if (written) return 'error' in written ? written : textReply(fill(written[language], groups, language));
  const worked = workOut(question);
  return textReply(worked ? inManner('demo-thorough', worked, language) : merge(groups, language));
}

function fill(template: string, groups: Group[], language: Language): string {
  const numbers = groups.flatMap(({ conclusion }) => (conclusion ? [conclusion.words] : []));
  const list = new Intl.ListFormat(language, { type: 'disjunction' }).format(numbers.slice(1));
  return template.replaceAll('{first}', numbers[0] ?? '').replaceAll('{others}', list);
}

function merge(groups: Group[], language: Language): string {
  const [main, ...others] = groups;
  const longest = longestOf(main?.members ?? []);
  if (others.length === 0) return longest;
  const views = others.map(({ members }) => `- ${firstParagraph(longestOf(members))}`).join('\n');
  return `${longest}\n\n${OTHER_VIEWS[language]}\n\n${views}`;
}

const OTHER_VIEWS = {
  en: 'Opinions differ. It can also be said:',
  ja: '意見は分かれます。次のような見方もあります。',
};

function longestOf(candidates: ShownCandidate[]): string {
  return candidates.reduce((longest, { text }) => (text.length > longest.length ? text : longest), '');
}

function firstParagraph(text: string): string {
  return (text.trim().split(/\n\s*\n/)[0] ?? '').replace(/\s+/g, ' ');
}
