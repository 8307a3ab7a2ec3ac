import type { Hit } from '../vectors/top-k';
import { terms } from '../text/terms';
import { passageCohesion } from '../graph/communities/passage-communities';
import type {
  DocumentRow,
  EntityRow,
  TextUnitRow,
  CommunityReportRow,
  CommunityRow,
  RelationshipRow,
} from '../tables/tables';
import type { Work } from '../work';
import { buildAdjacency, type Adjacency } from './graph-expansion';
import { createBm25, type Bm25 } from './bm25';
import { collectNames, type EntityNames } from './concepts';
import { createUnitStore, syncUnits, type UnitStore } from './passage-index';
import { isByNoModel } from '../provenance';

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

/** Communities and reports as search asks for them. */
interface CommunityIndex {
  readonly byNumber: ReadonlyMap<number, CommunityRow>;
  /** Row number of the report on a community. */
  readonly reportOf: ReadonlyMap<number, number>;
  /** Numbers of the communities an entity belongs to, coarsest first. */
  of(entityId: string): readonly number[];
  /** Per report row: distinct text units of the community's entities, divided by the largest such number. */
  readonly occurrence: Float64Array;
  /** That number, at least 1. */
  readonly mostUnits: number;
  /** The communities whose reports are read: all that have one, but for extractive ones below a report by a model. */
  readonly reported: ReadonlySet<number>;
  /** The entity's deepest community, down to the level, whose report is read. */
  deepest(entityId: string, level: number): number | undefined;
  /** Row numbers of the reports for a level: the deepest of every clustered entity (GraphRAG's roll-up, spec B0). In table order. */
  rollUp(level: number): readonly number[];
}

/** Prepares look-ups over communities; a missing report is replaced by the nearest ancestor's, and an extractive one below a model's is skipped. */
function communityIndex(tables: SearchTables): CommunityIndex {
  const byNumber = new Map(tables.communities.map((row) => [row.community, row]));
  const reportOf = new Map(tables.communityReports.map((row, at) => [row.community, at]));
  const memberships = new Map<string, number[]>();
  const byLevel = [...tables.communities].sort((a, b) => a.level - b.level || a.community - b.community);
  for (const row of byLevel) {
    for (const id of row.entity_ids) {
      const list = memberships.get(id);
      if (list) list.push(row.community);
      else memberships.set(id, [row.community]);
    }
  }
  const of = (id: string): readonly number[] => memberships.get(id) ?? [];
  const reported = reportsRead(byLevel, (number) => tables.communityReports[reportOf.get(number) ?? -1]);
  const deepest = (id: string, level: number): number | undefined =>
    of(id).findLast((number) => (byNumber.get(number)?.level ?? Infinity) <= level && reported.has(number));
  const rolledUp = new Map<number, readonly number[]>();
  return {
    byNumber,
    reportOf,
    of,
    reported,
    deepest,
    ...occurrences(tables, byNumber),
    rollUp(level) {
      const known = rolledUp.get(level);
      if (known) return known;
      const rows = new Set<number>();
      for (const id of memberships.keys()) {
        const report = reportOf.get(deepest(id, level) ?? -1);
        if (report !== undefined) rows.add(report);
      }
      const sorted = [...rows].sort((a, b) => a - b);
      rolledUp.set(level, sorted);
      return sorted;
    },
  };
}

/** Of communities from the broadest level down, those whose report is not hidden by a model's on a broader one. */
function reportsRead(
  byLevel: readonly CommunityRow[],
  reportOf: (community: number) => CommunityReportRow | undefined,
): ReadonlySet<number> {
  const covered = new Set<number>();
  const read = new Set<number>();
  for (const { community, parent } of byLevel) {
    const report = reportOf(community);
    const isByModel = report !== undefined && !isByNoModel(report.method);
    if (isByModel || covered.has(parent)) covered.add(community);
    if (isByModel || (report && !covered.has(community))) read.add(community);
  }
  return read;
}

function occurrences(
  tables: SearchTables,
  byNumber: ReadonlyMap<number, CommunityRow>,
): Pick<CommunityIndex, 'occurrence' | 'mostUnits'> {
  const unitsOf = new Map(tables.entities.map((row) => [row.id, row.text_unit_ids]));
  const counts = tables.communityReports.map((report: CommunityReportRow) => {
    const units = new Set<string>();
    for (const id of byNumber.get(report.community)?.entity_ids ?? []) {
      for (const unit of unitsOf.get(id) ?? []) units.add(unit);
    }
    return units.size;
  });
  const mostUnits = counts.reduce((a, b) => Math.max(a, b), 1);
  return { occurrence: Float64Array.from(counts, (count) => count / mostUnits), mostUnits };
}

/**
 * How each document is called where it is cited, by id: its title; where others have the same one, with its path, and with its row
 * (from 1) where they share that too.
 */
export function documentLabels(documents: readonly DocumentRow[]): ReadonlyMap<string, string> {
  const titled = groupedBy(documents, ({ title }) => folded(title));
  const labels = new Map<string, string>();
  for (const alike of titled.values()) {
    if (alike.length === 1) for (const { id, title } of alike) labels.set(id, title);
    else for (const group of groupedBy(alike, ({ source_path }) => source_path).values()) tellApart(group, labels);
  }
  return labels;
}

function tellApart(group: readonly DocumentRow[], labels: Map<string, string>): void {
  group.forEach(({ id, title, source_path, source_row }, at) => {
    const number = group.length > 1 ? `, ${(source_row ?? at) + 1}` : '';
    labels.set(id, `${title} (${source_path}${number})`);
  });
}

const folded = (title: string): string => title.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
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
