import { anySignal } from '../../async';
import type { CallOptions, Clock } from '../../platform';
import type { ImageStore } from '../../ports/collections';
import type { SearchIndex } from '../../retrieval';
import { imageOf, packImage, rowsOfImage, unpackImage, type IndexImage } from '../../retrieval/indexes/index-image';
import { runWork } from '../../work';

/** The image of a collection's search index on disk, which follows the index from afar. */
export interface KeptImage {
  /** Reads the image from disk; empty where there is none. */
  read(): Promise<Partial<IndexImage>>;
  /**
   * Writes it again, where much has changed since it was written, and no change is under way. One that is being made is
   * given up.
   */
  write(index: SearchIndex, options: CallOptions): Promise<void>;
  /** Abandons an image that is being made: the index is about to change. */
  giveUp(): void;
  /** Until this is over none is written: what is in memory may have words that are to leave the disk. */
  during<T>(act: () => Promise<T>): Promise<T>;
  /** Called after the image was removed along with documents. */
  forget(): void;
}

/** An image is written again once more of the rows than this came or went. */
const LAG = 0.1;

export function keptImage(store: ImageStore, clock: Clock): KeptImage {
  /** The rows that the index had met when the image was written; 0 without one. */
  let imaged = 0;
  let making = new AbortController();
  let changes = 0;
  const giveUp = (): void => making.abort();
  return {
    async read() {
      const bytes = await store.read();
      const image = bytes ? unpackImage(bytes) : {};
      imaged = rowsOfImage(image);
      return image;
    },
    async write(index, { signal }) {
      const met = rowsMet(index);
      giveUp();
      if (changes > 0 || Math.abs(met - imaged) <= LAG * met) return;
      const stop = anySignal(signal, (making = new AbortController()).signal);
      const image = await runWork(imageOf(index), { clock, signal: stop });
      await store.write(packImage(image), stop);
      if (!stop.aborted) imaged = met;
    },
    giveUp,
    async during(act) {
      giveUp();
      changes++;
      try {
        return await act();
      } finally {
        changes--;
      }
    },
    forget: () => void (imaged = 0),
  };
}

/** Grows with every row that comes to an index or goes. */
function rowsMet({ kept }: SearchIndex): number {
  const { textUnits, entities, reports } = kept;
  const counts = [textUnits, entities, reports].map(({ state }) => state.shared.indexed.length + state.shared.gone);
  return counts.reduce((sum, count) => sum + count, 0);
}
