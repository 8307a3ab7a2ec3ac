import type { FieldStand } from '../index/embeddings';
import type { Emit } from './event-stream';

/** Tells how far embedding is: counts of texts, and the part of their characters. */
export interface EmbeddingProgress {
  begin(stands: readonly FieldStand[]): void;
  add(texts: readonly string[]): void;
}

export const EMBEDDING_STAGE = 'Embeddings';

export function embeddingProgress(emit: Emit): EmbeddingProgress {
  let [done, total, read, waiting, fraction] = [0, 0, 0, 0, 0];
  const tell = (): void => {
    fraction = Math.max(fraction, waiting > 0 ? read / waiting : 1);
    emit({ kind: 'stage', stage: EMBEDDING_STAGE, done, total, unit: 'texts', fraction });
  };
  const characters = (texts: readonly { readonly length: number }[]): number =>
    texts.reduce((sum, { length }) => sum + length, 0);
  return {
    begin: (stands) => {
      done = stands.reduce((sum, { standing }) => sum + standing.length, 0);
      total = stands.reduce((sum, { rows }) => sum + rows, 0);
      waiting = read + stands.reduce((sum, { missing }) => sum + characters(missing.map(({ text }) => text)), 0);
      if (waiting > read) tell();
    },
    add: (texts) => {
      done += texts.length;
      read += characters(texts);
      tell();
    },
  };
}
