import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readObject } from '@/lib/consensus/judge-reply';

const replySchema = z.object({
  id: z.string(),
  raw: z.string(),
  kind: z.enum(['bare', 'fenced', 'broken']),
  /** What a lenient search for the last "answer" field finds; null: it finds none. */
  extracted: z.string().nullable(),
});
type RecordedReply = z.infer<typeof replySchema>;

interface Share {
  read: number;
  of: number;
  percent: number;
}

export interface JudgeReplyFigures {
  bare: Share;
  fenced: Share;
  /** Of the broken replies, those with an answer field at all: an upper bound for whole objects. */
  brokenWithAnswer: Share;
  /** Replies read as another answer than the lenient search found: to be looked at by eye. */
  misread: string[];
  unread: { id: string; why: string }[];
  /** Free-text judge replies that hold no object, and how many were taken for one all the same. */
  freeText: { replies: number; takenForObject: number };
  charsPerMs: number;
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => schema.parse(JSON.parse(line)));
}

/** The search works on the raw text, so escapes and outer blanks are folded away before comparing. */
const folded = (text: string): string =>
  text
    .replace(/\\[nt]|\s/g, '')
    .replaceAll('\\', '')
    .trim();

/** The search stops at an escaped quotation mark and finds a template's `___`: neither is our misreading. */
function isSameAnswer(answer: unknown, extracted: string): boolean {
  if (/^_+$/.test(extracted)) return true;
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return (
    folded(text) === folded(extracted) ||
    (text.includes('"') && folded(text).startsWith(`"${folded(extracted)}`))
  );
}

function share(replies: RecordedReply[], isRead: (reply: RecordedReply) => boolean): Share {
  const read = replies.filter(isRead).length;
  const percent = replies.length === 0 ? 100 : Math.round((read / replies.length) * 1_000) / 10;
  return { read, of: replies.length, percent };
}

/**
 * Reads every recorded reply of `json-replies.jsonl` and `judge-raw.jsonl` in `dataDir` and counts
 * what was read, refused and read otherwise than recorded.
 */
export function measureJudgeReplies(dataDir: string): JudgeReplyFigures {
  const replies = readLines(join(dataDir, 'json-replies.jsonl'), replySchema);
  const started = performance.now();
  const readings = new Map(replies.map((reply) => [reply.id, readObject(reply.raw)]));
  const tookMs = performance.now() - started;
  const isRead = ({ id }: RecordedReply): boolean => readings.get(id)?.ok === true;
  const ofKind = (kind: RecordedReply['kind']): RecordedReply[] =>
    replies.filter((reply) => reply.kind === kind);
  const free = readLines(join(dataDir, 'judge-raw.jsonl'), z.object({ raw: z.string() }));
  return {
    bare: share(ofKind('bare'), isRead),
    fenced: share(ofKind('fenced'), isRead),
    brokenWithAnswer: share(
      ofKind('broken').filter(({ extracted }) => extracted !== null),
      isRead,
    ),
    misread: replies.flatMap(({ id, extracted }) => {
      const reading = readings.get(id);
      const isMisread = reading?.ok && !isSameAnswer(reading.value['answer'] ?? null, extracted ?? 'null');
      return isMisread ? [id] : [];
    }),
    unread: replies.flatMap(({ id }) => {
      const reading = readings.get(id);
      return reading && !reading.ok ? [{ id, why: reading.why }] : [];
    }),
    freeText: { replies: free.length, takenForObject: free.filter(({ raw }) => readObject(raw).ok).length },
    charsPerMs: Math.round(replies.reduce((sum, { raw }) => sum + raw.length, 0) / tookMs),
  };
}
