import { anySignal } from '../../../async';
import type { CallOptions, Clock } from '../../../platform';
import type { ImageStore } from '../../../ports/collections';
import type { SearchIndex } from '../../../retrieval';
import { imageOf, packImage, rowsOfImage, unpackImage, type IndexImage } from '../../../retrieval/indexes/index-image';
import { runWork } from '../../../work';

/** An image is written again once more of the rows than this came or went. */
const LAG = 0.1;

/** The image of a collection's search index on disk, which follows the index from afar. */
export class StoredImage {
  readonly #store: ImageStore;
  readonly #clock: Clock;
  /** The rows that the index had met when the image was written; 0 without one. */
  #imaged = 0;
  #making = new AbortController();

  constructor(store: ImageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads the image from disk; empty where there is none. */
  async read(): Promise<Partial<IndexImage>> {
    const bytes = await this.#store.read();
    const image = bytes ? unpackImage(bytes) : {};
    this.#imaged = rowsOfImage(image);
    return image;
  }

  /** Writes it again, where much has changed since it was written. One that is being made is given up. */
  async write(index: SearchIndex, { signal }: CallOptions): Promise<void> {
    const met = rowsMet(index);
    this.giveUp();
    if (Math.abs(met - this.#imaged) <= LAG * met) return;
    const stop = anySignal(signal, (this.#making = new AbortController()).signal);
    const image = await runWork(imageOf(index), { clock: this.#clock, signal: stop });
    await this.#store.write(packImage(image), stop);
    if (!stop.aborted) this.#imaged = met;
  }

  /** Abandons an image that is being made: the index is about to change. */
  giveUp(): void {
    this.#making.abort();
  }

  /** Called after the image was removed along with documents. */
  forget(): void {
    this.#imaged = 0;
  }
}

/** Grows with every row that comes to an index or goes. */
function rowsMet({ kept }: SearchIndex): number {
  const { textUnits, entities, reports } = kept;
  const counts = [textUnits, entities, reports].map(({ state }) => state.shared.indexed.length + state.shared.gone);
  return counts.reduce((sum, count) => sum + count, 0);
}
