import { isDelta, type DeltaEvent, type RunEvent } from '@/lib/consensus/events';
import type { OpenText, RunStore } from './run-store';

const WRITE_TEXTS_MS = 1_000;

/**
 * Passes a run's events on, each stored first, so that what was shown was stored. Where several
 * processes share the store, the texts so far are written once a second for the others.
 */
export async function* record(
  runId: string,
  events: AsyncIterable<RunEvent>,
  store: Pick<RunStore, 'append' | 'isShared' | 'writeTexts'>,
): AsyncGenerator<RunEvent> {
  const texts = openTexts((changed) => store.writeTexts(runId, changed));
  try {
    for await (const event of events) {
      if (!isDelta(event)) await store.append(runId, [event]);
      else if (store.isShared) texts.add(event);
      yield event;
    }
  } finally {
    texts.stop();
  }
}

function openTexts(write: (changed: OpenText[]) => Promise<void>) {
  const bySlot = new Map<string, OpenText>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const texts = [...changed].flatMap((slot) => bySlot.get(slot) ?? []);
    changed.clear();
    // A joiner sees a text a second late, no more: losing one write must not end the run.
    write(texts).catch(() => undefined);
  };
  return {
    add(delta: DeltaEvent) {
      const slot = delta.type === 'candidate.delta' ? delta.seat : 'synthesis';
      const before = bySlot.get(slot) ?? { slot, text: '', reasoning: '' };
      const text = before.text + (delta.text ?? '');
      bySlot.set(slot, { slot, text, reasoning: before.reasoning + (delta.reasoning ?? '') });
      changed.add(slot);
      timer ??= setTimeout(flush, WRITE_TEXTS_MS);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
