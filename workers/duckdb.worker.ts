import { startWorker } from '../src/channel';

/** Inside a worker: loads DuckDB's own worker code, which talks through globals, and lets it talk over a port instead. */
async function attachDuckdb(port: MessagePort): Promise<void> {
  const before = globalThis.onmessage;
  await import('@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js');
  const receive = globalThis.onmessage as ((event: MessageEvent) => void) | null;
  globalThis.onmessage = before;
  globalThis.postMessage = (message: unknown, transfer?: unknown) =>
    port.postMessage(message, Array.isArray(transfer) ? transfer : []);
  port.onmessage = (event) => receive?.(event);
}

startWorker(() => ({ attach: attachDuckdb, ended: () => new Promise<never>(() => undefined) }));
