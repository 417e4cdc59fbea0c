import type { Kysely } from 'kysely';
import type { DatabaseKind, Tables } from '@/lib/store/tables';
import { createRuns } from './0001-runs';

export interface Migration {
  number: number;
  name: string;
  up(db: Kysely<Tables>, kind: DatabaseKind): Promise<void>;
}

/** In order, numbered from 1 without gaps. One that was ever released is never changed. */
export const migrations: readonly Migration[] = [{ number: 1, name: 'runs', up: createRuns }];
