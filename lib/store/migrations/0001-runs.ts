import { sql, type Kysely } from 'kysely';
import type { DatabaseKind, Tables } from '@/lib/store/tables';

/** The first schema: runs, their events, what lists and searches need, shares, learned parameters. */
export async function createRuns(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  await createRunTable(db, kind);
  await createPartsOfRuns(db);
  await createRunIndexes(db);
  await createSearch(db, kind);
  await db.schema
    .createTable('learned_parameters')
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('learned_parameters_key', ['endpoint', 'model'])
    .execute();
}

async function createRunTable(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('runs')
    // Exactly "integer primary key" makes the key SQLite's own row number.
    .addColumn('key', kind === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('parent_id', 'text')
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('path', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('completed_at', 'text')
    .addColumn('duration_ms', 'bigint')
    .addColumn('confidence', 'double precision')
    .addColumn('panel_size', 'integer', (column) => column.notNull())
    .addColumn('answered', 'integer', (column) => column.notNull())
    .addColumn('partial', 'integer', (column) => column.notNull())
    .addColumn('models', 'text', (column) => column.notNull())
    .addColumn('tokens', 'bigint', (column) => column.notNull())
    .addColumn('cost_amount', 'double precision')
    .addColumn('cost_currency', 'text')
    .addColumn('agreement', 'text')
    .addColumn('verification', 'text')
    .addColumn('decision', 'text')
    .addColumn('held', 'integer', (column) => column.notNull())
    .addColumn('label_answer', 'text')
    .addColumn('label_path', 'text')
    .addColumn('labelled', 'integer', (column) => column.notNull())
    .addColumn('risk', 'integer', (column) => column.notNull())
    .addColumn('demo', 'integer', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('cancel_requested', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('deleted_at', 'text')
    .execute();
}

async function createPartsOfRuns(db: Kysely<Tables>): Promise<void> {
  const part = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('run_key', 'bigint', (column) =>
        column.notNull().references('runs.key').onDelete('cascade'),
      );
  await part('run_events')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_events_key', ['run_key', 'seq'])
    .execute();
  await part('run_cache')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('json', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_cache_key', ['run_key'])
    .execute();
  await part('run_models')
    .addColumn('model', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_models_key', ['model', 'run_key'])
    .execute();
  await part('open_texts')
    .addColumn('slot', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('reasoning', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('open_texts_key', ['run_key', 'slot'])
    .execute();
  await part('shares')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('hide_models', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('snapshot', 'text', (column) => column.notNull())
    .execute();
}

/** Each ends in the key, so that a filtered page is read in order and stops when it is full. */
async function createRunIndexes(db: Kysely<Tables>): Promise<void> {
  const statements = [
    sql`create index runs_path on runs (path, key)`,
    // Nearly every run is completed: an index on that would only lead the planner astray.
    sql`create index runs_status on runs (status, key) where status <> 'completed'`,
    sql`create index runs_running on runs (owner) where status = 'running'`,
    sql`create index runs_verification on runs (verification, key)`,
    sql`create index runs_decision on runs (decision, key) where decision is not null`,
    sql`create index runs_partial on runs (key) where partial = 1`,
    sql`create index runs_labelled on runs (key) where labelled = 1`,
    sql`create index runs_label_answer on runs (label_answer, key) where label_answer is not null`,
    sql`create index runs_confidence on runs (confidence, key)`,
    sql`create index runs_duration on runs (duration_ms, key)`,
    sql`create index runs_review on runs (labelled, risk desc, key desc) where risk > 0`,
    sql`create index runs_deleted on runs (deleted_at) where deleted_at is not null`,
    sql`create index run_models_run on run_models (run_key)`,
    sql`create index shares_run on shares (run_key)`,
  ];
  for (const statement of statements) await statement.execute(db);
}

async function createSearch(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create virtual table run_search using fts5(
      terms, content='', contentless_delete=1, detail=none, tokenize='ascii')`.execute(db);
    return;
  }
  await sql`create table run_search (
    key bigint primary key references runs(key) on delete cascade, document tsvector not null)`.execute(db);
  await sql`create index run_search_document on run_search using gin (document)`.execute(db);
}
