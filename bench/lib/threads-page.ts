import { tinyEmbedder } from '../../scripts/lib/tiny/tiny-embedder';
import { connect } from '../../src/channel';
import { EMBEDDING_MODELS } from '../../src/core/models/catalogue/embedding-models';
import { HUB_CACHE, hubUrl } from '../../src/core/models/catalogue/hub-files';
import { madeUpMiniLm, type Precision } from './made-up-minilm';
import type { ThreadsWorker } from './threads.worker';

export interface Batch {
  readonly texts: number;
  /** Tokens of each text. */
  readonly tokens: number;
  /** True if one core works on something else at the same time. */
  readonly besideWork?: boolean;
}

export interface ThreadsTimes {
  readonly isolated: boolean;
  /** Number of threads in ONNX Runtime, for each requested number. */
  readonly threads: readonly number[];
  readonly batches: readonly Timed[];
}

interface Timed {
  readonly batch: Batch;
  /** Milliseconds by number of threads asked for, then by round. */
  readonly times: readonly (readonly number[])[];
  /** Largest difference between the vectors' first numbers. */
  readonly difference: number;
}

/** The same batches by each number of threads in turn, the order turned round by round; every worker waits while another one works. */
async function measure(
  precision: Precision,
  counts: readonly number[],
  batches: readonly Batch[],
  rounds: number,
): Promise<ThreadsTimes> {
  const model = EMBEDDING_MODELS.find((one) => one.precision === precision && one.dims === 384);
  if (!model) throw new Error('The catalogue has no such model');
  const cache = await caches.open(HUB_CACHE);
  const network = model.files.find((file) => file.endsWith('.onnx')) ?? '';
  const files = new Map([...tinyEmbedder(model.dims), [network, madeUpMiniLm(precision)]]);
  for (const [path, bytes] of files) await cache.put(hubUrl(model.repository, path), new Response(bytes));
  const workers = counts.map(() => startWorker());
  const threads: number[] = [];
  for (const [i, worker] of workers.entries()) threads.push(await worker.open(model, counts[i] ?? 1));

  const measured: Timed[] = [];
  for (const batch of batches) measured.push(await timed(workers, batch, rounds));
  return { isolated: crossOriginIsolated, threads, batches: measured };
}

async function timed(workers: readonly ThreadsWorker[], batch: Batch, rounds: number): Promise<Timed> {
  const times = workers.map((): number[] => []);
  const signs: number[] = [];
  for (const worker of workers) signs.push((await worker.run(batch.texts, batch.tokens)).sign);
  const other = batch.besideWork
    ? new Worker(new URL('busy.worker.ts', import.meta.url), { type: 'module' })
    : undefined;
  for (let round = 0; round < rounds; round++) {
    const order = [...workers.entries()];
    for (const [i, worker] of round % 2 === 0 ? order : order.toReversed()) {
      const { milliseconds } = await worker.run(batch.texts, batch.tokens);
      times[i]?.push(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 50)); // idle threads go to sleep
    }
  }
  other?.terminate();
  return { batch, times, difference: Math.max(...signs) - Math.min(...signs) };
}

function startWorker(): ThreadsWorker {
  const worker = new Worker(new URL('threads.worker.ts', import.meta.url), { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(port2, [port2]);
  return connect<ThreadsWorker>(port1, { silenceMs: Infinity });
}

const page = { measure };
export type ThreadsPage = typeof page;
Object.assign(globalThis, { bench: page });
