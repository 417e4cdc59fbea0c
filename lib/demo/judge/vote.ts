import { isDemoMember, type DemoModel } from '@/lib/demo/models';
import type { ReadPrompt } from '@/lib/demo/read-prompt';
import { recogniseQuestion } from '@/lib/demo/questions';
import type { KnownQuestion, ScriptedVote } from '@/lib/demo/questions/known-question';
import { languageOf } from '@/lib/demo/words';
import { conclusionOf, expectedKey, positionOf, SCRIPTED_KEY } from './conclusion';

/** A verifier's vote on whether the answer may go out: scripted, or by comparing it with its own view. */
export function castVote(model: DemoModel, { question, answer }: ReadPrompt): object {
  const language = languageOf(question);
  const vote = recogniseQuestion(question)?.votes?.[model] ?? compare(model, question, answer);
  return { ...vote, critique: vote.critique[language] };
}

function compare(model: DemoModel, question: string, answer: string): ScriptedVote {
  const key = conclusionOf(question, answer)?.key ?? null;
  if (key === SCRIPTED_KEY) return UNANSWERED;
  const known = recogniseQuestion(question);
  const own = (known && ownView(model, known)) ?? expectedKey(question);
  if (own !== null) return key === own ? SAME : DIFFERENT;
  return known ? ACCEPTABLE : UNKNOWN;
}

/** A member holds to its own answer; the judge, and a member that gave none, to the expected one. */
function ownView(model: DemoModel, known: KnownQuestion): string | null {
  const answer = isDemoMember(model) && known.expected !== null ? known.answers[model] : null;
  const words = answer && ('words' in answer ? answer.words : 'en' in answer ? answer : null);
  return (words && positionOf(known, words.en)?.id) ?? known.expected;
}

const SAME: ScriptedVote = {
  verdict: 'allow',
  risk: 'ok',
  riskScore: 0.05,
  critique: { en: 'It reaches the same conclusion as I do.', ja: '私の結論と一致しています。' },
};
const DIFFERENT: ScriptedVote = {
  verdict: 'warn',
  risk: 'unclear',
  riskScore: 0.5,
  critique: { en: 'I come to another conclusion.', ja: '私の結論とは異なります。' },
};
const ACCEPTABLE: ScriptedVote = {
  verdict: 'allow',
  risk: 'ok',
  riskScore: 0.1,
  critique: { en: 'One of several acceptable answers.', ja: '妥当な答えの一つです。' },
};
const UNANSWERED: ScriptedVote = {
  verdict: 'warn',
  risk: 'unclear',
  riskScore: 0.3,
  critique: {
    en: 'Harmless, but it does not answer the question.',
    ja: '無害ですが、質問に答えていません。',
  },
};
const UNKNOWN: ScriptedVote = {
  verdict: 'warn',
  risk: 'unclear',
  riskScore: 0.5,
  critique: {
    en: 'I am scripted and cannot judge this subject.',
    ja: '台本どおりの検証者なので判断できません。',
  },
};
