import { z } from 'zod';
import type { ChatMessage } from '@/lib/consensus/ports';

const partSchema = z.object({ type: z.string(), text: z.string().optional() });
const messageSchema = z.object({
  role: z.string(),
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
});

/** The part of an OpenAI chat request that the demo looks at; everything else is accepted and ignored. */
export const completionRequestSchema = z.object({
  model: z.string(),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().int().min(1).nullish(),
  max_completion_tokens: z.number().int().min(1).nullish(),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** The messages as plain text. Parts that are no text are left out; an unknown role counts as the user's. */
export function plainMessages({ messages }: CompletionRequest): ChatMessage[] {
  return messages.map(({ role, content }) => ({ role: plainRole(role), content: contentText(content) }));
}

function plainRole(role: string): ChatMessage['role'] {
  if (role === 'system' || role === 'developer') return 'system';
  return role === 'assistant' ? 'assistant' : 'user';
}

function contentText(content: z.infer<typeof messageSchema>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}
