import type { EmbedOptions } from '../../../core/models/embedder';
import type { EmbeddingSession } from './embedding-session';
import { joinParts } from './pooling';
import type { AtWork } from './seat';
import type { Part } from './text-parts';
import { longestFirst, runBatches } from './token-batch';

/** Texts that are tokenised and sorted by length together. */
const WINDOW = 512;
/** Texts between two looks at the signal while tokenising. */
const SLICE = 32;

/** See Embedder.embed. */
export async function embedTexts(
  texts: readonly string[],
  kind: 'question' | 'passage',
  dims: number,
  { withSession, pace, breathe, onProgress }: AtWork<EmbeddingSession> & Pick<EmbedOptions, 'onProgress'>,
): Promise<Float32Array<ArrayBuffer>> {
  const all = new Float32Array(texts.length * dims);
  for (let start = 0; start < texts.length; start += WINDOW) {
    const window = texts.slice(start, start + WINDOW);
    const parts = await withSession((session) => cutAll(session, window, kind, breathe));
    const vectors = await runBatches(parts, {
      pace,
      breathe,
      run: (batch, timed) => withSession((session) => timed(() => session.run(batch))),
      onBatch: (done) => onProgress?.(start + Math.floor((done / parts.length) * window.length)),
    });
    const owners = parts.map(({ text }) => text);
    all.set(joinParts(vectors, owners, window.length, dims), start * dims);
  }
  return all;
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
  return longestFirst(parts);
}
