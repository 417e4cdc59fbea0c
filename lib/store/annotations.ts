import type { StoredEvent } from '@/lib/consensus/events';
import type { Run } from '@/lib/consensus/schema';
import { appendEvents, type LogMemory } from './event-log';
import { abandonedRuns } from './leases';
import { readRun, readEventsOf } from './run-reader';
import { StoreError, toStoreError } from './store-error';
import type { Context } from './tables';

type Stamped = 'seq' | 'atMs';
type Annotation =
  | Omit<Extract<StoredEvent, { type: 'label.set' }>, Stamped>
  | Omit<Extract<StoredEvent, { type: 'label.cleared' }>, Stamped>
  | Omit<Extract<StoredEvent, { type: 'answer.revealed' }>, Stamped>
  | Omit<Extract<StoredEvent, { type: 'run.interrupted' }>, Stamped>;

const ATTEMPTS = 5;

/** Adds an event to a run that nobody is writing, after its last one; two at once are put in turn. */
export async function annotate(
  context: Context,
  memory: LogMemory,
  runId: string,
  annotation: Annotation,
): Promise<Run> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await appendEvents(context, memory, runId, [await stamped(context, runId, annotation)]);
      const run = await readRun(context, runId);
      if (run === null) throw notFound(runId);
      return run;
    } catch (error) {
      const known = toStoreError(error, context.place);
      if (known.code !== 'conflict' || attempt === ATTEMPTS) throw known;
    }
  }
}

async function stamped(context: Context, runId: string, annotation: Annotation): Promise<StoredEvent> {
  const run = await readRun(context, runId);
  if (run === null) throw notFound(runId);
  if (run.status === 'running' && annotation.type !== 'run.interrupted') {
    throw new StoreError('run_open', `Run ${runId} is still under way. Try again when it has ended.`);
  }
  const last = (await readEventsOf(context, runId, run.seq - 1))?.at(-1);
  if (last === undefined) throw notFound(runId);
  return { ...annotation, seq: last.seq + 1, atMs: last.atMs };
}

/** Marks running runs without a process as interrupted. Where another process was quicker, it did it. */
export async function interruptAbandoned(context: Context, memory: LogMemory, at: string): Promise<string[]> {
  const marked: string[] = [];
  for (const runId of await abandonedRuns(context)) {
    try {
      const run = await readRun(context, runId);
      if (run?.status !== 'running') continue;
      await annotate(context, memory, runId, { type: 'run.interrupted', at });
      marked.push(runId);
    } catch (error) {
      if (!(error instanceof StoreError) || !['conflict', 'not_found'].includes(error.code)) throw error;
    }
  }
  return marked;
}

function notFound(runId: string): StoreError {
  return new StoreError('not_found', `There is no run ${runId}.`);
}
