import { deriveIndex } from '../../../src/core/index/derive-index';
import { runWork } from '../../../src/core/work';
import { nameDenseCorpus } from '../name-dense-corpus';
import { table } from '../table';
import { linkingModel } from './answers';
import { benchCollection } from './collection';
import { ledgerModel } from './ledger-model';

const UNITS = 2000;
/** Megabytes whose names are about twenty thousand. */
const MEGABYTES = 2.6;

/** What a large index takes in Node: a whole run by a model that answers at once, and one derivation of its tables. */
export async function printSize(): Promise<void> {
  const files = nameDenseCorpus(MEGABYTES, UNITS).map(({ name, text }) => ({ path: name, bytes: new Blob([text]) }));
  const model = ledgerModel(linkingModel(), { counted: false, parallel: 4 });
  const collection = await benchCollection(model, { real: true });
  const added = await watched(() => collection.add(files));
  const run = await watched(() => collection.index({ 'model reading': { budget: 100 } }));
  const tables = await collection.tables();
  const { text_units, entities, relationships, extractions } = tables;
  const clock = { now: () => performance.now(), yield: () => new Promise<void>(setImmediate) };
  const facts = { today: '2026-01-01', counters: {} };
  const derived = await watched(() => runWork(deriveIndex(tables, {}, facts), { clock }));
  console.log(
    `\n${String(text_units.length)} text units, ${String(entities.length)} entities, ${String(relationships.length)} relationships, ` +
      `${String(extractions.length)} records, ${String(model.calls.length)} calls; tables in memory, copied at each commit`,
  );
  const rows = [
    ['read and index without a model', added],
    ['index with a model that answers at once', run],
    ['of that, one derivation of all tables', derived],
  ] as const;
  const cells = rows.map(([name, { seconds, heap, rss }]) => [
    name,
    `${seconds.toFixed(1)} s`,
    megabytes(heap),
    megabytes(rss),
  ]);
  console.log(table(['what', 'time', 'peak heap', 'peak RSS'], cells));
}

/** Time and peaks of memory while a task runs, looked at every 20 ms. */
async function watched(task: () => Promise<unknown>) {
  let heap = 0;
  let rss = 0;
  const look = (): void => {
    const now = process.memoryUsage();
    heap = Math.max(heap, now.heapUsed);
    rss = Math.max(rss, now.rss);
  };
  const timer = setInterval(look, 20);
  const start = performance.now();
  await task();
  look();
  clearInterval(timer);
  return { seconds: (performance.now() - start) / 1000, heap, rss };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
