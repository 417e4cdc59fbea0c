import { z } from 'zod';
import { StoreError } from './store-error';

const cursorSchema = z.object({ sort: z.string(), value: z.number().nullable(), key: z.number().int() });
/** Where a page ended: the sort value and key of its last row. Opaque to everyone outside the store. */
export type Cursor = z.infer<typeof cursorSchema>;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Throws `bad_cursor` for anything that this list in this order did not give out. */
export function decodeCursor(text: string, sort: string): Cursor {
  const parsed = cursorSchema.safeParse(parse(Buffer.from(text, 'base64url').toString()));
  if (parsed.success && parsed.data.sort === sort) return parsed.data;
  throw new StoreError(
    'bad_cursor',
    'This cursor does not belong to this list. Start again from the first page.',
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
