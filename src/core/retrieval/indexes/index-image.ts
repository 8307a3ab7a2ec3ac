import type { Work } from '../../work';
import { packArrays, unpackArrays } from './image-bytes';
import type { CommunityReportRow, DocumentRow, EntityRow, TextUnitRow } from '../../tables/tables';
import type { Bm25, FrozenBm25 } from '../lexical/bm25';
import { entityKeeper, type EntityWords, type FrozenEntities } from './entity-index';
import type { FrozenPassages } from './passage-index';
import { freezeRows, type FrozenRows, type KeptRows } from './row-numbers';
import { mainLanguage } from '../lexical/languages';
import { REPORT_KEEPER } from './row-index';
import { unitKeeper, type UnitWords } from './unit-index';

/** The words of a search index, by the rows of its tables. */
export interface KeptWords {
  readonly documents: KeptRows<DocumentRow, null>;
  readonly textUnits: KeptRows<TextUnitRow, UnitWords>;
  readonly entities: KeptRows<EntityRow, EntityWords>;
  readonly reports: KeptRows<CommunityReportRow, Bm25>;
}

/** The same as arrays, from which an index of the same rows is made without reading their texts. */
export interface IndexImage {
  readonly textUnits: FrozenRows<FrozenPassages>;
  readonly entities: FrozenRows<FrozenEntities>;
  readonly reports: FrozenRows<FrozenBm25>;
}

/** To be raised whenever other words or names are found in the same texts, or rows are known again otherwise. */
export const WORDS_VERSION = 4;

const NAME = `words-${WORDS_VERSION}`;

/** The words of an index as arrays, in small steps. */
export function* imageOf({ kept }: { readonly kept: KeptWords }): Work<IndexImage> {
  return {
    textUnits: yield* freezeRows(kept.textUnits, unitKeeper(kept.documents.state)),
    entities: yield* freezeRows(kept.entities, entityKeeper(mainLanguage(kept.documents.state.rows))),
    reports: yield* freezeRows(kept.reports, REPORT_KEEPER),
  };
}

/** An image as it is kept in a file. */
export const packImage = (image: IndexImage): Uint8Array<ArrayBuffer> => packArrays({ [NAME]: { ...image } });

/** The image in a file; empty where it was made with other words, or laid out another way. */
export function unpackImage(bytes: Uint8Array<ArrayBuffer>): Partial<IndexImage> {
  try {
    return { ...(unpackArrays(bytes) as { readonly [NAME]?: IndexImage })[NAME] };
  } catch {
    return {}; // a newer Burrow wrote it: the words are made again from the texts
  }
}

/** Counts the rows of an image. */
export const rowsOfImage = (image: Partial<IndexImage>): number =>
  [image.textUnits, image.entities, image.reports].reduce((sum, rows) => sum + (rows?.prints.length ?? 0) / 2, 0);
