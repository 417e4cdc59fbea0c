import { demoModels } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** The scripted models, in OpenAI's format. */
export function GET(request: Request): Response {
  return demoModels(request);
}
