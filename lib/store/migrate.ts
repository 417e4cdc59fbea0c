import { sql, type Kysely } from 'kysely';
import { migrations, type Migration } from './migrations';
import { StoreError } from './store-error';
import type { DatabaseKind, Tables } from './tables';

/**
 * Brings the schema up to date in one transaction and returns the numbers applied. Two processes
 * that start together take turns. A schema newer than this program is refused and not touched.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  place: string,
  known = migrations,
): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    // SQLite's transactions begin with the write lock (see connect-sqlite); here it is taken by hand.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(7290447120)`.execute(trx);
    const applied = await appliedNumbers(trx, kind, place);
    refuseNewer(applied, known, place);
    const pending = known.filter((migration) => !applied.includes(migration.number));
    for (const migration of pending) await apply(trx, kind, migration);
    return pending.map((migration) => migration.number);
  });
}

async function appliedNumbers(db: Kysely<Tables>, kind: DatabaseKind, place: string): Promise<number[]> {
  const tables = await tableNames(db, kind);
  if (tables.includes('schema_migrations')) {
    const rows = await db.selectFrom('schema_migrations').select('number').orderBy('number').execute();
    return rows.map((row) => row.number);
  }
  if (tables.some((table) => ['runs', 'run_events', 'shares'].includes(table))) {
    throw new StoreError(
      'not_ours',
      `The database ${place} has tables of another program under our names. Point DATABASE_URL at an empty database; nothing was changed.`,
    );
  }
  await sql`create table schema_migrations (
    number integer primary key, name text not null, applied_at text not null default current_timestamp)`.execute(
    db,
  );
  return [];
}

async function tableNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema()`;
  return (await query.execute(db)).rows.map((row) => row.name);
}

function refuseNewer(applied: readonly number[], known: readonly Migration[], place: string): void {
  const newest = known.at(-1)?.number ?? 0;
  const inDatabase = applied.at(-1) ?? 0;
  if (inDatabase <= newest) return;
  throw new StoreError(
    'newer_schema',
    `The database ${place} was written by a newer version of Quorate (schema ${inDatabase}, this program knows ${newest}). Update the program, or set DATABASE_URL to another database; nothing was changed.`,
  );
}

async function apply(db: Kysely<Tables>, kind: DatabaseKind, migration: Migration): Promise<void> {
  await migration.up(db, kind);
  await db
    .insertInto('schema_migrations')
    .values({ number: migration.number, name: migration.name })
    .execute();
}
