import { createHash, randomBytes } from 'node:crypto';
import type { Share } from './run-store';
import { StoreError } from './store-error';
import type { Context } from './tables';

const TOKEN_BYTES = 32;

/** Keeps a frozen copy; returns the token of its link (43 characters), which is stored only as a hash. */
export async function createShare(
  { db }: Context,
  runId: string,
  { snapshot, hideModels, at }: { snapshot: unknown; hideModels: boolean; at: string },
): Promise<string> {
  const run = await db
    .selectFrom('runs')
    .select('key')
    .where('id', '=', runId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (run === undefined) throw new StoreError('not_found', `There is no run ${runId}.`);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('shares')
    .values({
      token_hash: hashOf(token),
      run_id: runId,
      run_key: run.key,
      hide_models: Number(hideModels),
      created_at: at,
      revoked_at: null,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  return token;
}

export async function getShare({ db }: Context, token: string): Promise<unknown> {
  const share = await db
    .selectFrom('shares')
    .innerJoin('runs', 'runs.key', 'shares.run_key')
    .select('snapshot')
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return share === undefined ? null : JSON.parse(share.snapshot);
}

export async function listShares({ db }: Context, runId: string): Promise<Share[]> {
  const rows = await db
    .selectFrom('shares')
    .innerJoin('runs', 'runs.key', 'shares.run_key')
    .select(['token_hash', 'hide_models', 'shares.created_at'])
    .where('runs.id', '=', runId)
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('shares.created_at')
    .execute();
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    runId,
    hideModels: row.hide_models === 1,
    createdAt: row.created_at,
  }));
}

/** Revoked copies are removed from the row at once; only the fact remains. */
export async function revokeShares({ db }: Context, runId: string, at: string): Promise<number> {
  const revoked = await db
    .updateTable('shares')
    .set({ revoked_at: at, snapshot: 'null' })
    .where('run_key', 'in', (query) => query.selectFrom('runs').select('key').where('id', '=', runId))
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute();
  return revoked.length;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
