import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { RunStatus } from '@/lib/consensus/schema';
import type { RunFilters } from './run-store';
import { searchCondition } from './search-index';
import { StoreError } from './store-error';
import type { DatabaseKind, Tables } from './tables';

export type RunQuery = SelectQueryBuilder<Tables, 'runs', Record<never, never>>;

/** The key to page by, of the table that leads the query: so the database can read in order and stop. */
export function leadingKey(filters: RunFilters, kind: DatabaseKind): RawBuilder<number> {
  if (isGiven(filters.q)) return kind === 'sqlite' ? sql`run_search.rowid` : sql`run_search.key`;
  return filters.model === undefined ? sql`runs.key` : sql`run_models.run_key`;
}

function isGiven(query: string | undefined): query is string {
  return query !== undefined && query.trim() !== '';
}

/** The runs that match all filters; null when the search has no words to look for. */
export function filteredRuns(db: Kysely<Tables>, kind: DatabaseKind, filters: RunFilters): RunQuery | null {
  let query: RunQuery = db.selectFrom('runs').where('deleted_at', 'is', null);
  if (isGiven(filters.q)) {
    const condition = searchCondition(kind, filters.q);
    if (condition === null) return null;
    const joined = kind === 'sqlite' ? 'run_search.rowid' : 'run_search.key';
    query = query.innerJoin('run_search', joined, 'runs.key').where(condition);
  }
  if (filters.model !== undefined) {
    query = query
      .innerJoin('run_models', 'run_models.run_key', 'runs.key')
      .where('run_models.model', '=', filters.model);
  }
  return withRanges(withChoices(query, filters), filters);
}

function withChoices(query: RunQuery, filters: RunFilters): RunQuery {
  let chosen = query;
  if (filters.path !== undefined) chosen = chosen.where('path', '=', filters.path);
  if (filters.status !== undefined) chosen = withStatus(chosen, filters.status);
  if (filters.decision !== undefined) chosen = chosen.where('decision', '=', filters.decision);
  if (filters.verification !== undefined) chosen = chosen.where('verification', '=', filters.verification);
  if (filters.partial !== undefined) chosen = chosen.where('partial', '=', sql.lit(Number(filters.partial)));
  if (filters.demo !== undefined) chosen = chosen.where('demo', '=', Number(filters.demo));
  if (filters.labelPath !== undefined) chosen = chosen.where('label_path', '=', filters.labelPath);
  if (filters.label === 'any' || filters.label === 'none') {
    return chosen.where('labelled', '=', sql.lit(Number(filters.label === 'any')));
  }
  return filters.label === undefined ? chosen : chosen.where('label_answer', '=', filters.label);
}

/** The second condition names the index of all runs but the completed ones. */
function withStatus(query: RunQuery, status: RunStatus): RunQuery {
  const matching = query.where('status', '=', status);
  return status === 'completed' ? matching : matching.where('status', '<>', sql.lit('completed'));
}

function withRanges(query: RunQuery, filters: RunFilters): RunQuery {
  let ranged = query;
  // The plus keeps the planner from reading and sorting half the table by confidence.
  if (filters.minConfidence !== undefined)
    ranged = ranged.where(sql<boolean>`+confidence >= ${filters.minConfidence}`);
  if (filters.maxConfidence !== undefined)
    ranged = ranged.where(sql<boolean>`+confidence <= ${filters.maxConfidence}`);
  if (filters.from !== undefined) ranged = ranged.where('runs.key', '>=', firstKeyOf(filters.from));
  if (filters.to !== undefined) ranged = ranged.where('runs.key', '<', firstKeyOf(filters.to));
  return ranged;
}

function firstKeyOf(instant: string): number {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) throw new StoreError('invalid', `"${instant}" is not a time.`);
  return ms * 1_000;
}
