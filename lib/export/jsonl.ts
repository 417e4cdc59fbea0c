import { publicRun } from '@/lib/consensus/public-run';
import type { Run } from '@/lib/consensus/schema';

/** One line per run, as the API gives it: a held answer has `held: true` and no text. */
export async function* toJsonl(runs: AsyncIterable<Run>): AsyncGenerator<string> {
  for await (const run of runs) yield `${JSON.stringify(publicRun(run))}\n`;
}
