import Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, openStore } from '@/lib/store/connect';
import { migrate } from '@/lib/store/migrate';
import { migrations } from '@/lib/store/migrations';
import { sqlRunStore } from '@/lib/store/sql-run-store';
import { runEvents } from './run-store-fixtures';

const folder = mkdtempSync(join(tmpdir(), 'quorate-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
let path: string;
beforeEach(() => {
  path = join(folder, `${(files += 1)}.db`);
});

async function madeStore(): Promise<void> {
  const store = await openStore(`file:${path}`);
  await store.append('r1', runEvents('r1'));
  await store.close();
}

describe('a SQLite file', () => {
  it('is made with its folder, in write-ahead mode, and marked as ours', async () => {
    path = join(folder, 'new', 'deep', 'quorate.db');
    await madeStore();
    const file = new Database(path);
    expect(file.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(file.pragma('application_id', { simple: true })).toBe(0x51554f52);
    file.close();
  });

  it('can do without write-ahead logging where it is told to', async () => {
    const store = await openStore(`file:${path}?journal=delete`);
    await store.append('r1', runEvents('r1'));
    expect((await store.getRun('r1'))?.status).toBe('completed');
    await store.close();
  });

  it.each([
    { name: 'a text file', make: () => writeFileSync(path, 'Dear diary,\n'.repeat(500)) },
    {
      name: "another program's database",
      make: () => void new Database(path).exec('create table diary (day text)').close(),
    },
    {
      name: 'a database marked by another program',
      make: () =>
        void new Database(path).exec('pragma application_id = 7; create table runs (id text)').close(),
    },
  ])('is refused and left as it is when it is $name', async ({ make }) => {
    make();
    const before = readFileSync(path);
    await expect(openStore(`file:${path}`)).rejects.toMatchObject({
      code: 'not_ours',
      message: expect.stringContaining(path),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('is refused and left as it is when a newer version wrote it', async () => {
    await madeStore();
    const newest = (migrations.at(-1)?.number ?? 0) + 1;
    const file = new Database(path);
    file.exec(`insert into schema_migrations (number, name) values (${newest}, 'later')`);
    file.pragma('wal_checkpoint(TRUNCATE)');
    file.close();
    const before = readFileSync(path);
    await expect(openStore(`file:${path}`)).rejects.toMatchObject({
      code: 'newer_schema',
      message: expect.stringMatching(/Update the program/),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('keeps its old schema whole when a migration fails half-way', async () => {
    const { context } = await openDatabase(`file:${path}`);
    const broken = {
      number: migrations.length + 1,
      name: 'broken',
      up: async (db: typeof context.db) => {
        await db.schema.createTable('half').addColumn('a', 'text').execute();
        throw new Error('no further');
      },
    };
    await expect(migrate(context.db, 'sqlite', path, [...migrations, broken])).rejects.toThrow('no further');
    const tables = await context.db.introspection.getTables();
    expect(tables.map((table) => table.name)).not.toContain('half');
    await context.db.destroy();
    await madeStore();
  });

  it('says that the disk is full, and has all it had', async () => {
    await madeStore();
    const { context } = await openDatabase(`file:${path}`);
    const pages = await context.db.executeQuery<{ page_count: number }>(raw('pragma page_count'));
    await context.db.executeQuery(raw(`pragma max_page_count = ${pages.rows[0]?.page_count ?? 0}`));
    const store = sqlRunStore(context);
    const huge = 'x '.repeat(500_000);
    await expect(store.append('r2', runEvents('r2', { answers: [huge, huge, huge] }))).rejects.toMatchObject({
      code: 'disk_full',
    });
    expect(await store.getRun('r2')).toBeNull();
    expect((await store.getRun('r1'))?.status).toBe('completed');
    await store.close();
  });

  it('waits for another process that is writing, and says so when it never ends', async () => {
    await madeStore();
    const store = await openStore(`file:${path}`);
    const other = new Database(path);
    other.exec('begin immediate');
    await expect(store.append('r2', runEvents('r2'))).rejects.toMatchObject({ code: 'locked' });
    other.exec('commit');
    await store.append('r2', runEvents('r2'));
    other.close();
    await store.close();
  });

  it.each([
    { name: 'a folder that cannot be made', url: 'file:/dev/null/data/quorate.db', code: 'read_only' },
    { name: 'no file name', url: 'file:', code: 'invalid' },
    { name: 'an unknown journal mode', url: 'file:x.db?journal=memory', code: 'invalid' },
    { name: 'another kind of database', url: 'mysql://localhost/quorate', code: 'invalid' },
    { name: 'a server that is not there', url: 'postgres://app@127.0.0.1:9/quorate', code: 'unreachable' },
  ])('names what is wrong with $name', async ({ url, code }) => {
    await expect(openStore(url)).rejects.toMatchObject({ name: 'StoreError', code });
  });

  it('never shows the password of a server', async () => {
    await expect(openStore('postgres://app:hunter2@127.0.0.1:9/quorate')).rejects.toThrow(/^(?!.*hunter2)/);
  });
});

function raw(sql: string) {
  return {
    sql,
    parameters: [],
    query: { kind: 'RawNode' as const, sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  };
}
