import { estimateSimilarity } from '@/lib/consensus/similarity';
import type { ReadPrompt } from '@/lib/demo/read-prompt';
import { recogniseQuestion } from '@/lib/demo/questions';
import { languageOf, type Words } from '@/lib/demo/words';
import { conclusionOf, expectedKey, SCRIPTED_KEY } from './conclusion';

const LOST_PER_FAILED_MEMBER = 15;
const LEAST_CONFIDENCE = 5;

/** Similarity of every candidate to the final answer, and how far the final answer can be trusted. */
export function judgeReview(prompt: ReadPrompt): object {
  const { question, candidates, answer, failed } = prompt;
  const similarity = candidates.map(({ seat, text }) => [seat, similarityTo(question, answer, text)]);
  const { base, rationale } = opinionOf(prompt);
  const confidence = Math.max(LEAST_CONFIDENCE, base - failed * LOST_PER_FAILED_MEMBER);
  const language = languageOf(question);
  const missing = failed === 0 ? '' : MISSING[language].replace('{count}', String(failed));
  return {
    similarity: Object.fromEntries(similarity),
    confidence,
    rationale: `${rationale[language]}${missing}`,
  };
}

const MISSING: Words = {
  en: ' {count} of the panel did not answer, which lowers the confidence.',
  ja: '回答しなかったメンバーが{count}件あるため、信頼度を下げました。',
};

function similarityTo(question: string, answer: string, text: string): number {
  if (answer.trim() === text.trim()) return 100;
  const estimate = estimateSimilarity(text, answer);
  const [ours, theirs] = [conclusionOf(question, answer)?.key, conclusionOf(question, text)?.key];
  if (ours === undefined || theirs === undefined) return Math.round(estimate);
  return Math.round(ours === theirs ? 78 + estimate * 0.2 : estimate * 0.4);
}

interface Opinion {
  base: number;
  rationale: Words;
}

function opinionOf({ question, candidates, answer }: ReadPrompt): Opinion {
  const key = conclusionOf(question, answer)?.key;
  if (key === SCRIPTED_KEY) return { base: LEAST_CONFIDENCE, rationale: UNANSWERED };
  const expected = expectedKey(question);
  const known = recogniseQuestion(question);
  if (expected !== null && key !== expected) return { base: 12, rationale: DOUBTED };
  if (known) return { base: known.confidence, rationale: expected === null ? ONE_OF_SEVERAL : SUPPORTED };
  if (expected !== null) return { base: 98, rationale: RECOMPUTED };
  const agreeing = candidates.filter(({ text }) => similarityTo(question, answer, text) >= 60).length;
  return {
    base: Math.round(30 + (40 * agreeing) / Math.max(1, candidates.length)),
    rationale: WORDING_COMPARED,
  };
}

const UNANSWERED: Words = {
  en: 'The text says that the members are scripted; it does not answer the question.',
  ja: '台本にないことを述べているだけで、質問には答えていません。',
};
const DOUBTED: Words = {
  en: 'The final answer does not reach the conclusion that I would draw.',
  ja: '最終回答の結論は、私の判断とは異なります。',
};
const SUPPORTED: Words = {
  en: 'The final answer reaches the conclusion that I would draw, with sufficient reasons.',
  ja: '最終回答の結論は私の判断と一致し、理由も十分です。',
};
const ONE_OF_SEVERAL: Words = {
  en: 'The question has no single right answer; the one given is acceptable.',
  ja: '正解が一つではない質問ですが、この回答は妥当です。',
};
const RECOMPUTED: Words = {
  en: 'I worked the question out again and came to the same value.',
  ja: '計算し直したところ、同じ値になりました。',
};
const WORDING_COMPARED: Words = {
  en: 'I can only compare the wording here: I am scripted and do not know the subject.',
  ja: '台本どおりの審判なので内容は判断できず、文面だけを比べました。',
};
