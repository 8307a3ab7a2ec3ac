import { expect, it } from 'vitest';
import { OnDemandReports, type AnsweredTurn } from '../../../../src/app/model-index/on-demand-reports.svelte';
import type { EngineApi } from '../../../../src/core/engine/api';
import type { CollectionView } from '../../../../src/core/engine/collections/collection-view';
import type { CallOptions } from '../../../../src/core/platform';
import type { ReportsToWrite } from '../../../../src/core/engine/model-index/on-demand/reports-to-write';

const price = { items: 1, calls: 1, promptTokens: 900, replyTokens: 100, seconds: 20 };

/** An engine with a report of one community to write, which takes a moment. */
function engineWithOne(community: number, onWriting: () => void = () => undefined) {
  const written: number[] = [];
  const looks: number[] = [];
  /** Errors of the next looks. */
  const refusals: string[] = [];
  /** Promises that the next looks await before they are answered. */
  const waits: Promise<void>[] = [];
  let view = { generation: 1, writable: true, model: {}, upToDate: true } as unknown as CollectionView;
  const show = (changed: Partial<CollectionView>): void => {
    view = { ...view, ...changed };
  };
  const engine = {
    reportsToWrite: async (): Promise<ReportsToWrite | null> => {
      looks.push(community);
      const refusal = refusals.shift();
      if (refusal === 'no model') return null;
      if (refusal) throw new Error(refusal);
      const reports = written.includes(community) ? [] : [{ community, title: 'The keepers', price }];
      await waits.shift();
      return { model: 'small', byThemselves: true, afterAnswer: 3, reports };
    },
    writeReport: async function* (number: number, { signal }: CallOptions = {}) {
      onWriting();
      await new Promise((resolve) => setTimeout(resolve, 5));
      signal?.throwIfAborted();
      written.push(number);
      yield { kind: 'committed', view: { ...view, generation: view.generation + 1 } };
    },
  } as unknown as EngineApi;
  const reports = new OnDemandReports({
    engine: async () => engine,
    view: () => view,
    indexing: () => false,
    adopt: show,
  });
  return { reports, written, looks, refusals, waits, show };
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

const TURN = {
  id: 't',
  answer: {
    text: 'The keepers lit it.',
    trace: { sections: [{ items: [{ kind: 'report', id: 'report-4', used: true, score: 1 }] }] },
  },
} as unknown as AnsweredTurn;

it('tells once that looking for the reports of an answer failed, and looks again the next time', async () => {
  const { reports, refusals, looks } = engineWithOne(4);
  refusals.push('The disk is busy.', 'The disk is busy.');
  await expect(reports.look(TURN)).rejects.toThrow('The disk is busy.');
  await reports.look(TURN);
  expect(reports.ofAnswers.size).toBe(0);
  await reports.look(TURN);
  await reports.look(TURN);
  expect([looks.length, reports.ofAnswers.get('t')?.left.length]).toEqual([3, 1]);
});

it('offers the reports of an answer once a model is chosen', async () => {
  const { reports, refusals } = engineWithOne(4);
  refusals.push('no model');
  await reports.look(TURN);
  expect(reports.ofAnswers.size).toBe(0);
  await reports.look(TURN);
  expect(reports.ofAnswers.get('t')?.left.length).toBe(1);
});

it('no longer offers a report of an answer that was written elsewhere, and writes none at a click', async () => {
  const { reports, written, show } = engineWithOne(4);
  await reports.look(TURN);
  written.push(4);
  show({ generation: 2 });
  await reports.write('t');
  expect([written, reports.ofAnswers.size]).toEqual([[4], 0]);
});

it('looks once for an answer whose report it writes itself', async () => {
  const { reports, written, looks } = engineWithOne(4);
  await reports.answered(TURN);
  await reports.look(TURN);
  expect([written, looks.length]).toEqual([[4], 1]);
  expect(reports.ofAnswers.get('t')).toMatchObject({ left: [], written: 1, all: 1 });
});

it('takes nothing from a look that took longer than the next one', async () => {
  const { reports, written, waits, show } = engineWithOne(4);
  let answer = (): void => undefined;
  waits.push(new Promise((resolve) => (answer = resolve)));
  const first = reports.look(TURN);
  await Promise.resolve();
  written.push(4);
  show({ generation: 2 });
  await reports.look(TURN);
  answer();
  await first;
  expect(reports.ofAnswers.get('t')).toBeUndefined();
});
