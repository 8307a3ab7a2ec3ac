declare module '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';
