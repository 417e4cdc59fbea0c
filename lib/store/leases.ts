import { sql, type RawBuilder } from 'kysely';
import { isGone, ownerName } from './owner';
import { StoreError } from './store-error';
import type { Context, DatabaseKind } from './tables';

/** A moment from now by the database's clock, so that hosts whose clocks differ agree on it. */
export function leaseEnd(kind: DatabaseKind, leaseMs: number): RawBuilder<number> {
  return kind === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer) + ${leaseMs}`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${leaseMs}::bigint`;
}

/** Renews this process's claim on its running runs; returns the ids that someone asked to stop. */
export async function renewLeases({ db, kind, owner }: Context, leaseMs: number): Promise<string[]> {
  const rows = await db
    .updateTable('runs')
    .set({ lease_until: leaseEnd(kind, leaseMs) })
    .where('status', '=', sql.lit('running'))
    .where('owner', '=', ownerName(owner))
    .returning(['id', 'cancel_requested'])
    .execute();
  return rows.filter((row) => row.cancel_requested === 1).map((row) => row.id);
}

/** Ids of running runs that nobody works on: their process is gone, or let its claim run out. */
export async function abandonedRuns({ db, kind, owner }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select([
      'id',
      'owner',
      sql<number>`case when lease_until >= ${leaseEnd(kind, 0)} then 1 else 0 end`.as('claimed'),
    ])
    .where('status', '=', sql.lit('running'))
    .execute();
  const self = ownerName(owner);
  return rows
    .filter(
      (row) => row.owner !== self && (row.claimed === 0 || row.owner === null || isGone(row.owner, owner)),
    )
    .map((row) => row.id);
}

export async function requestCancel({ db }: Context, runId: string): Promise<boolean> {
  const asked = await db
    .updateTable('runs')
    .set({ cancel_requested: 1 })
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  if (asked.length > 0) return true;
  const known = await db.selectFrom('runs').select('id').where('id', '=', runId).executeTakeFirst();
  if (known === undefined) throw new StoreError('not_found', `There is no run ${runId}.`);
  return false;
}
