import type { ReadPrompt } from '@/lib/demo/read-prompt';
import { languageOf, type Language } from '@/lib/demo/words';
import { groupByConclusion, type Group } from './conclusion';

/** The partition of the candidates shown, with what they conclude and where they differ, naming no letters. */
export function judgeAgreement({ question, candidates }: ReadPrompt): object {
  const groups = groupByConclusion(question, candidates);
  const language = languageOf(question);
  return {
    groups: groups.map(seatsOf),
    conclusion: groups[0]?.conclusion?.words ?? fallbackConclusion(groups.length, language),
    differences: groups.length > 1 ? describeDifferences(groups, language) : WORDING_ONLY[language],
  };
}

const WORDING_ONLY = {
  en: 'They differ in wording and detail, not in the conclusion.',
  ja: '言い方や詳しさは違いますが、結論は同じです。',
};

function seatsOf(group: Group): string[] {
  return group.members.map(({ seat }) => seat);
}

function fallbackConclusion(groupCount: number, language: Language): string {
  if (groupCount === 1) return language === 'ja' ? '内容はほぼ同じです。' : 'The texts say much the same.';
  return language === 'ja' ? '共通の結論はありません。' : 'There is no common conclusion.';
}

function describeDifferences(groups: Group[], language: Language): string {
  const said = groups.map((group) => `"${group.conclusion?.words ?? firstLine(group)}"`);
  return language === 'ja'
    ? `結論が分かれています: ${said.join(' / ')}`
    : `The conclusions differ: ${said.join(' / ')}`;
}

function firstLine(group: Group): string {
  const [line = ''] = (group.members[0]?.text ?? '').trim().split('\n');
  return Array.from(line).slice(0, 80).join('');
}
