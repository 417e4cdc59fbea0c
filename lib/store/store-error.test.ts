import { describe, expect, it } from 'vitest';
import { StoreError, toStoreError } from './store-error';

describe('toStoreError', () => {
  it.each([
    { driver: 'SQLITE_FULL', code: 'disk_full' },
    { driver: 'ENOSPC', code: 'disk_full' },
    { driver: '53100', code: 'disk_full' },
    { driver: 'SQLITE_READONLY_DIRECTORY', code: 'read_only' },
    { driver: 'SQLITE_CANTOPEN', code: 'read_only' },
    { driver: 'EACCES', code: 'read_only' },
    { driver: '42501', code: 'read_only' },
    { driver: 'SQLITE_NOTADB', code: 'not_ours' },
    { driver: 'SQLITE_BUSY_SNAPSHOT', code: 'locked' },
    { driver: 'SQLITE_IOERR_SHMMAP', code: 'no_wal' },
    { driver: 'SQLITE_CORRUPT', code: 'corrupt' },
    { driver: 'SQLITE_CONSTRAINT_PRIMARYKEY', code: 'conflict' },
    { driver: '23505', code: 'conflict' },
    { driver: 'ECONNREFUSED', code: 'unreachable' },
    { driver: '28P01', code: 'unreachable' },
    { driver: '3D000', code: 'unreachable' },
    { driver: '57P01', code: 'unreachable' },
    { driver: '42703', code: 'internal' },
  ])('takes $driver for $code', ({ driver, code }) => {
    const error = toStoreError(
      Object.assign(new Error('as the driver says'), { code: driver }),
      '/data/q.db',
    );
    expect(error.code).toBe(code);
    expect(error.message).toContain('/data/q.db');
  });

  it('leaves a store error as it is, and keeps the cause of any other', () => {
    const own = new StoreError('not_found', 'There is no run.');
    expect(toStoreError(own, 'here')).toBe(own);
    const other = new Error('surprise');
    expect(toStoreError(other, 'here')).toMatchObject({ code: 'internal', cause: other });
  });
});
