import type { Hit } from '../vectors/top-k';
import { passageCohesion } from '../graph/communities/passage-communities';
import type { DocumentRow, EntityRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import { buildAdjacency, type Adjacency } from './graph-expansion';
import { collectNames, type EntityNames } from './concepts';
import { createUnitStore, syncUnits, type UnitStore } from './passage-index';
import { communityIndex, type CommunityIndex } from './community-index';
import { documentLabels } from './document-labels';
import { rowIndex, type RowIndex } from './row-index';
import type { SearchTables } from './search-tables';

export type { SearchTables } from './search-tables';

/** What search needs of one state of the tables. */
export interface SearchIndex {
  readonly tables: SearchTables;
  readonly documents: ReadonlyMap<string, DocumentRow>;
  /** What each document is called in citations, by id: titles that are shared are told apart. */
  readonly labels: ReadonlyMap<string, string>;
  /** Shared by successive states, so that unchanged text units are indexed once. */
  readonly store: UnitStore;
  /** Text units of this state by their number in the store. */
  readonly unitAt: ReadonlyMap<number, TextUnitRow>;
  readonly slotOf: ReadonlyMap<string, number>;
  readonly entities: RowIndex;
  readonly names: EntityNames;
  readonly reports: RowIndex;
  readonly relationshipAt: ReadonlyMap<string, number>;
  readonly adjacency: Adjacency;
  readonly communities: CommunityIndex;
  /** By text unit, how far it coheres with the rest of its document, 0 to 1. */
  readonly cohesion: ReadonlyMap<string, number>;
}

/** Indexes text units, entities and reports for search; linear in the text, in small steps. */
export function* buildSearchIndex(tables: SearchTables): Work<SearchIndex> {
  return yield* indexTables(createUnitStore(), tables);
}

/**
 * The index of a later state of the tables. Text units whose id and text are unchanged keep their postings; the earlier
 * index goes on answering from its own rows until this work is done.
 */
export function* updateSearchIndex(index: SearchIndex, tables: SearchTables): Work<SearchIndex> {
  const store = index.store.passages.bm25.wasted() > 0.5 ? createUnitStore() : index.store;
  return yield* indexTables(store, tables, index);
}

/** What depends only on tables that are the same arrays as before is taken from there. */
function* indexTables(store: UnitStore, tables: SearchTables, before?: SearchIndex): Work<SearchIndex> {
  const unchanged = (...names: readonly (keyof SearchTables)[]): SearchIndex | undefined =>
    before && names.every((name) => before.tables[name] === tables[name]) ? before : undefined;
  const total = tables.textUnits.length + tables.entities.length + tables.communityReports.length;
  const documents = new Map(tables.documents.map((row) => [row.id, row]));
  const finishUnits = yield* syncUnits(store, tables.textUnits, documents, total);
  const entities =
    unchanged('entities')?.entities ?? (yield* rowIndex(tables.entities, entityText, tables.textUnits.length, total));
  const reports =
    unchanged('communityReports')?.reports ??
    (yield* rowIndex(tables.communityReports, (row) => row.full_content, total, total));
  const names = unchanged('entities')?.names ?? collectNames(tables.entities);
  yield { done: total, total };
  const communities = communityIndex(tables);
  yield { done: total, total };
  const adjacency =
    unchanged('entities', 'relationships')?.adjacency ?? buildAdjacency(tables.entities, tables.relationships);
  const cohesion = unchanged('textUnits')?.cohesion ?? (yield* passageCohesion(tables.textUnits));
  const { unitAt, slotOf } = finishUnits();
  const labels = documentLabels(tables.documents);
  const base = { tables, documents, labels, store, unitAt, slotOf, entities, names, reports, adjacency, communities };
  return { ...base, cohesion, relationshipAt: new Map(tables.relationships.map((row, at) => [row.id, at])) };
}

const entityText = (row: EntityRow): string => [row.title, row.title, ...row.aliases, row.description].join('\n');

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

/** Rankings of an index by likeness of meaning to one question; scores are inner products. */
export interface DenseSearch {
  /** Store numbers of text units that may be found. */
  units(k: number): readonly Hit[];
  /** Row numbers of entities; only of allowed ones, when given, which are chosen before the search. */
  entities(k: number, allow?: (row: number) => boolean): readonly Hit[];
  /** Row numbers of reports. */
  reports(k: number, rows: readonly number[]): readonly Hit[];
}
