import type { Retention } from './run-store';
import { removeTexts } from './search-index';
import type { Context } from './tables';

/** Few enough that the database is not held up. */
const PURGE_PAGE = 100;

export async function deleteRun({ db }: Context, runId: string, at: string): Promise<boolean> {
  const hidden = await db
    .updateTable('runs')
    .set({ deleted_at: at })
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return hidden.length > 0;
}

export async function restoreRun({ db }: Context, runId: string): Promise<boolean> {
  const restored = await db
    .updateTable('runs')
    .set({ deleted_at: null })
    .where('id', '=', runId)
    .where('deleted_at', 'is not', null)
    .returning('id')
    .execute();
  return restored.length > 0;
}

/** Removes deleted and expired runs with all that belongs to them, page by page. */
export async function purge(context: Context, { deletedBefore, createdBefore }: Retention): Promise<number> {
  const ended = context.db
    .selectFrom('runs')
    .select('key')
    .where('status', '<>', 'running')
    .limit(PURGE_PAGE);
  const removed = await removeAll(context, ended.where('deleted_at', '<', deletedBefore));
  if (createdBefore === undefined) return removed;
  const expired = ended.where('key', '<', Date.parse(createdBefore) * 1_000).orderBy('key');
  return removed + (await removeAll(context, expired));
}

async function removeAll(context: Context, page: { execute(): Promise<{ key: number }[]> }): Promise<number> {
  let removed = 0;
  for (;;) {
    const keys = (await page.execute()).map((row) => row.key);
    if (keys.length > 0) await removeRuns(context, keys);
    removed += keys.length;
    if (keys.length < PURGE_PAGE) return removed;
    await new Promise(setImmediate);
  }
}

async function removeRuns({ db, kind }: Context, keys: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await removeTexts(trx, kind, keys);
    await trx.deleteFrom('runs').where('key', 'in', keys).execute();
  });
}
