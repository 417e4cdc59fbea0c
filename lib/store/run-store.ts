import type { StoredEvent } from '@/lib/consensus/events';
import type { Decision, Label, Path, Run, RunStatus, Verification } from '@/lib/consensus/schema';

export interface RunFilters {
  /** Words that must all stand in the question or the final answer; `%` and `_` are text. */
  q?: string | undefined;
  path?: Path | undefined;
  status?: RunStatus | undefined;
  /** A model that sat on the panel, by its exact name. */
  model?: string | undefined;
  /** An answer label, or whether there is any label. */
  label?: NonNullable<Label['answer']> | 'any' | 'none' | undefined;
  labelPath?: NonNullable<Label['path']> | undefined;
  decision?: Decision['decision'] | undefined;
  verification?: Verification['status'] | undefined;
  /** 0 to 100, both ends included; runs without a confidence match neither. */
  minConfidence?: number | undefined;
  maxConfidence?: number | undefined;
  /** True: some member did not answer. */
  partial?: boolean | undefined;
  /** Instants (ISO) of creation: `from` included, `to` not. The caller knows the reader's days. */
  from?: string | undefined;
  to?: string | undefined;
  demo?: boolean | undefined;
}

export type RunSort = 'created' | 'confidence_asc' | 'confidence_desc' | 'duration_asc' | 'duration_desc';

export interface ListRequest extends RunFilters {
  /** Default `created`, newest first. Runs without the value come last, whatever the direction. */
  sort?: RunSort | undefined;
  cursor?: string | undefined;
  /** 1 to 200, default 50. */
  limit?: number | undefined;
}

/** A row of the history table. `question` is cut at 300 code points. */
export interface RunSummary {
  id: string;
  parentId: string | null;
  question: string;
  status: RunStatus;
  path: Path | null;
  createdAt: string;
  completedAt: string | null;
  durationMs: number | null;
  confidence: number | null;
  panelSize: number;
  answered: number;
  models: string[];
  tokens: number;
  cost: Run['totals']['cost'];
  decision: Decision['decision'] | null;
  held: boolean;
  verification: Verification['status'] | null;
  label: Pick<Label, 'answer' | 'path'> | null;
  /** See `reviewRisk`. */
  risk: number;
  demo: boolean;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface ReviewProgress {
  /** Runs with a risk and no label, counted up to 10,000. */
  waiting: number;
  /** Runs with a label, counted up to 10,000. */
  labelled: number;
}

export interface Share {
  tokenHash: string;
  runId: string;
  hideModels: boolean;
  createdAt: string;
}

/** What the figures about the judge are computed from. */
export interface LabelledRun {
  id: string;
  path: Path | null;
  agreement: NonNullable<Run['agreement']>['outcome'] | null;
  confidence: number | null;
  label: Pick<Label, 'answer' | 'path'>;
}

export interface OpenText {
  slot: string;
  text: string;
  reasoning: string;
}

/** What someone following a run in another process sees; `texts` are whole, not pieces. */
export type Followed = { kind: 'event'; event: StoredEvent } | { kind: 'texts'; texts: OpenText[] };

export interface Retention {
  /** Deleted runs can be had back until this instant (ISO). */
  deletedBefore: string;
  /** Runs created before this instant go for good; absent: none. */
  createdBefore?: string | undefined;
}

/**
 * All that is kept. Every method throws StoreError and nothing else. Unknown and deleted runs are
 * null where a run is returned, and `not_found` where something is to be done to one.
 */
export interface RunStore {
  readonly kind: 'sqlite' | 'postgres';
  /** True when several processes may work on this store: texts so far must be written for the others. */
  readonly isShared: boolean;

  /**
   * Stores events, all or none. The first of a run must be `run.started`. Numbers must follow the
   * stored ones, else `conflict`: nothing is ever stored twice.
   */
  append(runId: string, events: readonly StoredEvent[]): Promise<void>;
  getRun(runId: string): Promise<Run | null>;
  /** Stored events with a number above `afterSeq` (default 0), in order. Null: no such run. */
  getEvents(runId: string, afterSeq?: number): Promise<StoredEvent[] | null>;
  listRuns(request: ListRequest): Promise<Page<RunSummary>>;
  /** Whole runs, newest first, read in small pages: memory does not grow with their number. */
  eachRun(filters: RunFilters): AsyncGenerator<Run>;
  /** Unlabelled runs first, then by falling risk, then newest first. */
  reviewQueue(cursor?: string, limit?: number): Promise<Page<RunSummary>>;
  reviewProgress(): Promise<ReviewProgress>;
  labelledRuns(): AsyncGenerator<LabelledRun>;

  /** These three answer `run_open` while the run is under way: its owner numbers the events then. */
  setLabel(runId: string, label: Label): Promise<Run>;
  clearLabel(runId: string, cleared: { at: string; by?: string | undefined }): Promise<Run>;
  reveal(runId: string, revealed: { at: string; by: string }): Promise<Run>;

  /** Hides a run; `restoreRun` brings it back until it is purged. False: there was none to hide. */
  deleteRun(runId: string, at: string): Promise<boolean>;
  restoreRun(runId: string): Promise<boolean>;
  /** Removes for good and returns how many runs; running ones stay. */
  purge(retention: Retention): Promise<number>;

  /** A frozen copy under a fresh token, which is given once and kept only as a hash. */
  createShare(runId: string, share: { snapshot: unknown; hideModels: boolean; at: string }): Promise<string>;
  /** The copy behind a token. Null: unknown, revoked, or the run was deleted. */
  getShare(token: string): Promise<unknown>;
  listShares(runId: string): Promise<Share[]>;
  /** Revokes every link to the run and returns how many there were. */
  revokeShares(runId: string, at: string): Promise<number>;

  /** Keeps this process's claim on its running runs, and returns those that someone asked to stop. */
  heartbeat(leaseMs: number): Promise<string[]>;
  /** Marks running runs whose process is gone as interrupted (at `at`, ISO) and returns their ids. */
  markInterrupted(at: string): Promise<string[]>;
  /** Asks the process that runs it to stop a run. False: it is not running. */
  requestCancel(runId: string): Promise<boolean>;
  writeTexts(runId: string, texts: readonly OpenText[]): Promise<void>;
  getTexts(runId: string): Promise<OpenText[]>;
  /** Follows a run that another process works on, until it is no longer running or `signal` aborts. */
  follow(runId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<Followed>;

  /** What was learned about an endpoint's model, as JSON. */
  getLearned(endpoint: string, model: string): Promise<unknown>;
  putLearned(endpoint: string, model: string, learned: unknown): Promise<void>;

  close(): Promise<void>;
}
