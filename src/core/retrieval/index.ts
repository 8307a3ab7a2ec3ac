import { terms } from '../text/terms';
import { passageCohesion } from '../graph/communities/passage-communities';
import type { DocumentRow, EntityRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import { buildAdjacency, type Adjacency } from './adjacency';
import { createBm25 } from './bm25';
import { communityIndex, type CommunityIndex } from './communities';
import { documentLabels } from './document-labels';
import { collectNames, type EntityNames } from './concepts';
import { createUnitStore, syncUnits, type UnitStore } from './passage-index';
import type { RowIndex, SearchTables } from './query';

export type { RowIndex, SearchTables } from './query';

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

const ROWS_PER_STEP = 64;

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

function* rowIndex<R extends { readonly id: string }>(
  rows: readonly R[],
  textOf: (row: R) => string,
  before: number,
  total: number,
): Work<RowIndex> {
  const bm25 = createBm25();
  const at = new Map<string, number>();
  for (const [number, row] of rows.entries()) {
    at.set(row.id, number);
    bm25.add(number, terms(textOf(row)));
    if (number % ROWS_PER_STEP === 0) yield { done: Math.min(total, before + number), total };
  }
  return { bm25, at };
}
