import { describe, expect, it, vi } from 'vitest';
import type { RunEvent, StoredEvent } from '@/lib/consensus/events';
import { record } from './record';
import type { OpenText } from './run-store';

function memory(isShared: boolean) {
  const stored: StoredEvent[] = [];
  const written: OpenText[][] = [];
  return {
    stored,
    written,
    isShared,
    append: async (_: string, events: readonly StoredEvent[]) => void stored.push(...events),
    writeTexts: async (_: string, texts: readonly OpenText[]) => void written.push([...texts]),
  };
}

const events: RunEvent[] = [
  { type: 'candidate.started', seq: 1, atMs: 0, seat: 'A' },
  { type: 'candidate.delta', atMs: 1, seat: 'A', text: 'Bl' },
  { type: 'candidate.delta', atMs: 2, seat: 'A', text: 'ue', reasoning: 'hm' },
  { type: 'agreement.started', seq: 2, atMs: 3 },
];

async function* replay(): AsyncGenerator<RunEvent> {
  yield* events;
}

describe('record', () => {
  it('stores each event before it is passed on, and no deltas', async () => {
    const store = memory(false);
    const passed: RunEvent[] = [];
    for await (const event of record('r1', replay(), store)) {
      passed.push(event);
      if ('seq' in event) expect(store.stored.at(-1)).toBe(event);
    }
    expect(passed).toEqual(events);
    expect(store.stored.map((event) => event.seq)).toEqual([1, 2]);
    expect(store.written).toEqual([]);
  });

  it('passes nothing on that could not be stored', async () => {
    const store = { ...memory(false), append: () => Promise.reject(new Error('full')) };
    await expect(record('r1', replay(), store).next()).rejects.toThrow('full');
  });

  it('writes the texts so far once a second where others may look on', async () => {
    vi.useFakeTimers();
    const store = memory(true);
    const recorded = record('r1', replay(), store);
    for (let passed = 0; passed < 3; passed += 1) await recorded.next();
    expect(store.written).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.written).toEqual([[{ slot: 'A', text: 'Blue', reasoning: 'hm' }]]);
    await recorded.return(undefined);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
