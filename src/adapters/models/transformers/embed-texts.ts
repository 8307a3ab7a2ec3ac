import type { EmbedOptions } from '../../../core/models/embedder';
import { batchSize, FIRST_BATCH_TOKENS, nextBatchTokens } from './batches';
import type { EmbeddingSession } from './embedding-session';
import { joinParts } from './pooling';
import type { Part } from './text-parts';

/** Texts that are tokenised and sorted by length together. */
const WINDOW = 512;
/** Texts between two looks at the signal while tokenising. */
const SLICE = 32;

/** How fast this machine is, learnt from call to call. */
export interface Pace {
  batchTokens: number;
}

export const newPace = (): Pace => ({ batchTokens: FIRST_BATCH_TOKENS });

/** Lends the loaded model for one piece of work; other calls get their turn in between. */
type WithSession = <T>(work: (session: EmbeddingSession) => Promise<T>) => Promise<T>;

/** See Embedder.embed. `pause` resolves in a later task, so that a stop can be heard. */
export async function embedTexts(
  withSession: WithSession,
  texts: readonly string[],
  kind: 'question' | 'passage',
  dims: number,
  { pace, pause, signal, onProgress }: EmbedOptions & { readonly pace: Pace; pause(): Promise<void> },
): Promise<Float32Array<ArrayBuffer>> {
  const all = new Float32Array(texts.length * dims);
  const breathe = async (): Promise<void> => {
    await pause();
    signal?.throwIfAborted();
  };
  for (let start = 0; start < texts.length; start += WINDOW) {
    const window = texts.slice(start, start + WINDOW);
    const parts = await withSession((session) => cutAll(session, window, kind, breathe));
    const lengths = parts.map(({ tokens }) => tokens.length);
    const vectors: Float32Array[] = [];
    while (vectors.length < parts.length) {
      await breathe();
      const size = batchSize(lengths, vectors.length, pace.batchTokens);
      const batch = parts.slice(vectors.length, vectors.length + size);
      vectors.push(...(await withSession((session) => timed(session, batch, pace))));
      onProgress?.(start + Math.floor((vectors.length / parts.length) * window.length));
    }
    const owners = parts.map(({ text }) => text);
    all.set(joinParts(vectors, owners, window.length, dims), start * dims);
  }
  return all;
}

async function timed(session: EmbeddingSession, batch: readonly Part[], pace: Pace): Promise<Float32Array[]> {
  const began = performance.now();
  const vectors = await session.run(batch);
  const padded = batch.length * Math.max(...batch.map(({ tokens }) => tokens.length));
  pace.batchTokens = nextBatchTokens(pace.batchTokens, padded, performance.now() - began);
  return vectors;
}

/** The parts of all texts, the longest first. */
async function cutAll(
  session: EmbeddingSession,
  texts: readonly string[],
  kind: 'question' | 'passage',
  breathe: () => Promise<void>,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const [i, text] of texts.entries()) {
    if (i % SLICE === 0) await breathe();
    parts.push(...session.cut(i, text, kind));
  }
  return parts.sort((a, b) => b.tokens.length - a.tokens.length);
}
