import type { IndexState } from '../../ports/index-state';
import type { SearchIndex } from '../../retrieval';
import type { IndexTables } from '../../tables/tables';

/** A collection at one moment: tables and state that belong together. Immutable, since each commit makes another one. */
export interface Snapshot {
  /** The tables in memory. A change makes another object, and another array of each table that it touches. */
  readonly tables: IndexTables;
  readonly state: IndexState;
  /** Grows whenever records may have changed, which stay on disk. */
  readonly records: number;
}

/** A collection as a question sees it. Search may answer from an earlier state than that of the tables. */
export interface Searched {
  readonly tables: IndexTables;
  readonly index: SearchIndex;
}
