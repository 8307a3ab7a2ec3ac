import { describe, expect, it } from 'vitest';
import type { IndexEvent } from '../../../../../src/core/engine/session/index-events';
import { createCommitBuffer } from '../../../../../src/core/engine/model-index/run/commit-buffer';
import { OpenCollection } from '../../../../../src/core/engine/collections/open-collection';
import type { TableUse } from '../../../../../src/core/derivation/table-use';
import type { CommunityReportRow } from '../../../../../src/core/tables/tables';
import { testEnv, collect, testClock, textFile } from '../../../../helpers/engine-env';
import { createEngine } from '../../../../../src/core/engine/engine';
import type { TableChange } from '../../../../../src/core/ports/collections';
import { memoryStorage } from '../../../../helpers/memory-storage';
import { naming } from '../../../../helpers/naming-model';
import { scriptedModel } from '../../../../helpers/scripted-model';

const STEP: TableUse = { name: 'made up', reads: [], writes: ['extractions', 'community_reports'] };

/** A collection that takes so many milliseconds for each commit, by a clock that only moves when something happens. */
async function begin(milliseconds: number) {
  const clock = { time: 0, now: () => clock.time, yield: async () => undefined };
  const env = testEnv({ clock });
  const record = await env.collections.create('Reports');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.store.load();
  const commit = open.store.commit.bind(open.store);
  open.store.commit = async (build) => {
    clock.time += milliseconds;
    await commit(build);
  };
  const events: IndexEvent[] = [];
  return { run: { open, env, emit: (event: IndexEvent) => void events.push(event) }, clock, events };
}

describe('What a run found', () => {
  it('is committed together, three seconds after the last time at the earliest', async () => {
    const { run, clock } = await begin(10);
    const commits: (readonly number[])[] = [];
    const found = createCommitBuffer<number>(run, STEP, (items) => {
      commits.push(items);
      return {};
    });
    for (let item = 0; item < 8; item++) {
      clock.time += 1000;
      found.add(item);
      await found.commitIfDue();
    }
    await found.commit();
    await found.commit();
    expect(commits).toEqual([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7],
    ]);
  });

  it('is committed the more seldom the longer that takes, so that a run does little else', async () => {
    const { run, clock } = await begin(2000);
    let commits = 0;
    const found = createCommitBuffer<number>(run, STEP, () => {
      commits++;
      return {};
    });
    const times = 300;
    for (let item = 0; item < times; item++) {
      clock.time += 1000;
      found.add(item);
      await found.commitIfDue();
    }
    expect(commits).toBeGreaterThan(5);
    expect(commits * 2000).toBeLessThan(0.1 * clock.time);
  });

  it('is told to the page where a table changes by it, and only there', async () => {
    const { run, events } = await begin(0);
    const rows: readonly CommunityReportRow[] = [];
    const found = createCommitBuffer<boolean>(run, STEP, ([isTable]) =>
      isTable ? { replace: { community_reports: rows } } : { append: { extractions: [] } },
    );
    found.add(false);
    await found.commit();
    expect(events).toEqual([]);
    found.add(true);
    await found.commit();
    expect(events.map(({ kind }) => kind)).toEqual(['committed']);
  });

  it('is committed to no table that its step does not name', async () => {
    const { run, events } = await begin(0);
    const found = createCommitBuffer<number>(run, STEP, () => ({ replace: { entities: [] } }));
    found.add(1);
    await expect(found.commit()).rejects.toThrow(
      'The step “made up” writes the table entities, which it does not name.',
    );
    expect([run.open.store.generation, events]).toEqual([0, []]);
  });
});

const FAMILIES = [
  'Ada Babbage Clara',
  'Dorothea Edgar Fanny',
  'George Hetty Isaac',
  'Jane Kate Lewis',
  'Mary Nora Oscar',
].map((names) => names.split(' '));

/** Letters of families that know nothing of each other, so that each is a community. */
const LETTERS = FAMILIES.flatMap(([a, b, c], family) =>
  [0, 1, 2, 3].map((at) =>
    textFile(
      `${String(family)}-${String(at)}.txt`,
      `${String(a)} wrote to ${String(b)} on day ${String(at)}. ${String(b)} met ${String(c)} at home, and it rained.`,
    ),
  ),
);

const PARAMETERS = {
  'model reading': { budget: 100 },
  'model resolution': { resolve: false },
  'model reports': { reports: 'all' },
};

/** A run by a model that takes five seconds for each call: what was committed, and how many model reports the page heard of. */
async function growing() {
  const still = testClock();
  let passed = 0;
  const clock = { now: () => still.now() + passed, yield: still.yield };
  // A reply comes after what is under way by then, such as a commit in memory.
  const writes = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    passed += 5000;
  };
  const model = scriptedModel((request, call) => {
    const reply = naming(request, call);
    return reply instanceof Error ? reply : [writes(), ...reply];
  });
  const storage = memoryStorage();
  const changes: TableChange[] = [];
  const env = testEnv({
    ...storage,
    clock,
    models: { chat: async () => model, embedder: async () => null },
    collections: {
      ...storage.collections,
      open: async (id) => {
        const opened = await storage.collections.open(id);
        const commit = opened.tables.commit.bind(opened.tables);
        opened.tables.commit = (change) => {
          changes.push(change);
          return commit(change);
        };
        return opened;
      },
    },
  });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.add(LETTERS));
  changes.length = 0;
  const reports: number[] = [];
  for await (const event of engine.indexWithModel(PARAMETERS)) {
    if (event.kind === 'committed') reports.push(event.view.model?.found['reports'] ?? 0);
  }
  return { changes, reports };
}

describe('The tables while a model indexes', () => {
  it('hold each report soon after it was written, and the page is told', async () => {
    const { reports } = await growing();
    const all = Math.max(...reports);
    expect(all).toBeGreaterThan(2);
    expect(reports.filter((count) => count > 0 && count < all).length).toBeGreaterThan(1);
  });

  it('are not written again for a report, but for the one that holds it', async () => {
    const { changes } = await growing();
    const ofReports = changes.filter(({ replace }) => replace?.community_reports && !replace.communities);
    expect(ofReports.length).toBeGreaterThan(1);
    expect(ofReports.map(({ replace }) => Object.keys(replace ?? {}))).toEqual(
      ofReports.map(() => ['community_reports']),
    );
  });
});
