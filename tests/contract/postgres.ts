import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface TestPostgres {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const PROGRAMS = '/usr/lib/postgresql';

/**
 * A PostgreSQL server for tests: the one at TEST_POSTGRES_URL, else a throw-away one from Debian's
 * packages. Null, and said loudly, when neither can be had: the suite then counts as skipped.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  const given = process.env.TEST_POSTGRES_URL;
  if (given !== undefined && given !== '') return serverAt(given, async () => undefined);
  const programs = programFolder();
  if (programs !== null) return startServer(programs);
  console.warn(
    '\n*** PostgreSQL NOT TESTED: no TEST_POSTGRES_URL, and no server under /usr/lib/postgresql. ***\n*** apt-get install postgresql, or set TEST_POSTGRES_URL.                                  ***\n',
  );
  return null;
}

function programFolder(): string | null {
  if (!existsSync(PROGRAMS)) return null;
  const newest = readdirSync(PROGRAMS).sort((a, b) => Number(b) - Number(a))[0];
  const folder = join(PROGRAMS, newest ?? '', 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : null;
}

async function startServer(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-postgres-'));
  const run = runnerFor(folder);
  const data = join(folder, 'data');
  run(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'app', '-E', 'UTF8', '--no-sync']);
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=64MB`;
  run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  return serverAt(`postgres://app@127.0.0.1:${port}/postgres`, async () => {
    run(join(programs, 'pg_ctl'), ['-D', data, '-w', '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** PostgreSQL refuses to run as root, so root hands it to the packages' own user. */
function runnerFor(folder: string): (program: string, args: string[]) => void {
  const options = { stdio: 'ignore', cwd: folder } as const;
  if (process.getuid?.() !== 0) return (program, args) => void execFileSync(program, args, options);
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  chownSync(folder, id('-u'), id('-g'));
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return (program, args) => void execFileSync('setpriv', [...asPostgres, program, ...args], options);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

function serverAt(url: string, stop: () => Promise<void>): TestPostgres {
  let made = 0;
  const prefix = `quorate_test_${process.pid}_${Date.now()}`;
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  const names: string[] = [];
  return {
    async createDatabase() {
      const name = `${prefix}_${(made += 1)}`;
      await query(`create database ${name}`);
      names.push(name);
      const database = new URL(url);
      database.pathname = `/${name}`;
      return database.href;
    },
    async stop() {
      for (const name of names) await query(`drop database if exists ${name} with (force)`);
      await stop();
    },
  };
}
