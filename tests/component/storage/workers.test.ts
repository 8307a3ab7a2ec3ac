import { afterEach, expect, test } from 'vitest';
import { arrowToRows } from '../../../src/adapters/storage/arrow/arrow-to-rows';
import { openDuckdb, type DuckdbWorker } from '../../../src/adapters/storage/duckdb/browser-duckdb';
import type { ParquetCodec } from '../../../src/adapters/storage/arrow/parquet';
import { rowsToArrow } from '../../../src/adapters/storage/arrow/rows-to-arrow';
import { createTableQueries } from '../../../src/adapters/storage/duckdb/table-queries';
import { connect, transfer } from '../../../src/channel';
import { documentRow } from '../../unit/storage/rows';

const workers = new Set<Worker>();
afterEach(() => {
  for (const worker of workers) worker.terminate();
  workers.clear();
});

async function start(worker: Worker): Promise<MessagePort> {
  workers.add(worker);
  const { port1, port2 } = new MessageChannel();
  const started = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
  worker.postMessage({ port: port2 }, [port2]);
  const { data } = (await started) as MessageEvent<{ readonly kind: string }>;
  expect(data).toEqual({ kind: 'ready' });
  return port1;
}

const duckdbWorker = (): Worker =>
  new Worker(new URL('../../../workers/duckdb.worker.ts', import.meta.url), { type: 'module' });

async function startDuckdb(worker: Worker): Promise<DuckdbWorker> {
  const remote = connect<Pick<DuckdbWorker, 'attach' | 'ended'>>(await start(worker), { silenceMs: 3000 });
  return {
    attach: (port) => remote.attach(transfer(port, [port])),
    ended: () => remote.ended(),
    terminate: () => worker.terminate(),
  };
}

const documents = [documentRow('a', 'Text 大穴熊'), documentRow('b')];
const query = { table: 'documents', columns: ['id', 'text'], offset: 0, limit: 10 } as const;

test('the parquet worker encodes and decodes bytes that move to it and back', async () => {
  const worker = new Worker(new URL('../../../workers/parquet.worker.ts', import.meta.url), { type: 'module' });
  const remote = connect<ParquetCodec>(await start(worker));
  const arrow = rowsToArrow('documents', documents);
  const parquet = await remote.encode(transfer(arrow, [arrow.buffer as ArrayBuffer]));
  expect(arrow.length).toBe(0);
  expect(new TextDecoder().decode(parquet.slice(0, 4))).toBe('PAR1');
  expect(arrowToRows('documents', await remote.decode(parquet))).toEqual(documents);
  await expect(remote.decode(new Uint8Array(10))).rejects.toThrow();
});

test('DuckDB answers over a port, from its own worker, without asking anyone for an extension', async () => {
  const queries = createTableQueries(async () => openDuckdb(await startDuckdb(duckdbWorker())));
  await queries.load({ documents });
  const page = await queries.page({ ...query, filter: '穴' });
  expect(page).toEqual({ rows: [{ id: 'a', text: 'Text 大穴熊' }], total: 1 });
});

test('DuckDB that dies gives an error, not silence, and is there again at the next page', async () => {
  const started: Worker[] = [];
  const queries = createTableQueries(async () => {
    const worker = duckdbWorker();
    started.push(worker);
    return openDuckdb(await startDuckdb(worker));
  });
  await queries.load({ documents });
  expect((await queries.page(query)).total).toBe(2);
  started[0]?.terminate();
  await expect(queries.page(query)).rejects.toThrow(/stopped|answered/);
  expect((await queries.page(query)).total).toBe(2);
  expect(started).toHaveLength(2);
});
