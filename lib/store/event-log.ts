import type { CompiledQuery, Kysely } from 'kysely';
import type { StoredEvent } from '@/lib/consensus/events';
import { applyEvent, foldRun } from '@/lib/consensus/run';
import type { Run } from '@/lib/consensus/schema';
import { leaseEnd } from './leases';
import { ownerName } from './owner';
import { CACHE_VERSION, readEvents } from './run-reader';
import { modelsOf, rowOf, searchableTexts } from './run-row';
import { indexTexts } from './search-index';
import { StoreError } from './store-error';
import type { Context, Tables } from './tables';

const KEYS_PER_MS = 1_000;
/** Long enough to outlive a few missed heartbeats. */
const FIRST_LEASE_MS = 15_000;

interface OpenRun {
  key: number;
  run: Run;
}

/** What the log remembers between calls: a shortcut, never the truth. */
export interface LogMemory {
  /** The runs that this process is writing, folded as far as stored. */
  open: Map<string, OpenRun>;
  /** The insert of one event, by far the most frequent query, compiled once. */
  insertOne: CompiledQuery;
}

export function newLogMemory(db: Kysely<Tables>): LogMemory {
  const insertOne = db.insertInto('run_events').values({ run_key: 0, seq: 0, json: '' }).compile();
  return { open: new Map(), insertOne };
}

/**
 * Stores events, all or none. Between the milestones of a run this is one insert; at its start, at
 * the decided answer and whenever it is not running, the row, cache and index follow the events.
 */
export async function appendEvents(
  context: Context,
  memory: LogMemory,
  runId: string,
  events: readonly StoredEvent[],
): Promise<void> {
  const first = events[0];
  if (first === undefined) return;
  if (first.type === 'run.started') return startRun(context, memory, runId, events);
  const before = memory.open.get(runId) ?? (await loadOpen(context, runId));
  if (first.seq !== before.run.seq + 1) throw numberTaken(runId, first.seq, before.run.seq);
  const run = events.reduce(applyEvent, before.run);
  try {
    if (isMilestone(run, events)) await storeMilestone(context, memory, before.key, run, events);
    else await insertEvents(context.db, memory, before.key, events);
  } catch (error) {
    memory.open.delete(runId);
    throw error;
  }
  if (run.status === 'running') memory.open.set(runId, { key: before.key, run });
  else memory.open.delete(runId);
}

function isMilestone(run: Run, events: readonly StoredEvent[]): boolean {
  return (
    run.status !== 'running' ||
    events.some(({ type }) => type === 'answer.decided' || type === 'run.continued')
  );
}

function numberTaken(runId: string, seq: number, last: number): StoreError {
  return new StoreError(
    'conflict',
    `Run ${runId} already has ${last} events, so event ${seq} does not follow. Read the run again.`,
  );
}

async function startRun(
  context: Context,
  memory: LogMemory,
  runId: string,
  events: readonly StoredEvent[],
): Promise<void> {
  const run = foldRun([...events]);
  if (run.id !== runId)
    throw new StoreError('invalid', `The events of run ${run.id} were given for run ${runId}.`);
  const key = await context.db.transaction().execute(async (trx) => {
    const inserted = await insertRow(trx, context, run);
    await insertEvents(trx, memory, inserted, events);
    await trx
      .insertInto('run_models')
      .values(modelsOf(run).map((model) => ({ model, run_key: inserted })))
      .execute();
    await indexTexts(trx, context.kind, inserted, searchableTexts(run), true);
    if (run.status !== 'running') await writeCache(trx, inserted, run);
    return inserted;
  });
  if (run.status === 'running') memory.open.set(runId, { key, run });
}

async function insertRow(db: Kysely<Tables>, { kind, owner }: Context, run: Run): Promise<number> {
  const createdMs = Date.parse(run.createdAt);
  if (Number.isNaN(createdMs))
    throw new StoreError('invalid', `Run ${run.id} has no readable time of creation.`);
  const row = { ...rowOf(run), ...ownership(run, ownerName(owner), kind) };
  const offset = Math.floor(Math.random() * KEYS_PER_MS);
  for (let attempt = 0; attempt < KEYS_PER_MS; attempt += 1) {
    const key = createdMs * KEYS_PER_MS + ((offset + attempt) % KEYS_PER_MS);
    const inserted = await db
      .insertInto('runs')
      .values({ ...row, key, cancel_requested: 0, deleted_at: null })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted !== undefined) return inserted.key;
  }
  throw new StoreError('conflict', 'More than 1,000 runs began in one millisecond.');
}

function ownership(run: Run, owner: string, kind: Context['kind']) {
  return run.status === 'running'
    ? { owner, lease_until: leaseEnd(kind, FIRST_LEASE_MS) }
    : { owner: null, lease_until: null };
}

async function storeMilestone(
  context: Context,
  memory: LogMemory,
  key: number,
  run: Run,
  events: readonly StoredEvent[],
): Promise<void> {
  const { kind, owner } = context;
  await context.db.transaction().execute(async (trx) => {
    await insertEvents(trx, memory, key, events);
    const owned = run.status !== 'running' || events.some(({ type }) => type === 'run.continued');
    const claim = owned ? { ...ownership(run, ownerName(owner), kind), cancel_requested: 0 } : {};
    await trx
      .updateTable('runs')
      .set({ ...rowOf(run), ...claim })
      .where('key', '=', key)
      .execute();
    if (run.status === 'running') return;
    await writeCache(trx, key, run);
    await indexTexts(trx, kind, key, searchableTexts(run), false);
    await trx.deleteFrom('open_texts').where('run_key', '=', key).execute();
  });
}

async function writeCache(db: Kysely<Tables>, key: number, run: Run): Promise<void> {
  const cache = { run_key: key, version: CACHE_VERSION, json: JSON.stringify(run) };
  await db
    .insertInto('run_cache')
    .values(cache)
    .onConflict((conflict) =>
      conflict.column('run_key').doUpdateSet({ version: cache.version, json: cache.json }),
    )
    .execute();
}

/** One statement, so atomic by itself. */
async function insertEvents(
  db: Kysely<Tables>,
  { insertOne }: LogMemory,
  key: number,
  events: readonly StoredEvent[],
): Promise<void> {
  const rows = events.map((event) => ({ run_key: key, seq: event.seq, json: JSON.stringify(event) }));
  const [only] = rows;
  if (rows.length > 1 || only === undefined) await db.insertInto('run_events').values(rows).execute();
  else await db.executeQuery({ ...insertOne, parameters: [only.run_key, only.seq, only.json] });
}

async function loadOpen({ db }: Context, runId: string): Promise<OpenRun> {
  const row = await db.selectFrom('runs').select('key').where('id', '=', runId).executeTakeFirst();
  if (row === undefined) throw new StoreError('not_found', `There is no run ${runId}.`);
  return { key: row.key, run: foldRun(await readEvents(db, row.key, 0)) };
}
