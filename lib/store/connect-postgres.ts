import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables';

const INT8 = 20;
const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** A pool on the server. Nothing is sent until the first query. */
export function connectPostgres(url: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'quorate',
    types: { getTypeParser },
  });
  // A connection that dies while idle is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Our big integers (keys, tokens, milliseconds) stay below 2^53; counts too. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

/** The server's address without user, password and options, for messages. */
export function postgresPlace(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `postgres://${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}
