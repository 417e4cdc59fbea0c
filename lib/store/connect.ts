import { connectPostgres, postgresPlace } from './connect-postgres';
import { connectSqlite, sqliteLocation } from './connect-sqlite';
import { migrate } from './migrate';
import { thisProcess, type Owner } from './owner';
import type { RunStore } from './run-store';
import { sqlRunStore } from './sql-run-store';
import { StoreError, toStoreError } from './store-error';
import type { Context } from './tables';

/**
 * Opens the store that a DATABASE_URL names (`file:…` or `postgres://…`) and brings its schema up to
 * date. Throws a StoreError that says what to do; the database is then as it was.
 */
export async function openStore(url: string, owner: Owner = thisProcess()): Promise<RunStore> {
  const { context } = await openDatabase(url, owner);
  return sqlRunStore(context);
}

/** For scripts: an open, migrated database, with the numbers of the migrations just applied. */
export async function openDatabase(
  url: string,
  owner: Owner = thisProcess(),
): Promise<{ context: Context; applied: number[] }> {
  const context = connect(url, owner);
  try {
    return { context, applied: await migrate(context.db, context.kind, context.place) };
  } catch (error) {
    await context.db.destroy();
    throw toStoreError(error, context.place);
  }
}

function connect(url: string, owner: Owner): Context {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) {
    return { db: connectPostgres(url), kind: 'postgres', place: postgresPlace(url), owner };
  }
  if (!url.startsWith('file:')) {
    throw new StoreError(
      'invalid',
      'DATABASE_URL must begin with file: (SQLite) or postgres:// (PostgreSQL).',
    );
  }
  const location = sqliteLocation(url);
  try {
    return { db: connectSqlite(location), kind: 'sqlite', place: location.path, owner };
  } catch (error) {
    throw toStoreError(error, location.path);
  }
}
