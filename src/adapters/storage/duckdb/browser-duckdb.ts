import { AsyncDuckDB, VoidLogger } from '@duckdb/duckdb-wasm';
import wasmUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import { type QueryDatabase, queryDatabase } from './query-database';

/** A worker in which DuckDB can be attached to a port. */
export interface DuckdbWorker {
  attach(port: MessagePort): Promise<void>;
  /** Never resolves; rejects when the worker has crashed, hangs or was ended. */
  ended(): Promise<never>;
  terminate(): void | Promise<void>;
}

/** Starts DuckDB in memory in a worker that was made elsewhere. */
export async function openDuckdb(worker: DuckdbWorker): Promise<QueryDatabase> {
  const { port1, port2 } = new MessageChannel();
  const close = async (): Promise<void> => {
    port1.close();
    await worker.terminate();
  };
  try {
    await worker.attach(port2);
    const ended = worker.ended();
    ended.catch(() => undefined); // reported to each open query below
    const database = new AsyncDuckDB(new VoidLogger(), workerOver(port1));
    const started = start(database, close);
    return untilEnded(await Promise.race([started, ended]), ended);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(database: AsyncDuckDB, close: () => Promise<void>): Promise<QueryDatabase> {
  await database.instantiate(new URL(wasmUrl, import.meta.url).href);
  return queryDatabase(await database.connect(), close);
}

/** DuckDB's client waits for ever for a worker that died; this does not. */
function untilEnded(database: QueryDatabase, ended: Promise<never>): QueryDatabase {
  return {
    run: (sql) => Promise.race([database.run(sql), ended]),
    prepare: (sql) => Promise.race([database.prepare(sql), ended]),
    select: (sql, parameters) => Promise.race([database.select(sql, parameters), ended]),
    insert: (table, arrow) => Promise.race([database.insert(table, arrow), ended]),
    close: () => database.close(),
  };
}

/** DuckDB's client asks for a Worker but only listens, posts and terminates. */
function workerOver(port: MessagePort): Worker {
  port.start();
  const worker = {
    addEventListener: (type: string, listen: (event: Event) => void) => port.addEventListener(type, listen),
    removeEventListener: (type: string, listen: (event: Event) => void) => port.removeEventListener(type, listen),
    postMessage: (message: unknown, transfer: Transferable[]) => port.postMessage(message, transfer),
    terminate: () => port.close(),
  };
  return worker as unknown as Worker;
}
