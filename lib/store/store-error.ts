export type StoreErrorCode =
  | 'not_found'
  | 'conflict'
  | 'run_open'
  | 'bad_cursor'
  | 'invalid'
  | 'newer_schema'
  | 'not_ours'
  | 'read_only'
  | 'disk_full'
  | 'no_wal'
  | 'locked'
  | 'unreachable'
  | 'corrupt'
  | 'internal';

/** What a store throws. `message` is one sentence for a person and says what to do about it. */
export class StoreError extends Error {
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'StoreError';
  }
}

const causes: Record<
  Exclude<StoreErrorCode, 'not_found' | 'run_open' | 'bad_cursor' | 'invalid' | 'newer_schema'>,
  string
> = {
  conflict: 'Another writer got there first: the row is already in',
  not_ours:
    'This file is not a Quorate database. Point DATABASE_URL at another path; the file was left as it is:',
  read_only:
    'The database cannot be written. Give this user write access to the file and its folder, or set DATABASE_URL:',
  disk_full: 'The disk is full, so nothing more can be kept. Free some space; what was stored is intact:',
  no_wal:
    'The database folder does not allow write-ahead logging (a network share?). Use a local disk, or add ?journal=delete to DATABASE_URL:',
  locked: 'Another program holds a lock on the database. Stop it, or try again:',
  unreachable:
    'The database server cannot be reached or refuses the login. Check DATABASE_URL and that the server runs:',
  corrupt:
    'The database file is damaged. Stop the program, keep a copy, and restore a backup or run `sqlite3 FILE .recover`:',
  internal: 'The database refused a statement:',
};

const byDriverCode: [RegExp, keyof typeof causes][] = [
  [/^(SQLITE_CONSTRAINT|23505)/, 'conflict'],
  [/^SQLITE_NOTADB$/, 'not_ours'],
  [
    /^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EACCES|EROFS|EPERM|ENOENT|ENOTDIR|25006|42501)/,
    'read_only',
  ],
  [/^(SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|53100)$/, 'disk_full'],
  [/^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL|55P03|40P01|40001)/, 'locked'],
  [/^(SQLITE_IOERR_SHM|SQLITE_IOERR_LOCK)/, 'no_wal'],
  [/^(SQLITE_CORRUPT)/, 'corrupt'],
  [/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EPIPE|28|3D000|57P0|08|53300)/, 'unreachable'],
];

/** Turns what a driver threw into a StoreError by its code; `place` is the file or server, without a password. */
export function toStoreError(error: unknown, place: string): StoreError {
  if (error instanceof StoreError) return error;
  const driverCode = codeOf(error);
  const code = byDriverCode.find(([pattern]) => pattern.test(driverCode))?.[1] ?? 'internal';
  const detail = driverCode === '' ? messageOf(error) : driverCode;
  return new StoreError(code, `${causes[code]} ${place} (${detail}).`, { cause: error });
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  // A connection refused on every address of a host comes as an AggregateError of the single refusals.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
