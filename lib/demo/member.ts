import type { DemoMember } from './models';
import { scriptedNotice } from './notice';
import { recogniseQuestion } from './questions';
import type { ScriptedAnswer } from './questions/known-question';
import { textReply, type DemoReply } from './reply';
import { languageOf, type Language } from './words';
import { workOut } from './work-out';
import type { WorkedOut } from './work-out/worked-out';

/** A member's answer in its own manner: from the script, worked out, or the notice that it is scripted. */
export function answerAsMember(member: DemoMember, question: string): DemoReply {
  const language = languageOf(question);
  const known = recogniseQuestion(question);
  if (known) return perform(known.answers[member], language);
  const worked = workOut(question);
  return textReply(worked ? inManner(member, worked, language) : scriptedNotice(member, language));
}

function perform(answer: ScriptedAnswer, language: Language): DemoReply {
  if ('error' in answer) return answer;
  if ('mishap' in answer)
    return { text: '', finishReason: answer.mishap === 'empty' ? 'stop' : 'content_filter' };
  if ('words' in answer) return textReply(answer.words[language], answer.silentMs);
  return textReply(answer[language]);
}

/** A computed answer, worded briefly, thoroughly or carelessly; the value is the same. */
export function inManner(member: DemoMember, { value, derivation }: WorkedOut, language: Language): string {
  if (member === 'demo-brief') return value;
  if (member === 'demo-careless') return language === 'ja' ? `${value} かな` : `that comes to ${value}`;
  return language === 'ja'
    ? `答えは **${value}** です。\n\n${derivation}`
    : `The answer is **${value}**.\n\n${derivation}`;
}
