import type { ShownCandidate } from '@/lib/consensus/prompts/fence';
import { estimateSimilarity } from '@/lib/consensus/similarity';
import { isScriptedNotice } from '@/lib/demo/notice';
import { recogniseQuestion } from '@/lib/demo/questions';
import type { KnownQuestion } from '@/lib/demo/questions/known-question';
import { languageOf } from '@/lib/demo/words';
import { workOut } from '@/lib/demo/work-out';

/** What a text comes down to: two texts with one key say the same. */
export interface Conclusion {
  key: string;
  words: string;
}

export const SCRIPTED_KEY = 'scripted';
const RIGHT_VALUE_KEY = 'worked-out';
const NUMBER = /-?\d+(?:,\d{3})*(?:\.\d+)?/g;
/** Texts without a readable conclusion say the same from this estimate on. */
const SAME_FROM = 60;

/** The conclusion of one answer, or null where none can be read off. */
export function conclusionOf(question: string, text: string): Conclusion | null {
  const isJapanese = languageOf(question) === 'ja';
  if (isScriptedNotice(text)) {
    const words = isJapanese
      ? '台本にない質問なので答えられない。'
      : 'The members are scripted and do not know this.';
    return { key: SCRIPTED_KEY, words };
  }
  const known = recogniseQuestion(question);
  const position = known && positionOf(known, text);
  if (position) return { key: position.id, words: position.conclusion[languageOf(question)] };
  const worked = known ? null : workOut(question);
  if (worked && statesValue(text, worked.value)) return { key: RIGHT_VALUE_KEY, words: worked.value };
  return statedNumber(text) ?? yesOrNo(text);
}

/** The conclusion a right answer has, where the judge can know it. */
export function expectedKey(question: string): string | null {
  const known = recogniseQuestion(question);
  if (known) return known.expected;
  return workOut(question) ? RIGHT_VALUE_KEY : null;
}

export interface Group {
  conclusion: Conclusion | null;
  members: ShownCandidate[];
}

/** Candidates put together by conclusion, else by how much their wording overlaps; largest group first. */
export function groupByConclusion(question: string, candidates: ShownCandidate[]): Group[] {
  const groups: Group[] = [];
  for (const candidate of candidates) {
    const conclusion = conclusionOf(question, candidate.text);
    const group = groups.find((other) => belongs(candidate, conclusion, other));
    if (group) group.members.push(candidate);
    else groups.push({ conclusion, members: [candidate] });
  }
  return groups.sort((a, b) => b.members.length - a.members.length);
}

function belongs(candidate: ShownCandidate, conclusion: Conclusion | null, group: Group): boolean {
  if (conclusion || group.conclusion) return conclusion?.key === group.conclusion?.key;
  return group.members.some(({ text }) => estimateSimilarity(text, candidate.text) >= SAME_FROM);
}

/** The position that a text names first: later ones are usually objections it answers. */
export function positionOf(known: KnownQuestion, text: string) {
  const named = known.positions
    .map((position) => ({ position, at: text.search(position.pattern) }))
    .filter(({ at }) => at >= 0);
  return named.sort((a, b) => a.at - b.at)[0]?.position ?? null;
}

/** A rounded value counts as stated if it has at least one decimal. */
function statesValue(text: string, value: string): boolean {
  const wanted = Number(value.match(NUMBER)?.[0]);
  const isNumber = /^-?[\d.]+( \D+)?$|^\d+日$/.test(value);
  if (!isNumber || Number.isNaN(wanted)) return text.toLowerCase().includes(value.toLowerCase());
  return (text.match(NUMBER) ?? []).some((stated) => {
    const plain = stated.replaceAll(',', '');
    const places = plain.split('.')[1]?.length ?? 0;
    return Number(plain) === wanted || (places > 0 && plain === wanted.toFixed(places));
  });
}

/** The number in bold, or the last one of a text too short to hold much else. */
function statedNumber(text: string): Conclusion | null {
  const bold = /\*\*\s*(-?\d[\d,]*(?:\.\d+)?)\s*\*\*/.exec(text)?.[1];
  const number = bold ?? (text.length <= 40 ? text.match(NUMBER)?.at(-1) : undefined);
  return number === undefined ? null : { key: `number:${Number(number.replaceAll(',', ''))}`, words: number };
}

function yesOrNo(text: string): Conclusion | null {
  const match = /^\W*(yes|no|はい|いいえ)(?![a-z])/i.exec(text)?.[1]?.toLowerCase();
  if (match === undefined) return null;
  return { key: match === 'yes' || match === 'はい' ? 'yes' : 'no', words: match };
}
