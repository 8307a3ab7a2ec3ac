import { tinyEmbedder } from '../../scripts/lib/tiny/tiny-embedder';
import { browserClock } from '../../src/adapters/browser-env';
import { batchSize } from '../../src/adapters/models/transformers/token-batch';
import { embedTexts, openEmbeddingSession } from '../../src/adapters/models/transformers/embedding-session';
import { openLibrary } from '../../src/adapters/models/transformers/library';
import { EMBEDDING_MODELS } from '../../src/core/models/catalogue/embedding-models';
import { HUB_CACHE, hubUrl } from '../../src/core/models/catalogue/hub-files';

const BATCH_TOKENS = 2048;
const WORDS = 'the fox digs a burrow under old roots and water runs downhill mostly to the left of it'.split(' ');

export interface EmbeddingTimes {
  /** Tokens of all texts together. */
  readonly tokens: number;
  /** Milliseconds per round, in pairs. */
  readonly own: readonly number[];
  readonly bare: readonly number[];
  /** Largest difference between the two in any number of any vector. */
  readonly difference: number;
}

/** Texts of 20 to 250 characters, which are tokens here, the same in every run. */
function makeTexts(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from(
      { length: 5 + ((i * 37) % 55) },
      (_word, j) => WORDS[(i * 7 + j * j) % WORDS.length] ?? '',
    );
    return words.join(' ').slice(0, 250);
  });
}

async function measure(count: number, rounds: number): Promise<EmbeddingTimes> {
  const model = EMBEDDING_MODELS.find(({ precision, pooling }) => precision === 'q8' && pooling === 'mean');
  if (!model) throw new Error('The catalogue has no such model');
  const cache = await caches.open(HUB_CACHE);
  for (const [path, bytes] of tinyEmbedder(model.dims, 'onnx/model_quantized.onnx')) {
    await cache.put(hubUrl(model.repository, path), new Response(bytes));
  }
  const library = await openLibrary('wasm');
  const session = await openEmbeddingSession(library, model, 'wasm');
  const bare = await library.pipeline('feature-extraction', model.repository, { device: 'wasm', dtype: 'q8' });

  const texts = makeTexts(count);
  const parts = texts.flatMap((text, i) => session.cut(i, text, 'passage'));
  const sorted = parts.toSorted((a, b) => b.tokens.length - a.tokens.length);
  const lengths = sorted.map(({ tokens }) => tokens.length);
  const batches: string[][] = [];
  for (let start = 0; start < sorted.length;) {
    const size = batchSize(lengths, start, BATCH_TOKENS);
    batches.push(sorted.slice(start, start + size).map(({ text }) => texts[text] ?? ''));
    start += size;
  }

  const { yield: breathe } = browserClock();
  // Does not learn, so that both sides get the same batches.
  const pace = Object.defineProperty({ batchTokens: BATCH_TOKENS }, 'batchTokens', {
    get: () => BATCH_TOKENS,
    set: () => undefined,
  });
  const runOwn = (): Promise<Float32Array> =>
    embedTexts(texts, 'passage', model.dims, { withSession: (work) => work(session), pace, breathe });
  const runBare = async (): Promise<Float32Array> => {
    const vectors = new Float32Array(texts.length * model.dims);
    let row = 0;
    for (const batch of batches) {
      const { data } = await bare(batch, { pooling: 'mean', normalize: true });
      batch.forEach((_, i) => {
        const vector = (data as Float32Array).subarray(i * model.dims, (i + 1) * model.dims);
        vectors.set(vector, (sorted[row++]?.text ?? 0) * model.dims);
      });
    }
    return vectors;
  };
  const [ours, theirs] = [await runOwn(), await runBare()];
  const difference = ours.reduce((most, value, i) => Math.max(most, Math.abs(value - (theirs[i] ?? NaN))), 0);
  const times = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const which of round % 2 === 0 ? (['own', 'bare'] as const) : (['bare', 'own'] as const)) {
      const began = performance.now();
      await (which === 'own' ? runOwn() : runBare());
      times[which].push(performance.now() - began);
    }
  }
  return { tokens: lengths.reduce((sum, length) => sum + length, 0), ...times, difference };
}

const page = { measure };
export type EmbeddingPage = typeof page;
Object.assign(globalThis, { bench: page });
