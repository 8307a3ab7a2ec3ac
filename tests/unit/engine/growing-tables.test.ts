import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine';
import type { TableChange } from '../../../src/core/ports/collections';
import { collect, testClock, testEnv, textFile } from '../../helpers/engine-env';
import { memoryStorage } from '../../helpers/memory-storage';
import { naming } from '../../helpers/naming-model';
import { scriptedModel } from '../../helpers/scripted-model';

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

/** A run by a model that takes five seconds for each call, with what was committed and how many model reports the page was told of. */
async function growing() {
  const still = testClock();
  let passed = 0;
  const clock = { now: () => still.now() + passed, yield: still.yield };
  const model = scriptedModel((request, call) => {
    passed += 5000;
    return naming(request, call);
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
