import { sql } from 'kysely';
import type { Run } from '@/lib/consensus/schema';
import { decodeCursor, encodeCursor, type Cursor } from './cursor';
import { CACHE_VERSION, foldedRun } from './run-reader';
import type { ListRequest, Page, RunFilters, RunSort, RunSummary } from './run-store';
import { filteredRuns, leadingKey, type RunQuery } from './run-filters';
import { summaryOf } from './run-row';
import type { Context, DatabaseKind, RunRow } from './tables';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const EXPORT_PAGE = 50;

export const runColumns = [
  'runs.key',
  'id',
  'parent_id',
  'question',
  'status',
  'path',
  'created_at',
  'completed_at',
  'duration_ms',
  'confidence',
  'panel_size',
  'answered',
  'partial',
  'models',
  'tokens',
  'cost_amount',
  'cost_currency',
  'agreement',
  'verification',
  'decision',
  'held',
  'label_answer',
  'label_path',
  'labelled',
  'risk',
  'demo',
] as const;

const sortColumns = {
  confidence_asc: { column: 'confidence', direction: 'asc' },
  confidence_desc: { column: 'confidence', direction: 'desc' },
  duration_asc: { column: 'duration_ms', direction: 'asc' },
  duration_desc: { column: 'duration_ms', direction: 'desc' },
} as const;

/** One page of the history. */
export async function listRuns(context: Context, request: ListRequest): Promise<Page<RunSummary>> {
  const sort = request.sort ?? 'created';
  const limit = Math.min(Math.max(request.limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  const cursor = request.cursor === undefined ? undefined : decodeCursor(request.cursor, sort);
  const rows = await pageOf(context, request, sort, cursor, limit + 1);
  return toPage(rows, limit, (row) => encodeCursor({ sort, value: sortValue(row, sort), key: row.key }));
}

export function toPage(
  rows: readonly RunRow[],
  limit: number,
  cursorOf: (row: RunRow) => string,
): Page<RunSummary> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(summaryOf),
    nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  };
}

function sortValue(row: RunRow, sort: RunSort): number | null {
  return sort === 'created' ? null : row[sortColumns[sort].column];
}

async function pageOf(
  context: Context,
  filters: RunFilters,
  sort: RunSort,
  cursor: Cursor | undefined,
  count: number,
): Promise<RunRow[]> {
  const query = filteredRuns(context.db, context.kind, filters);
  if (query === null) return [];
  if (sort === 'created') return newestFirst(query, filters, context.kind, cursor?.key, count);
  const { column, direction } = sortColumns[sort];
  const valued = cursor?.value === null ? [] : await byValue(query, column, direction, cursor, count);
  if (valued.length === count) return valued;
  const after = cursor?.value === null ? cursor.key : undefined;
  const rest = query.where(column, 'is', null);
  return [...valued, ...(await newestFirst(rest, filters, context.kind, after, count - valued.length))];
}

async function newestFirst(
  query: RunQuery,
  filters: RunFilters,
  kind: DatabaseKind,
  before: number | undefined,
  count: number,
): Promise<RunRow[]> {
  const key = leadingKey(filters, kind);
  const paged = before === undefined ? query : query.where(sql<boolean>`${key} < ${before}`);
  return paged
    .select(runColumns)
    .orderBy(sql`${key} desc`)
    .limit(count)
    .execute();
}

function byValue(
  query: RunQuery,
  column: 'confidence' | 'duration_ms',
  direction: 'asc' | 'desc',
  cursor: Cursor | undefined,
  count: number,
): Promise<RunRow[]> {
  const beyond = direction === 'asc' ? '>' : '<';
  const valued = query.where(column, 'is not', null);
  const paged =
    cursor === undefined || cursor.value === null
      ? valued
      : valued.where(({ eb, refTuple, tuple }) =>
          direction === 'desc'
            ? eb(refTuple(column, 'runs.key'), beyond, tuple(cursor.value ?? 0, cursor.key))
            : eb.or([
                eb(column, beyond, cursor.value),
                eb.and([eb(column, '=', cursor.value), eb('runs.key', '<', cursor.key)]),
              ]),
        );
  return paged
    .select(runColumns)
    .orderBy(column, direction)
    .orderBy('runs.key', 'desc')
    .limit(count)
    .execute();
}

/** Whole runs, newest first, in pages, so that neither memory nor a lock grows with their number. */
export async function* eachRun(context: Context, filters: RunFilters): AsyncGenerator<Run> {
  let before: number | undefined;
  for (;;) {
    const query = filteredRuns(context.db, context.kind, filters);
    if (query === null) return;
    const key = leadingKey(filters, context.kind);
    const rows = await (before === undefined ? query : query.where(sql<boolean>`${key} < ${before}`))
      .leftJoin('run_cache', (join) =>
        join.onRef('run_cache.run_key', '=', 'runs.key').on('version', '=', CACHE_VERSION),
      )
      .select(['runs.key', 'status', 'json'])
      .orderBy(sql`${key} desc`)
      .limit(EXPORT_PAGE)
      .execute();
    for (const row of rows) yield await foldedRun(context.db, row);
    before = rows.at(-1)?.key;
    if (rows.length < EXPORT_PAGE) return;
  }
}
