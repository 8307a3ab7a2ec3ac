import { describe, expect, it } from 'vitest';
import type { IndexEvent } from '../../../src/core/engine/api/indexing';
import { gathering } from '../../../src/core/engine/model/run/gathering';
import { OpenCollection } from '../../../src/core/engine/open-collection';
import type { TableUse } from '../../../src/core/index/step';
import type { CommunityReportRow } from '../../../src/core/tables/tables';
import { testEnv } from '../../helpers/engine-env';

const STEP: TableUse = { name: 'made up', reads: [], writes: ['extractions', 'community_reports'] };

/** A collection that takes so many milliseconds for each commit, by a clock that only moves when something happens. */
async function begin(milliseconds: number) {
  const clock = { time: 0, now: () => clock.time, yield: async () => undefined };
  const env = testEnv({ clock });
  const record = await env.collections.create('Reports');
  const open = new OpenCollection(record, await env.collections.open(record.id), env);
  await open.load();
  const commit = open.commit.bind(open);
  open.commit = async (build) => {
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
    const found = gathering<number>(run, STEP, (items) => {
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
    const found = gathering<number>(run, STEP, () => {
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
    const found = gathering<boolean>(run, STEP, ([isTable]) =>
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
    const found = gathering<number>(run, STEP, () => ({ replace: { entities: [] } }));
    found.add(1);
    await expect(found.commit()).rejects.toThrow(
      'The step “made up” writes the table entities, which it does not name.',
    );
    expect([run.open.store.generation, events]).toEqual([0, []]);
  });
});
