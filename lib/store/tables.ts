import type { Generated, Kysely } from 'kysely';
import type { Owner } from './owner';

/**
 * The tables as both databases know them. `key` orders runs by the moment they began: milliseconds
 * since 1970 times 1,000, plus a counter that keeps runs of one millisecond apart.
 */
export interface Tables {
  runs: RunRow & RunKeeping;
  run_events: { run_key: number; seq: number; json: string };
  run_cache: { run_key: number; version: number; json: string };
  run_models: { model: string; run_key: number };
  /** SQLite: an FTS5 table found by `rowid`. PostgreSQL: `key` and a tsvector. */
  run_search: { rowid: number; key: number; terms: string; document: string };
  open_texts: { run_key: number; slot: string; text: string; reasoning: string };
  shares: {
    token_hash: string;
    run_id: string;
    run_key: number;
    hide_models: number;
    created_at: string;
    revoked_at: string | null;
    snapshot: string;
  };
  learned_parameters: { endpoint: string; model: string; json: string };
  schema_migrations: { number: number; name: string; applied_at: Generated<string> };
}

/** The columns that are computed from the folded run. Flags are 0 or 1. */
export interface RunRow {
  key: number;
  id: string;
  parent_id: string | null;
  question: string;
  status: string;
  path: string | null;
  created_at: string;
  completed_at: string | null;
  duration_ms: number | null;
  confidence: number | null;
  panel_size: number;
  answered: number;
  partial: number;
  models: string;
  tokens: number;
  cost_amount: number | null;
  cost_currency: string | null;
  agreement: string | null;
  verification: string | null;
  decision: string | null;
  held: number;
  label_answer: string | null;
  label_path: string | null;
  labelled: number;
  risk: number;
  demo: number;
}

interface RunKeeping {
  owner: string | null;
  /** Milliseconds since 1970 by the database's clock. */
  lease_until: number | null;
  cancel_requested: number;
  deleted_at: string | null;
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** What every query file is handed. */
export interface Context {
  db: Kysely<Tables>;
  kind: DatabaseKind;
  /** The file or server for messages, without a password. */
  place: string;
  owner: Owner;
}
