import type { Kysely } from 'kysely';
import { isDelta, runEventSchema, type StoredEvent } from '@/lib/consensus/events';
import { foldRun } from '@/lib/consensus/run';
import { runSchema, type Run } from '@/lib/consensus/schema';
import { StoreError } from './store-error';
import type { Context, Tables } from './tables';

/** Raised whenever the fold changes what it makes of old events: older caches are then folded anew. */
export const CACHE_VERSION = 1;

/** The folded run: from the cache where it is in step, else from the events. */
export async function readRun({ db }: Context, runId: string): Promise<Run | null> {
  const row = await db
    .selectFrom('runs')
    .leftJoin('run_cache', (join) =>
      join.onRef('run_cache.run_key', '=', 'runs.key').on('version', '=', CACHE_VERSION),
    )
    .select(['key', 'status', 'json'])
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : foldedRun(db, row);
}

export async function foldedRun(
  db: Kysely<Tables>,
  row: { key: number; status: string; json: string | null },
): Promise<Run> {
  // A run that was continued keeps its last cache until it ends again.
  if (row.json === null || row.status === 'running') return foldRun(await readEvents(db, row.key, 0));
  return runSchema.parse(JSON.parse(row.json));
}

export async function readEventsOf(
  { db }: Context,
  runId: string,
  afterSeq: number,
): Promise<StoredEvent[] | null> {
  const row = await db
    .selectFrom('runs')
    .select('key')
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row === undefined ? null : readEvents(db, row.key, afterSeq);
}

export async function readEvents(db: Kysely<Tables>, key: number, afterSeq: number): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('run_events')
    .select('json')
    .where('run_key', '=', key)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .execute();
  return rows.map((row) => storedEvent(row.json));
}

function storedEvent(json: string): StoredEvent {
  const event = runEventSchema.parse(JSON.parse(json));
  if (isDelta(event)) throw new StoreError('corrupt', 'A stored event has no number.');
  return event;
}
