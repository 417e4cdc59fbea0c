import { stringify } from 'csv-stringify/sync';
import { publicRun, type PublicRun } from '@/lib/consensus/public-run';
import { SEATS, type Run, type Seat } from '@/lib/consensus/schema';

/** Without it a spreadsheet reads the file in its own old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

type Cell = string | number | boolean | null | undefined;

const columns: [name: string, value: (run: PublicRun) => Cell][] = [
  ['id', (run) => run.id],
  ['createdAt', (run) => run.createdAt],
  ['completedAt', (run) => run.completedAt],
  ['status', (run) => run.status],
  ['path', (run) => run.path],
  ['reason', (run) => run.reason],
  ['question', (run) => run.question],
  ['finalAnswer', (run) => run.finalAnswer?.text],
  ['held', (run) => run.finalAnswer !== null && 'held' in run.finalAnswer],
  ['finalModel', (run) => run.finalAnswer?.model],
  ['confidence', (run) => run.review?.confidence],
  ['reviewSource', (run) => run.review?.source],
  ['rationale', (run) => run.review?.rationale],
  ['agreement', (run) => run.agreement?.outcome],
  ['conclusion', (run) => run.agreement?.conclusion],
  ['differences', (run) => run.agreement?.differences],
  ['decision', (run) => run.decision?.decision],
  ['decisionReason', (run) => run.decision?.reason],
  ['verification', (run) => run.verification?.status],
  ['answered', (run) => run.candidates.filter(({ status }) => status === 'answered').length],
  ['panelSize', (run) => run.settings.panel.length],
  ['durationMs', (run) => run.durationMs],
  ['promptTokens', (run) => run.totals.promptTokens],
  ['completionTokens', (run) => run.totals.completionTokens],
  ['cost', (run) => run.totals.cost?.amount],
  ['currency', (run) => run.totals.cost?.currency],
  ['labelAnswer', (run) => run.label?.answer],
  ['labelPath', (run) => run.label?.path],
  ['labelNote', (run) => run.label?.note],
  ['labelBy', (run) => run.label?.by],
  ['labelAt', (run) => run.label?.at],
  ['demo', (run) => run.settings.demo],
  ['parentId', (run) => run.parentId],
  ['judge', (run) => run.settings.judge.model],
  ['synthesizer', (run) => run.settings.synthesizer.model],
  ['promptVersions', (run) => JSON.stringify(run.settings.promptVersions)],
  ['agreementRaw', (run) => run.agreement?.raw],
  ['reviewRaw', (run) => run.review?.raw],
  ['votes', (run) => (run.votes.length === 0 ? null : JSON.stringify(run.votes))],
  ...SEATS.flatMap(seatColumns),
];

function seatColumns(seat: Seat): typeof columns {
  const candidate = (run: PublicRun) => run.candidates.find((one) => one.seat === seat);
  return [
    [`model${seat}`, (run) => candidate(run)?.model],
    [`status${seat}`, (run) => candidate(run)?.status],
    [`answer${seat}`, (run) => candidate(run)?.text],
    [`similarity${seat}`, (run) => run.review?.similarity[seat]],
    [`error${seat}`, (run) => candidate(run)?.error?.kind],
  ];
}

/** A table with a head line, one row per run, lines ended by CR LF; first a byte order mark. */
export async function* toCsv(runs: AsyncIterable<Run>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(columns.map(([name]) => name));
  for await (const run of runs) {
    const given = publicRun(run);
    yield line(columns.map(([, value]) => cellText(value(given))));
  }
}

function line(cells: readonly string[]): string {
  return stringify([[...cells]], { record_delimiter: 'windows' });
}

function cellText(cell: Cell): string {
  return cell === null || cell === undefined ? '' : guardFormula(String(cell));
}

/**
 * A cell that a spreadsheet would take for a formula gets an apostrophe before it, which the
 * spreadsheet does not show. A cell that is as a whole a plain number stays a number.
 */
export function guardFormula(cell: string): string {
  const isFormula = /^\s*[=+\-@＝＋－＠]/.test(cell) || /^[\t\r\n]/.test(cell);
  const isNumber = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(cell);
  return isFormula && !isNumber ? `'${cell}` : cell;
}
