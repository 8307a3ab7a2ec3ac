import type { CommunityReportRow } from '../../tables/tables';
import { passageLanguage } from '../../text/language';
import { terms } from '../../text/terms';
import { createBm25, type Bm25, type Bm25Reader, type FrozenBm25 } from '../lexical/bm25';
import { hashOf } from '../lexical/frozen-lists';
import type { Keeping, Lookup } from './row-numbers';

/** A lexical index over the rows of a table, by row number. */
export interface RowIndex {
  readonly bm25: Bm25Reader;
  /** Row number of an id. */
  readonly at: Lookup<string, number>;
}

/** Keeps the words of reports. */
export const REPORT_KEEPER: Keeping<CommunityReportRow, Bm25, FrozenBm25> = {
  create: createBm25,
  keeper: (bm25) => ({
    add: (number, row) => bm25.add(number, terms(row.full_content, passageLanguage(row.full_content, 'und'))),
    restore: () => undefined,
    remove: bm25.remove,
    isCurrent: (_, row, then) => row === then || row.full_content === then.full_content,
    print: (row) => hashOf(row.full_content),
  }),
  freeze: (bm25, state) => bm25.freeze(state),
};
