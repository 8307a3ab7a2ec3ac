import { attachDuckdb } from '../src/adapters/storage/attach-duckdb';
import { startWorker } from '../src/channel';

startWorker(() => ({ attach: attachDuckdb, ended: () => new Promise<never>(() => undefined) }));
