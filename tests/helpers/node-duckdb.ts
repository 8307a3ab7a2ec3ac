import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDuckDB, NODE_RUNTIME, VoidLogger } from '@duckdb/duckdb-wasm/blocking';
import {
  type DuckdbConnection,
  queryDatabase,
  type QueryDatabase,
} from '../../src/adapters/storage/duckdb/query-database';

/** The DuckDB of the app, in this thread. */
export async function nodeDuckdb(): Promise<QueryDatabase> {
  const dist = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = (name: string) => ({ mainModule: join(dist, `duckdb-${name}.wasm`), mainWorker: '' });
  const database = await createDuckDB({ mvp: bundle('mvp'), eh: bundle('eh') }, new VoidLogger(), NODE_RUNTIME);
  await database.instantiate();
  const connection = database.connect();
  return queryDatabase(connection as unknown as DuckdbConnection, () => connection.close());
}
