import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { foldRun } from '@/lib/consensus/run';
import { openStore } from '@/lib/store/connect';
import type { ListRequest, RunStore } from '@/lib/store/run-store';
import { startPostgres } from './postgres';
import { numbered, runEvents, settings, type RunPlan } from './run-store-fixtures';

const folder = mkdtempSync(join(tmpdir(), 'quorate-store-'));
const postgres = await startPostgres();
let files = 0;
const owner = (host: string) => ({ host, pid: 1, instance: '1' });
const runProgram = promisify(execFile);

const databases = [
  { name: 'SQLite', missing: false, newUrl: async () => `file:${join(folder, `${(files += 1)}.db`)}` },
  {
    name: 'PostgreSQL',
    missing: postgres === null,
    newUrl: async () => (await postgres?.createDatabase()) ?? '',
  },
];

afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databases)('the store on $name', ({ missing, newUrl }) => {
  if (missing) {
    it.skip('did not run: there is no PostgreSQL server to test against', () => undefined);
    return;
  }

  let url: string;
  let store: RunStore;
  beforeEach(async () => {
    url = await newUrl();
    store = await openStore(url, owner('first'));
    return () => store.close();
  });

  const put = (id: string, plan?: RunPlan) => store.append(id, runEvents(id, plan));
  const ids = async (request: ListRequest = {}) => (await store.listRuns(request)).items.map((run) => run.id);
  const allIds = async (request: ListRequest) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await store.listRuns({ ...request, cursor });
      found.push(...page.items.map((run) => run.id));
      cursor = page.nextCursor;
    }
    return found;
  };

  describe('events', () => {
    it('gives back the same events and the run they fold to', async () => {
      const events = runEvents('r1', { answers: ['Blue.', 'Azure.', null] });
      for (const event of events) await store.append('r1', [event]);
      expect(await store.getEvents('r1')).toEqual(events);
      expect(await store.getEvents('r1', 5)).toEqual(events.slice(5));
      expect(await store.getRun('r1')).toEqual(foldRun(events));
    });

    it('gives a run that is under way as far as it has come', async () => {
      const events = runEvents('r1').slice(0, 5);
      await store.append('r1', events);
      expect(await store.getRun('r1')).toEqual(foldRun(events));
      expect((await store.getRun('r1'))?.status).toBe('running');
    });

    it('stores no event twice and leaves no gap', async () => {
      const events = runEvents('r1');
      await store.append('r1', events.slice(0, 4));
      await expect(store.append('r1', events.slice(3, 5))).rejects.toMatchObject({ code: 'conflict' });
      await expect(store.append('r1', events.slice(5, 6))).rejects.toMatchObject({ code: 'conflict' });
      await expect(store.append('r1', events.slice(0, 1))).rejects.toMatchObject({ code: 'conflict' });
      await store.append('r1', events.slice(4));
      expect(await store.getEvents('r1')).toEqual(events);
    });

    it('lets only one of two writers go on with a run', async () => {
      const other = await openStore(url, owner('second'));
      const events = runEvents('r1');
      await store.append('r1', events.slice(0, 4));
      await other.append('r1', events.slice(4, 5));
      await expect(store.append('r1', events.slice(4, 5))).rejects.toMatchObject({ code: 'conflict' });
      await other.close();
      expect(await store.getEvents('r1')).toEqual(events.slice(0, 5));
    });

    it('refuses events of a run that never began', async () => {
      await expect(store.append('r1', runEvents('r1').slice(1, 2))).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await store.getRun('r1')).toBeNull();
      expect(await store.getEvents('r1')).toBeNull();
    });

    it('keeps every character, also U+0000 and emoji', async () => {
      await put('r1', { question: 'a\u0000b 👩‍🚀 北京', answers: ['x\u0000', 'x\u0000', 'x\u0000'] });
      expect(await store.getRun('r1')).toMatchObject({
        question: 'a\u0000b 👩‍🚀 北京',
        finalAnswer: { text: 'x\u0000' },
      });
      expect((await store.listRuns({})).items[0]?.question).toBe('ab 👩‍🚀 北京');
    });

    it('is still all there after it was opened again', async () => {
      await put('r1');
      const before = await store.getRun('r1');
      const again = await openStore(url, owner('second'));
      expect(await again.getRun('r1')).toEqual(before);
      await again.close();
    });
  });

  describe('the list', () => {
    it('shows what a row of the history needs', async () => {
      await put('r1', { answers: ['Blue.', 'Azure.', null], decision: 'warn', confidence: 71 });
      expect((await store.listRuns({})).items).toEqual([
        {
          id: 'r1',
          parentId: null,
          question: 'Which colour has the sky?',
          status: 'completed',
          path: 'synthesis',
          createdAt: '2026-03-01T10:00:00.000Z',
          completedAt: '2026-03-01T10:00:09.000Z',
          durationMs: (await store.getRun('r1'))?.durationMs,
          confidence: 71,
          panelSize: 3,
          answered: 2,
          models: ['alder-1', 'birch-2', 'cedar-3'],
          tokens: 0,
          cost: null,
          decision: 'warn',
          held: false,
          verification: null,
          label: null,
          risk: expect.any(Number),
          demo: false,
        },
      ]);
    });

    it('pages through all runs, newest first, each once, also those of one millisecond', async () => {
      const expected: string[] = [];
      for (let minute = 0; minute < 4; minute += 1) {
        for (const twin of ['a', 'b', 'c']) {
          expected.unshift(`${minute}${twin}`);
          await put(`${minute}${twin}`, { createdAt: `2026-03-01T10:0${minute}:00.000Z` });
        }
      }
      const listed = await allIds({ limit: 5 });
      expect([...listed].sort()).toEqual([...expected].sort());
      expect(listed.map((id) => id[0])).toEqual(expected.map((id) => id[0]));
    });

    it('does not shift a page when a newer run comes in between', async () => {
      for (const minute of [1, 2, 3, 4])
        await put(`r${minute}`, { createdAt: `2026-03-01T10:0${minute}:00.000Z` });
      const first = await store.listRuns({ limit: 2 });
      await put('r5', { createdAt: '2026-03-01T10:05:00.000Z' });
      const second = await store.listRuns({ limit: 2, cursor: first.nextCursor ?? '' });
      expect([...first.items, ...second.items].map((run) => run.id)).toEqual(['r4', 'r3', 'r2', 'r1']);
    });

    it.each(['nonsense', '', Buffer.from('{"key":"1"}').toString('base64url')])(
      'refuses the cursor "%s"',
      async (cursor) => {
        await expect(store.listRuns({ cursor })).rejects.toMatchObject({ code: 'bad_cursor' });
      },
    );

    it('sorts by confidence and duration, the unknown last, page by page', async () => {
      const confidences = { r1: 50, r2: null, r3: 90, r4: 50, r5: null, r6: 10 };
      let minute = 0;
      for (const [id, confidence] of Object.entries(confidences)) {
        await put(id, { confidence, createdAt: `2026-03-01T10:0${(minute += 1)}:00.000Z` });
      }
      expect(await allIds({ sort: 'confidence_desc', limit: 2 })).toEqual([
        'r3',
        'r4',
        'r1',
        'r6',
        'r5',
        'r2',
      ]);
      expect(await allIds({ sort: 'confidence_asc', limit: 2 })).toEqual([
        'r6',
        'r4',
        'r1',
        'r3',
        'r5',
        'r2',
      ]);
      expect(await allIds({ sort: 'duration_asc', limit: 4 })).toHaveLength(6);
      expect(await allIds({ sort: 'duration_desc', limit: 4 })).toHaveLength(6);
    });

    describe('filters', () => {
      beforeEach(async () => {
        await put('exact', { createdAt: '2026-03-01T10:01:00.000Z', confidence: 95 });
        await put('split', {
          createdAt: '2026-03-01T10:02:00.000Z',
          answers: ['Blue.', 'Red.', 'Sky.'],
          confidence: 60,
        });
        await put('fallen', {
          createdAt: '2026-03-01T10:03:00.000Z',
          answers: ['Blue.', 'Red.', null],
          synthesis: 'failed',
          confidence: null,
        });
        await put('stopped', {
          createdAt: '2026-03-01T10:04:00.000Z',
          decision: 'halt',
          confidence: 40,
          models: ['dogwood-4', 'elm-5', 'fir-6'],
        });
        await store.append('open', runEvents('open', { createdAt: '2026-03-01T10:05:00.000Z' }).slice(0, 3));
        await store.setLabel('split', { answer: 'wrong', path: 'unanimous', at: '2026-03-02T00:00:00.000Z' });
      });

      it.each<{ filter: ListRequest; found: string[] }>([
        { filter: {}, found: ['open', 'stopped', 'fallen', 'split', 'exact'] },
        { filter: { path: 'fallback' }, found: ['fallen'] },
        { filter: { path: 'exact' }, found: ['stopped', 'exact'] },
        { filter: { status: 'running' }, found: ['open'] },
        { filter: { status: 'completed', path: 'synthesis' }, found: ['split'] },
        { filter: { model: 'elm-5' }, found: ['stopped'] },
        { filter: { model: 'alder-1', limit: 200 }, found: ['open', 'fallen', 'split', 'exact'] },
        { filter: { model: 'alder' }, found: [] },
        { filter: { label: 'wrong' }, found: ['split'] },
        { filter: { label: 'correct' }, found: [] },
        { filter: { label: 'any' }, found: ['split'] },
        { filter: { label: 'none' }, found: ['open', 'stopped', 'fallen', 'exact'] },
        { filter: { labelPath: 'unanimous' }, found: ['split'] },
        { filter: { decision: 'halt' }, found: ['stopped'] },
        { filter: { minConfidence: 60 }, found: ['split', 'exact'] },
        { filter: { maxConfidence: 60 }, found: ['stopped', 'split'] },
        { filter: { minConfidence: 0, maxConfidence: 100 }, found: ['stopped', 'split', 'exact'] },
        { filter: { partial: true }, found: ['fallen'] },
        { filter: { partial: false, status: 'completed' }, found: ['stopped', 'split', 'exact'] },
        { filter: { demo: true }, found: [] },
        {
          filter: { from: '2026-03-01T10:02:00.000Z', to: '2026-03-01T10:04:00.000Z' },
          found: ['fallen', 'split'],
        },
        { filter: { from: '2026-03-01T19:03:00.000+09:00' }, found: ['open', 'stopped', 'fallen'] },
        { filter: { q: 'sky', model: 'alder-1', minConfidence: 80 }, found: ['exact'] },
        {
          filter: { q: 'sky', sort: 'confidence_asc' },
          found: ['stopped', 'split', 'exact', 'open', 'fallen'],
        },
      ])('$filter', async ({ filter, found }) => {
        expect(await ids(filter)).toEqual(found);
        expect(await allIds({ ...filter, limit: 1 })).toEqual(found);
      });

      it('gives whole runs to the export by the same filters', async () => {
        const exported = [];
        for await (const run of store.eachRun({ path: 'exact' })) exported.push(run);
        expect(exported).toEqual([await store.getRun('stopped'), await store.getRun('exact')]);
      });
    });

    it('exports more runs than fit one page, with and without a search', async () => {
      for (let index = 0; index < 120; index += 1) await put(`r${index}`);
      for (const filters of [{}, { q: 'sky' }, { model: 'birch-2' }]) {
        const exported = new Set<string>();
        for await (const run of store.eachRun(filters)) exported.add(run.id);
        expect(exported.size).toBe(120);
      }
    });
  });

  describe('the search', () => {
    it.each([
      { name: 'takes % as text', texts: ['It is 100% sure', 'It is 100 sure'], q: '100%', found: ['0'] },
      { name: 'takes _ as text', texts: ['the k_v pair', 'the kxv pair'], q: 'k_v', found: ['0'] },
      {
        name: 'finds a Chinese word of two characters',
        texts: ['法国的首都是哪里', '法国的都市'],
        q: '首都',
        found: ['0'],
      },
      {
        name: 'finds a Japanese word of two characters',
        texts: ['日本の首都は東京です', '日本の都市'],
        q: '東京',
        found: ['0'],
      },
      { name: 'finds one character', texts: ['猫が好き', '犬が好き'], q: '猫', found: ['0'] },
      { name: 'does not mind letter case', texts: ['ÜBER den Wolken', 'unter'], q: 'über', found: ['0'] },
      {
        name: 'finds the beginning of the last word',
        texts: ['harbour lights', 'hard light'],
        q: 'harb',
        found: ['0'],
      },
      {
        name: 'takes operators of the databases as text',
        texts: ['cats and dogs', 'cats'],
        q: 'cats AND dogs',
        found: ['0'],
      },
      { name: 'survives quotes and other syntax', texts: ['a "b" c'], q: `"b' OR ("*):*&|!<->`, found: [] },
      { name: 'finds nothing for sentence marks', texts: ['what?'], q: '?!', found: [] },
      { name: 'takes blanks for no search at all', texts: ['what?'], q: '   ', found: ['0'] },
      { name: 'keeps neighbours apart', texts: ['C# code', 'C++ code'], q: 'c++', found: ['1'] },
    ])('$name', async ({ texts, q, found }) => {
      for (const [index, question] of texts.entries()) await put(`${index}`, { question });
      expect(await ids({ q })).toEqual(found);
    });

    it('finds words of the final answer, and of the question while the run is under way', async () => {
      await put('r1', { answers: ['Periwinkle.', 'Periwinkle.', 'Periwinkle.'] });
      await store.append('r2', runEvents('r2', { question: 'What is mauve?' }).slice(0, 2));
      expect(await ids({ q: 'periwinkle' })).toEqual(['r1']);
      expect(await ids({ q: 'mauve' })).toEqual(['r2']);
    });

    it('does not find a held answer by its text until it is revealed', async () => {
      await put('r1', { answers: ['Periwinkle.', 'Periwinkle.', 'Periwinkle.'], decision: 'halt' });
      expect(await ids({ q: 'periwinkle' })).toEqual([]);
      expect(await ids({ q: 'colour' })).toEqual(['r1']);
      await store.reveal('r1', { at: '2026-03-02T00:00:00.000Z', by: 'someone' });
      expect(await ids({ q: 'periwinkle' })).toEqual(['r1']);
    });
  });

  describe('labels', () => {
    const label = (answer: 'correct' | 'wrong') => ({ answer, note: 'seen', at: '2026-03-02T00:00:00.000Z' });

    it('keeps every change and shows the last', async () => {
      await put('r1');
      const before = (await store.getEvents('r1'))?.length ?? 0;
      await store.setLabel('r1', label('wrong'));
      const run = await store.setLabel('r1', { ...label('correct'), path: 'right' });
      expect(run.label).toEqual({ ...label('correct'), path: 'right' });
      expect((await store.listRuns({})).items[0]?.label).toEqual({ answer: 'correct', path: 'right' });
      await store.clearLabel('r1', { at: '2026-03-03T00:00:00.000Z' });
      expect(await store.getRun('r1')).toMatchObject({ label: null, path: 'exact' });
      expect((await store.getEvents('r1'))?.slice(before).map((event) => event.type)).toEqual([
        'label.set',
        'label.set',
        'label.cleared',
      ]);
      expect(await ids({ label: 'any' })).toEqual([]);
    });

    it('takes two labels at once one after the other', async () => {
      await put('r1');
      const before = (await store.getEvents('r1'))?.length ?? 0;
      await Promise.all([store.setLabel('r1', label('wrong')), store.setLabel('r1', label('correct'))]);
      expect(await store.getEvents('r1')).toHaveLength(before + 2);
    });

    it('does not number events of a run that its owner is still numbering', async () => {
      await store.append('r1', runEvents('r1').slice(0, 3));
      await expect(store.setLabel('r1', label('wrong'))).rejects.toMatchObject({ code: 'run_open' });
      await expect(store.setLabel('none', label('wrong'))).rejects.toMatchObject({ code: 'not_found' });
    });

    it('gives the labelled runs to the figures', async () => {
      await put('r1', { answers: ['Blue.', 'Red.', 'Sky.'] });
      await put('r2');
      await store.setLabel('r1', { answer: 'partly', path: 'right', at: '2026-03-02T00:00:00.000Z' });
      const labelled = [];
      for await (const run of store.labelledRuns()) labelled.push(run);
      expect(labelled).toEqual([
        {
          id: 'r1',
          path: 'synthesis',
          agreement: 'disagree',
          confidence: 88,
          label: { answer: 'partly', path: 'right' },
        },
      ]);
    });
  });

  describe('the review queue', () => {
    beforeEach(async () => {
      await put('calm', { createdAt: '2026-03-01T10:01:00.000Z' });
      await put('unsure', { createdAt: '2026-03-01T10:02:00.000Z', confidence: 30 });
      await put('partial', { createdAt: '2026-03-01T10:03:00.000Z', answers: ['Blue.', 'Blue.', null] });
      await put('held', { createdAt: '2026-03-01T10:04:00.000Z', decision: 'halt' });
      await put('unsure2', { createdAt: '2026-03-01T10:05:00.000Z', confidence: 30 });
    });
    const queue = async (limit: number) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await store.reviewQueue(cursor, limit);
        found.push(...page.items.map((run) => run.id));
        if (page.nextCursor === null) return found;
        cursor = page.nextCursor;
      }
    };

    it('begins with the riskiest and leaves out what nobody needs to look at', async () => {
      expect(await queue(10)).toEqual(['held', 'partial', 'unsure2', 'unsure']);
      expect(await queue(1)).toEqual(['held', 'partial', 'unsure2', 'unsure']);
    });

    it('puts labelled runs last and counts the progress', async () => {
      await store.setLabel('held', { answer: 'wrong', at: '2026-03-02T00:00:00.000Z' });
      expect(await queue(1)).toEqual(['partial', 'unsure2', 'unsure', 'held']);
      expect(await store.reviewProgress()).toEqual({ waiting: 3, labelled: 1 });
    });
  });

  describe('deleting', () => {
    it('hides a run everywhere until it is restored', async () => {
      await put('r1');
      const token = await store.createShare('r1', {
        snapshot: {},
        hideModels: false,
        at: '2026-03-01T11:00:00.000Z',
      });
      expect(await store.deleteRun('r1', '2026-03-01T12:00:00.000Z')).toBe(true);
      expect(await store.deleteRun('r1', '2026-03-01T12:00:00.000Z')).toBe(false);
      expect([await store.getRun('r1'), await store.getEvents('r1'), await store.getShare(token)]).toEqual([
        null,
        null,
        null,
      ]);
      expect([await ids(), await ids({ q: 'sky' })]).toEqual([[], []]);
      expect(await store.restoreRun('r1')).toBe(true);
      expect([await ids(), await ids({ q: 'sky' })]).toEqual([['r1'], ['r1']]);
    });

    it('removes for good what was deleted or created long ago, but nothing under way', async () => {
      await put('old', { createdAt: '2026-01-01T00:00:00.000Z' });
      await store.append(
        'old-open',
        runEvents('old-open', { createdAt: '2026-01-01T00:00:00.000Z' }).slice(0, 2),
      );
      await put('deleted');
      await put('deleted-now');
      await put('kept');
      await store.deleteRun('deleted', '2026-03-01T12:00:00.000Z');
      await store.deleteRun('deleted-now', '2026-03-01T13:00:00.000Z');
      const retention = {
        deletedBefore: '2026-03-01T12:30:00.000Z',
        createdBefore: '2026-02-01T00:00:00.000Z',
      };
      expect(await store.purge(retention)).toBe(2);
      expect([await store.restoreRun('deleted'), await store.restoreRun('deleted-now')]).toEqual([
        false,
        true,
      ]);
      expect((await ids({ q: 'sky' })).sort()).toEqual(['deleted-now', 'kept', 'old-open']);
      await put('deleted');
      expect((await ids({ q: 'sky' })).sort()).toEqual(['deleted', 'deleted-now', 'kept', 'old-open']);
    });
  });

  describe('shares', () => {
    it('gives the frozen copy to whoever has the link, until it is revoked', async () => {
      await put('r1');
      const at = '2026-03-01T11:00:00.000Z';
      const token = await store.createShare('r1', {
        snapshot: { id: 'r1', text: 'as it was' },
        hideModels: true,
        at,
      });
      await store.setLabel('r1', { answer: 'wrong', at });
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(await store.getShare(token)).toEqual({ id: 'r1', text: 'as it was' });
      expect(await store.listShares('r1')).toMatchObject([{ runId: 'r1', hideModels: true, createdAt: at }]);
      expect(await store.revokeShares('r1', at)).toBe(1);
      expect(await store.revokeShares('r1', at)).toBe(0);
      expect(await store.getShare(token)).toBeNull();
      expect(await store.listShares('r1')).toEqual([]);
    });

    it('knows no token but those it gave', async () => {
      await put('r1');
      expect(await store.getShare('r1')).toBeNull();
      await expect(
        store.createShare('none', { snapshot: {}, hideModels: false, at: '' }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('several processes', () => {
    let other: RunStore;
    beforeEach(async () => {
      other = await openStore(url, owner('second'));
      return () => other.close();
    });
    const at = '2026-03-01T11:00:00.000Z';

    it('leaves a run alone while its process keeps its claim', async () => {
      await store.append('r1', runEvents('r1').slice(0, 4));
      expect(await other.markInterrupted(at)).toEqual([]);
      await store.heartbeat(10_000);
      expect(await other.markInterrupted(at)).toEqual([]);
    });

    it('marks a run whose process let its claim run out, keeps its parts, and lets it go on', async () => {
      const events = runEvents('r1');
      await store.append('r1', events.slice(0, 5));
      await store.heartbeat(-1);
      expect(await other.markInterrupted(at)).toEqual(['r1']);
      expect(await other.markInterrupted(at)).toEqual([]);
      expect(await other.getRun('r1')).toMatchObject({
        status: 'interrupted',
        candidates: [{ text: 'Blue.' }, {}, {}],
      });
      expect((await other.getEvents('r1'))?.slice(0, 5)).toEqual(events.slice(0, 5));
      await expect(store.append('r1', events.slice(5, 6))).rejects.toMatchObject({ code: 'conflict' });
      await other.append('r1', numbered([{ type: 'run.continued', at }], 7));
      expect(await ids({ status: 'running' })).toEqual(['r1']);
      const [, ...rest] = numbered(events.slice(4), 7);
      await other.append('r1', rest);
      expect((await store.getRun('r1'))?.status).toBe('completed');
    });

    it('carries the wish to stop a run to the process that runs it', async () => {
      await store.append('r1', runEvents('r1').slice(0, 4));
      expect(await store.heartbeat(10_000)).toEqual([]);
      expect(await other.requestCancel('r1')).toBe(true);
      expect(await other.heartbeat(10_000)).toEqual([]);
      expect(await store.heartbeat(10_000)).toEqual(['r1']);
      await store.append('r1', numbered([{ type: 'run.cancelled', completedAt: at }], 5));
      expect(await other.requestCancel('r1')).toBe(false);
      await expect(other.requestCancel('none')).rejects.toMatchObject({ code: 'not_found' });
    });

    it('shows a run of one process in another as it happens', async () => {
      const events = runEvents('r1');
      await store.append('r1', events.slice(0, 3));
      await store.writeTexts('r1', [{ slot: 'A', text: 'Bl', reasoning: 'hm' }]);
      const seen: unknown[] = [];
      for await (const news of other.follow('r1', 1, new AbortController().signal)) {
        seen.push(news.kind === 'event' ? news.event.seq : news.texts);
        if (news.kind === 'texts') await store.append('r1', events.slice(3));
      }
      const first = [2, 3, [{ slot: 'A', text: 'Bl', reasoning: 'hm' }]];
      expect(seen).toEqual([...first, ...events.slice(3).map((event) => event.seq)]);
      expect(await other.getTexts('r1')).toEqual([]);
    });

    it('stops following when asked to', async () => {
      await store.append('r1', runEvents('r1').slice(0, 2));
      const leaving = new AbortController();
      const news = other.follow('r1', 0, leaving.signal);
      expect((await news.next()).done).toBe(false);
      leaving.abort();
      expect((await news.return(undefined)).done).toBe(true);
      await expect(other.follow('none', 0, leaving.signal).next()).resolves.toMatchObject({ done: true });
      await expect(other.follow('none', 0, new AbortController().signal).next()).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('can be opened for the first time by two processes at once', async () => {
      const fresh = await newUrl();
      const migrate = () =>
        runProgram('npx', ['tsx', 'scripts/migrate.ts'], { env: { ...process.env, DATABASE_URL: fresh } });
      const outputs = (await Promise.all([migrate(), migrate()])).map(({ stdout }) => stdout);
      expect(outputs.filter((text) => text.includes('brought up to schema'))).toHaveLength(1);
      expect(outputs.filter((text) => text.includes('up to date'))).toHaveLength(1);
    });
  });

  it('remembers what was learned about a model', async () => {
    expect(await store.getLearned('main', 'alder-1')).toBeNull();
    await store.putLearned('main', 'alder-1', { json: 'none' });
    await store.putLearned('main', 'alder-1', { json: 'object' });
    expect(await store.getLearned('main', 'alder-1')).toEqual({ json: 'object' });
  });

  it('lists the models of a panel where one sits twice', async () => {
    await put('r1', { models: ['alder-1', 'alder-1', 'birch-2'] });
    expect((await store.listRuns({ model: 'alder-1' })).items[0]?.models).toEqual(['alder-1', 'birch-2']);
    expect((await store.getRun('r1'))?.settings).toEqual(settings(['alder-1', 'alder-1', 'birch-2']));
  });
});
