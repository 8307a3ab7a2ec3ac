import type { DenseSearch } from './dense';
import type {
  CommunityReportRow,
  CommunityRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  TextUnitRow,
} from '../tables/tables';
import type { Bm25 } from './bm25';

/** What of a question the rankings look at. */
export interface RetrievalQuery {
  /** With the words that it takes over from earlier questions. */
  readonly text: string;
  /** Its content terms with their weight. */
  readonly terms: readonly { readonly term: string; readonly weight: number; readonly isLent?: true }[];
  /** Entity rows that it names, in order. */
  readonly entities: readonly number[];
  /** Rankings by meaning, where there are vectors. */
  readonly dense?: DenseSearch;
  /** Relevance by a reranker, 0 to 1, by number of the text unit; missing without one. */
  readonly reranked?: ReadonlyMap<number, number>;
}

/** The rows that search reads. Everything but documents and text units may be empty or lag behind. */
export interface SearchTables {
  readonly documents: readonly DocumentRow[];
  /** With `entity_ids` filled in. */
  readonly textUnits: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly communities: readonly CommunityRow[];
  readonly communityReports: readonly CommunityReportRow[];
}

/** A lexical index over the rows of a table, by row number. */
export interface RowIndex {
  readonly bm25: Bm25;
  /** Row number of an id. */
  readonly at: ReadonlyMap<string, number>;
}
