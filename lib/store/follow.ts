import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from './run-reader';
import type { Followed, OpenText } from './run-store';
import { StoreError } from './store-error';
import type { Context } from './tables';

const POLL_MS = 300;

export async function writeTexts({ db }: Context, runId: string, texts: readonly OpenText[]): Promise<void> {
  if (texts.length === 0) return;
  const run = await db
    .selectFrom('runs')
    .select('key')
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (run === undefined) return;
  await db
    .insertInto('open_texts')
    .values(
      texts.map(({ slot, text, reasoning }) => ({
        run_key: run.key,
        slot,
        text: clean(text),
        reasoning: clean(reasoning),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['run_key', 'slot']).doUpdateSet((eb) => ({
        text: eb.ref('excluded.text'),
        reasoning: eb.ref('excluded.reasoning'),
      })),
    )
    .execute();
}

/** PostgreSQL's text cannot hold the character U+0000. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '');
}

export async function readTexts({ db }: Context, runId: string): Promise<OpenText[]> {
  return db
    .selectFrom('open_texts')
    .innerJoin('runs', 'runs.key', 'open_texts.run_key')
    .select(['slot', 'text', 'reasoning'])
    .where('id', '=', runId)
    .orderBy('slot')
    .execute();
}

/** Looks for news three times a second: first what is stored, then the texts so far where they changed. */
export async function* followRun(
  context: Context,
  runId: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  let seen = afterSeq;
  let shown = '';
  while (!signal.aborted) {
    // The state is read first: what a run that has just ended stored last is then still read below.
    const state = await stateOf(context, runId);
    for (const event of await readEvents(context.db, state.key, seen)) {
      seen = event.seq;
      yield { kind: 'event', event };
    }
    if (state.status !== 'running') return;
    const texts = await readTexts(context, runId);
    const now = JSON.stringify(texts);
    if (texts.length > 0 && now !== shown) yield { kind: 'texts', texts };
    shown = now;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function stateOf({ db }: Context, runId: string): Promise<{ key: number; status: string }> {
  const row = await db
    .selectFrom('runs')
    .select(['key', 'status'])
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new StoreError('not_found', `There is no run ${runId}.`);
  return row;
}
