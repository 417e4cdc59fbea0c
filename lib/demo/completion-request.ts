import { z } from 'zod';

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

/** The text of a message; parts that are no text are left out. */
export function contentText(content: z.infer<typeof messageSchema>['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map(({ text }) => text ?? '').join('');
}
