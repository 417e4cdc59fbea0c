import type { Context } from './tables';

export async function getLearned({ db }: Context, endpoint: string, model: string): Promise<unknown> {
  const row = await db
    .selectFrom('learned_parameters')
    .select('json')
    .where('endpoint', '=', endpoint)
    .where('model', '=', model)
    .executeTakeFirst();
  return row === undefined ? null : JSON.parse(row.json);
}

export async function putLearned(
  { db }: Context,
  endpoint: string,
  model: string,
  learned: unknown,
): Promise<void> {
  const json = JSON.stringify(learned);
  await db
    .insertInto('learned_parameters')
    .values({ endpoint, model, json })
    .onConflict((conflict) => conflict.columns(['endpoint', 'model']).doUpdateSet({ json }))
    .execute();
}
