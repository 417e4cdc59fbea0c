import { sql, type Kysely, type RawBuilder } from 'kysely';
import { searchQuery, searchTerms, type QueryTerm } from './search-text';
import type { DatabaseKind, Tables } from './tables';

/** Puts the texts of a run into the search index, in place of what stood there for it. */
export async function indexTexts(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  key: number,
  texts: readonly string[],
  isNew: boolean,
): Promise<void> {
  const terms = searchTerms(texts);
  if (kind === 'postgres') {
    const document = sql`array_to_tsvector(${terms}::text[])`;
    await sql`insert into run_search (key, document) values (${key}, ${document})
      on conflict (key) do update set document = excluded.document`.execute(db);
    return;
  }
  if (!isNew) await sql`delete from run_search where rowid = ${key}`.execute(db);
  await sql`insert into run_search (rowid, terms) values (${key}, ${terms.join(' ')})`.execute(db);
}

export async function removeTexts(
  db: Kysely<Tables>,
  kind: DatabaseKind,
  keys: readonly number[],
): Promise<void> {
  // On PostgreSQL the rows go with their runs; a virtual table cannot refer to another.
  if (kind === 'postgres' || keys.length === 0) return;
  await sql`delete from run_search where rowid in (${sql.join(keys)})`.execute(db);
}

/** The condition on `run_search` that a query means; null when nothing can match it. */
export function searchCondition(kind: DatabaseKind, query: string): RawBuilder<boolean> | null {
  const terms = searchQuery(query);
  if (terms.length === 0) return null;
  if (kind === 'sqlite') return sql<boolean>`run_search match ${terms.map(ftsTerm).join(' AND ')}`;
  return sql<boolean>`run_search.document @@ ${terms.map(tsTerm).join(' & ')}::tsquery`;
}

function ftsTerm({ term, prefix }: QueryTerm): string {
  return prefix ? `${term}*` : term;
}

function tsTerm({ term, prefix }: QueryTerm): string {
  return prefix ? `'${term}':*` : `'${term}'`;
}
