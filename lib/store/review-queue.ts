import { sql } from 'kysely';
import { z } from 'zod';
import { agreementSchema, pathSchema } from '@/lib/consensus/schema';
import { decodeCursor, encodeCursor } from './cursor';
import { labelOf } from './run-row';
import { runColumns, toPage } from './run-list';
import type { LabelledRun, Page, ReviewProgress, RunSummary } from './run-store';
import type { Context } from './tables';

const COUNT_LIMIT = 10_000;
const LABELLED_PAGE = 500;
/** Above any risk: puts labelled runs behind all others in one descending number. */
const LABELLED_STEP = 100_000;

/** Runs that a person should look at: unlabelled first, then by falling risk, then newest first. */
export async function reviewQueue(
  { db }: Context,
  cursor: string | undefined,
  limit: number,
): Promise<Page<RunSummary>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, 'review');
  let query = db
    .selectFrom('runs')
    .select(runColumns)
    .where('risk', '>', sql.lit(0))
    .where('deleted_at', 'is', null)
    .orderBy('labelled')
    .orderBy('risk', 'desc')
    .orderBy('runs.key', 'desc')
    .limit(limit + 1);
  if (after !== undefined) {
    const { labelled, risk } = place(after.value ?? 0);
    query = query.where(({ eb, and, or, refTuple, tuple }) =>
      or([
        eb('labelled', '>', labelled),
        and([eb('labelled', '=', labelled), eb(refTuple('risk', 'runs.key'), '<', tuple(risk, after.key))]),
      ]),
    );
  }
  const rows = await query.execute();
  return toPage(rows, limit, (row) =>
    encodeCursor({ sort: 'review', value: row.labelled * LABELLED_STEP + row.risk, key: row.key }),
  );
}

function place(value: number): { labelled: number; risk: number } {
  return { labelled: Math.floor(value / LABELLED_STEP), risk: value % LABELLED_STEP };
}

export async function reviewProgress({ db }: Context): Promise<ReviewProgress> {
  const alive = db.selectFrom('runs').select('runs.key').where('deleted_at', 'is', null).limit(COUNT_LIMIT);
  const waiting = alive.where('risk', '>', sql.lit(0)).where('labelled', '=', 0);
  const labelled = alive.where('labelled', '=', sql.lit(1));
  const counted = await db
    .selectNoFrom((eb) => [
      eb.selectFrom(waiting.as('w')).select(eb.fn.countAll<number>().as('n')).as('waiting'),
      eb.selectFrom(labelled.as('l')).select(eb.fn.countAll<number>().as('n')).as('labelled'),
    ])
    .executeTakeFirstOrThrow();
  return { waiting: counted.waiting ?? 0, labelled: counted.labelled ?? 0 };
}

const outcomeSchema = z.nullable(agreementSchema.shape.outcome);

/** Every labelled run's few facts, newest first, in pages. */
export async function* labelledRuns({ db }: Context): AsyncGenerator<LabelledRun> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom('runs')
      .select(['key', 'id', 'path', 'agreement', 'confidence', 'labelled', 'label_answer', 'label_path'])
      .where('labelled', '=', sql.lit(1))
      .where('deleted_at', 'is', null)
      .where('key', '<', before)
      .orderBy('key', 'desc')
      .limit(LABELLED_PAGE)
      .execute();
    for (const row of rows) {
      const path = pathSchema.nullable().parse(row.path);
      const agreement = outcomeSchema.parse(row.agreement);
      yield { id: row.id, path, agreement, confidence: row.confidence, label: labelOf(row) ?? {} };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < LABELLED_PAGE) return;
    before = last.key;
  }
}
