import { annotate, interruptAbandoned } from './annotations';
import { appendEvents, newLogMemory } from './event-log';
import { followRun, readTexts, writeTexts } from './follow';
import { getLearned, putLearned } from './learned-parameters';
import { renewLeases, requestCancel } from './leases';
import { deleteRun, purge, restoreRun } from './retention';
import { labelledRuns, reviewProgress, reviewQueue } from './review-queue';
import { eachRun, listRuns } from './run-list';
import { readEventsOf, readRun } from './run-reader';
import type { RunStore } from './run-store';
import { createShare, getShare, listShares, revokeShares } from './shares';
import { toStoreError } from './store-error';
import type { Context } from './tables';

const QUEUE_PAGE = 50;

/** The store over an open, migrated database of either kind. */
export function sqlRunStore(context: Context): RunStore {
  const memory = newLogMemory(context.db);
  const told = <T>(work: Promise<T>) => toldPromise(work, context.place);
  const toldEach = <T>(items: AsyncGenerator<T>) => toldGenerator(items, context.place);
  return {
    kind: context.kind,
    isShared: context.kind === 'postgres',
    append: (runId, events) => told(appendEvents(context, memory, runId, events)),
    getRun: (runId) => told(readRun(context, runId)),
    getEvents: (runId, afterSeq = 0) => told(readEventsOf(context, runId, afterSeq)),
    listRuns: (request) => told(listRuns(context, request)),
    eachRun: (filters) => toldEach(eachRun(context, filters)),
    reviewQueue: (cursor, limit = QUEUE_PAGE) => told(reviewQueue(context, cursor, limit)),
    reviewProgress: () => told(reviewProgress(context)),
    labelledRuns: () => toldEach(labelledRuns(context)),
    setLabel: (runId, label) => told(annotate(context, memory, runId, { type: 'label.set', label })),
    clearLabel: (runId, { at, by }) =>
      told(
        annotate(context, memory, runId, { type: 'label.cleared', at, ...(by === undefined ? {} : { by }) }),
      ),
    reveal: (runId, revealed) =>
      told(annotate(context, memory, runId, { type: 'answer.revealed', ...revealed })),
    deleteRun: (runId, at) => told(deleteRun(context, runId, at)),
    restoreRun: (runId) => told(restoreRun(context, runId)),
    purge: (retention) => told(purge(context, retention)),
    createShare: (runId, share) => told(createShare(context, runId, share)),
    getShare: (token) => told(getShare(context, token)),
    listShares: (runId) => told(listShares(context, runId)),
    revokeShares: (runId, at) => told(revokeShares(context, runId, at)),
    heartbeat: (leaseMs) => told(renewLeases(context, leaseMs)),
    markInterrupted: (at) => told(interruptAbandoned(context, memory, at)),
    requestCancel: (runId) => told(requestCancel(context, runId)),
    writeTexts: (runId, texts) => told(writeTexts(context, runId, texts)),
    getTexts: (runId) => told(readTexts(context, runId)),
    follow: (runId, afterSeq, signal) => toldEach(followRun(context, runId, afterSeq, signal)),
    getLearned: (endpoint, model) => told(getLearned(context, endpoint, model)),
    putLearned: (endpoint, model, learned) => told(putLearned(context, endpoint, model, learned)),
    close: () => told(context.db.destroy()),
  };
}

async function toldPromise<T>(work: Promise<T>, place: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toStoreError(error, place);
  }
}

async function* toldGenerator<T>(items: AsyncGenerator<T>, place: string): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw toStoreError(error, place);
  }
}
