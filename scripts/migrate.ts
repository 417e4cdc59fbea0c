import { openDatabase } from '@/lib/store/connect';
import { StoreError } from '@/lib/store/store-error';

const url = process.env.DATABASE_URL ?? 'file:./data/quorate.db';

try {
  const { context, applied } = await openDatabase(url);
  await context.db.destroy();
  const what = applied.length === 0 ? 'is up to date' : `was brought up to schema ${applied.at(-1) ?? ''}`;
  console.log(`The database ${context.place} ${what}.`);
} catch (error) {
  if (!(error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
