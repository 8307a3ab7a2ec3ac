import { expect, it } from 'vitest';
import { ReportsOnUse } from '../../../src/app/reports-on-use.svelte';
import type { EngineApi } from '../../../src/core/engine/api';
import type { CollectionView } from '../../../src/core/engine/api/collections';
import type { CallOptions } from '../../../src/core/ports';
import type { ReportsToWrite } from '../../../src/core/engine/model/click/reports-to-write';

const price = { items: 1, calls: 1, promptTokens: 900, replyTokens: 100, seconds: 20 };

/** An engine with a report of one community to write, which takes a moment. */
function engineWithOne(community: number, onWriting: () => void = () => undefined) {
  const written: number[] = [];
  const engine = {
    reportsToWrite: async (): Promise<ReportsToWrite> => ({
      model: 'small',
      byThemselves: true,
      afterAnswer: 3,
      reports: written.includes(community) ? [] : [{ community, title: 'The keepers', price }],
    }),
    writeReport: async function* (number: number, { signal }: CallOptions = {}) {
      yield* [];
      onWriting();
      await new Promise((resolve) => setTimeout(resolve, 5));
      signal?.throwIfAborted();
      written.push(number);
    },
  } as unknown as EngineApi;
  const view = { writable: true, model: {}, upToDate: true } as unknown as CollectionView;
  const reports = new ReportsOnUse({
    engine: async () => engine,
    view: () => view,
    indexing: () => false,
    adopt: () => undefined,
  });
  return { reports, written };
}

it('writes a report once that is opened at two places at the same time', async () => {
  const { reports, written } = engineWithOne(4);
  await Promise.all([reports.opened(4, () => true), reports.opened(4, () => true)]);
  expect(written).toEqual([4]);
});

it('writes a report that one of two places still shows', async () => {
  const { reports, written } = engineWithOne(4);
  await Promise.all([reports.opened(4, () => false), reports.opened(4, () => true)]);
  expect(written).toEqual([4]);
});

it('writes a report of the next collection by itself whose number was stopped in the one that is left', async () => {
  let left = false;
  const { reports, written } = engineWithOne(4, () => {
    if (!left) reports.reset();
    left = true;
  });
  await reports.opened(4, () => true);
  expect([written, reports.failures.size]).toEqual([[], 0]);
  await reports.opened(4, () => true);
  expect(written).toEqual([4]);
});
