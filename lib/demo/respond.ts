import type { ChatMessage } from '@/lib/consensus/ports';
import { judgeAgreement } from './judge/agreement';
import { judgeReview } from './judge/review';
import { translate } from './judge/translation';
import { castVote } from './judge/vote';
import { answerAsMember } from './member';
import { isDemoMember, type DemoModel } from './models';
import { readPrompt } from './read-prompt';
import { textReply, type DemoReply } from './reply';
import { writeAnswer } from './writer';

/**
 * What a scripted model replies to a conversation. The task is read from the prompt, so any of them
 * can sit in any role; the same conversation always gets the same reply.
 */
export function respond(model: DemoModel, messages: ChatMessage[]): DemoReply {
  const prompt = readPrompt(messages);
  switch (prompt.task) {
    case 'answer':
      return answerAsMember(isDemoMember(model) ? model : 'demo-thorough', prompt.question);
    case 'synthesis':
      return writeAnswer(prompt);
    case 'agreement':
      return textReply(JSON.stringify(judgeAgreement(prompt)));
    case 'review':
      return textReply(JSON.stringify(judgeReview(prompt)));
    case 'vote':
      return textReply(JSON.stringify(castVote(model, prompt)));
    case 'translation':
      return textReply(JSON.stringify(translate(prompt)));
  }
}
