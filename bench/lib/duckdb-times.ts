import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import { Field, FixedSizeList, Float32, makeData, RecordBatch, Schema, Struct, Table, tableToIPC } from 'apache-arrow';
import type { MadeUpVectors } from './made-up-vectors';
import { median, timed } from './vector-times';

/** Median milliseconds per function of a search in DuckDB-WASM, in this thread. */
export async function duckdbTimes(
  { vectors, queries, dims, rows }: MadeUpVectors,
  k: number,
): Promise<Readonly<Record<string, number>>> {
  const dist = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = (name: string) => ({ mainModule: join(dist, `duckdb-${name}.wasm`), mainWorker: '' });
  const database = await createDuckDB({ mvp: bundle('mvp'), eh: bundle('eh') }, new VoidLogger(), NODE_RUNTIME);
  await database.instantiate();
  const connection = database.connect();
  connection.insertArrowFromIPCStream(tableToIPC(arrowTable(vectors, dims, rows), 'stream'), { name: 'v' });
  const times: Record<string, number> = {};
  for (const name of ['array_cosine_similarity', 'array_inner_product']) {
    times[name] = median(
      queries.slice(0, 10).map((query) => {
        const literal = `[${[...query].join(',')}]::FLOAT[${String(dims)}]`;
        const sql = `SELECT rowid FROM v ORDER BY ${name}(e, ${literal}) DESC LIMIT ${String(k)}`;
        return timed(() => connection.query(sql));
      }),
    );
  }
  connection.close();
  return times;
}

function arrowTable(vectors: Float32Array, dims: number, rows: number): Table {
  const numbers = makeData({ type: new Float32(), length: vectors.length, data: vectors });
  const type = new FixedSizeList(dims, new Field('item', new Float32()));
  const lists = makeData({ type, length: rows, nullCount: 0, child: numbers });
  const schema = new Schema([new Field('e', type)]);
  const struct = makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children: [lists] });
  return new Table(schema, [new RecordBatch(schema, struct)]);
}
