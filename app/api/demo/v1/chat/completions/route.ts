import { demoCompletion } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** One chat completion by a scripted model, in OpenAI's format. */
export function POST(request: Request): Promise<Response> {
  return demoCompletion(request);
}
