import Database from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';
import { StoreError } from './store-error';
import type { Tables } from './tables';

/** "QUOR" in ASCII, written into the file's header so that we know our own files. */
const APPLICATION_ID = 0x51554f52;
const BUSY_TIMEOUT_MS = 5_000;
const STATEMENT_LIMIT = 300;

export interface SqliteLocation {
  path: string;
  journal: 'wal' | 'delete';
}

/** Reads `file:PATH` (relative to the working directory, or `file:///…`), with an optional `?journal=delete`. */
export function sqliteLocation(url: string): SqliteLocation {
  const [address = '', query = ''] = url.split('?');
  const journal = new URLSearchParams(query).get('journal') ?? 'wal';
  if (journal !== 'wal' && journal !== 'delete') {
    throw new StoreError('invalid', `DATABASE_URL: journal is "${journal}", but can only be wal or delete.`);
  }
  const rest = address.slice('file:'.length);
  if (rest === '' || rest.endsWith('/'))
    throw new StoreError('invalid', 'DATABASE_URL: file: needs the name of a file after it.');
  return { path: rest.startsWith('//') ? fileURLToPath(address) : resolve(rest), journal };
}

/** Opens or makes the file. A file of another program is refused before anything is written to it. */
export function connectSqlite({ path, journal }: SqliteLocation): Kysely<Tables> {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    claim(database, path);
    setJournal(database, path, journal);
    database.pragma('foreign_keys = ON');
    database.pragma('synchronous = NORMAL');
    database.pragma('cache_size = -32000');
    return new Kysely<Tables>({ dialect: new SqliteDialect({ database: withKeptStatements(database) }) });
  } catch (error) {
    database.close();
    throw error;
  }
}

function claim(database: Database.Database, path: string): void {
  const id = database.pragma('application_id', { simple: true });
  if (id === APPLICATION_ID) return;
  const tables = database.prepare('select count(*) from sqlite_master').pluck().get();
  // A second process may be creating the same fresh file at this moment: only a foreign id or tables tell.
  if (id !== 0 || tables !== 0) {
    if (database.pragma('application_id', { simple: true }) === APPLICATION_ID) return;
    throw new StoreError(
      'not_ours',
      `The file ${path} belongs to another program. Point DATABASE_URL at another path; the file was left as it is.`,
    );
  }
  database.pragma(`application_id = ${APPLICATION_ID}`);
}

function setJournal(database: Database.Database, path: string, journal: SqliteLocation['journal']): void {
  const mode = database.pragma(`journal_mode = ${journal}`, { simple: true });
  if (mode === journal) return;
  throw new StoreError(
    'no_wal',
    `The folder of ${path} does not allow the journal mode "${journal}" (it stays "${String(mode)}"; a network share?). Use a local disk, or add ?journal=delete to DATABASE_URL.`,
  );
}

/**
 * Keeps prepared statements, since preparing costs more than running most of ours. Transactions
 * begin with the write lock: one that read first could not wait for another process's write.
 */
function withKeptStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = asKyselyStatement(
        database.prepare<unknown[], unknown>(sql === 'begin' ? 'begin immediate' : sql),
      );
      if (kept.size >= STATEMENT_LIMIT) kept.clear();
      kept.set(sql, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: Database.Statement<unknown[], unknown>): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(...parameters),
    run: (parameters) => statement.run(...parameters),
    iterate: (parameters) => statement.iterate(...parameters),
  };
}
