import { openEmbeddingSession, type EmbeddingSession } from '../../src/adapters/models/transformers/embedding-session';
import { openLibrary } from '../../src/adapters/models/transformers/library';
import type { EmbeddingModel } from '../../src/core/models/catalogue/embedding-models';
import { serve } from '../../src/channel';

const VOCABULARY = 30_522;
let session: EmbeddingSession | undefined;

/** ONNX Runtime takes its number of threads once per worker, so each number has a worker of its own. */
const api = {
  /** The number of threads that ONNX Runtime has. */
  open: async (model: EmbeddingModel, threads: number): Promise<number> => {
    const library = await openLibrary('wasm', threads);
    session = await openEmbeddingSession(library, model, 'wasm');
    return library.env.backends.onnx.wasm?.numThreads ?? NaN;
  },
  /** Milliseconds for one batch of made-up tokens, and the first number of the last vector. */
  run: async (texts: number, tokens: number): Promise<{ readonly milliseconds: number; readonly sign: number }> => {
    if (!session) throw new Error('No model is open');
    const parts = Array.from({ length: texts }, (_, text) => ({
      text,
      tokens: Array.from({ length: tokens }, (_token, i) => (text * 7919 + i * 104_729) % VOCABULARY),
    }));
    const began = performance.now();
    const vectors = await session.run(parts);
    return { milliseconds: performance.now() - began, sign: vectors.at(-1)?.[0] ?? NaN };
  },
};
export type ThreadsWorker = typeof api;

globalThis.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => serve(api, data), { once: true });
