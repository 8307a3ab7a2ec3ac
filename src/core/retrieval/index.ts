import type { Hit } from '../vectors/top-k';
import { documentUnits } from '../tables/document-units';
import { columnOf, placesById, type Rows } from '../tables/rows';
import type { CommunityRow, DocumentRow, EntityRow, RelationshipRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import type { AskedWord } from './lexical/asked-words';
import { asPartOf, renumbered } from './lexical/bm25';
import { cohesionAmong, type CohesionCache } from './cohesion';
import { communityIndex, type CommunityIndex } from './indexes/community-index';
import { communityMembers, type CommunityMembers } from './community-members';
import { documentLabels } from './documents/document-labels';
import { entityKeeper, entityNames, type EntityNames } from './indexes/entity-index';
import { buildAdjacency, type Adjacency } from './graph-expansion';
import { mainLanguage } from './lexical/languages';
import { lazy, type Lazy } from '../memo';
import type { Passages } from './indexes/passage-index';
import { relationshipWords, type RelationshipWords } from './indexes/relationship-index';
import { REPORT_KEEPER, type RowIndex } from './indexes/row-index';
import { linkRows, listOf, namingRows, type RowLinks } from './indexes/row-links';
import {
  keepRows,
  restoreRows,
  type FrozenRows,
  type Keeping,
  type KeptRows,
  type Lookup,
  type NumberedRows,
  type Row,
} from './indexes/row-numbers';
import type { IndexImage, KeptWords } from './indexes/index-image';
import type { SearchTables } from './indexes/search-tables';
import type { CorpusStatistics } from './lexical/corpus-statistics';
import { valuesOf } from '../parameters';
import { reportTables } from '../reports/context/report-tables';
import { REPORT_PARAMETERS } from '../reports/extractive/report-context';
import { createReports, type Reports } from '../reports/reports';
import { unitKeeper } from './indexes/unit-index';

export type { SearchTables } from './indexes/search-tables';

/**
 * Index of one state of the tables for search. Row numbers are positions in a table, in this state. Parts are made at
 * the first question that needs them.
 */
export interface SearchIndex {
  readonly tables: SearchTables;
  readonly documents: Lookup<string, DocumentRow>;
  /** Names of documents in citations, by id: shared titles are made distinct. */
  readonly labels: ReadonlyMap<string, string>;
  /** The words of text units. */
  readonly passages: Passages;
  /** Text units by their row number, which is called a slot, and back. */
  readonly unitAt: Lookup<number, TextUnitRow> & { readonly size: number };
  readonly slotOf: Lookup<string, number>;
  /** The text unit of this id; undefined where there is none. */
  unitOf(id: string): TextUnitRow | undefined;
  /** The text units of a document, in reading order. */
  unitsOf(documentId: string): readonly TextUnitRow[];
  /** The entities that a text unit mentions, by its id. */
  entitiesIn(textUnitId: string): readonly EntityRow[];
  readonly entities: RowIndex;
  readonly names: EntityNames;
  readonly reports: Reports;
  /** Rows of the table of reports. */
  readonly writtenReports: RowIndex;
  readonly relationshipAt: Lookup<string, number>;
  readonly relationshipWords: RelationshipWords;
  readonly adjacency: Adjacency;
  readonly communities: CommunityIndex;
  /** Scores the cohesion of a text unit with the rest of its document, 0 to 1. */
  cohesionOf(unit: TextUnitRow): number;
  /** Parts from which the index of a later state is made. */
  readonly kept: Kept;
}

/** Parts that one state passes to the next. */
interface Kept extends KeptWords {
  /** The text units that entities are mentioned in. */
  readonly mentions: Lazy<RowLinks<EntityRow>>;
  /** The entities at both ends of relationships. */
  readonly ends: Lazy<RowLinks<RelationshipRow>>;
  /** The entities of communities. */
  readonly members: Lazy<RowLinks<CommunityRow>>;
  readonly relationshipWords: RelationshipWords;
  readonly cohesion: CohesionCache;
  /** The reports that were composed so far. */
  readonly composed: () => Reports['composed'] | undefined;
}

/** Indexes text units, entities and reports for search, in small steps; linear in the text of rows that are not in the image. */
export function* buildSearchIndex(tables: SearchTables, image: Partial<IndexImage> = {}): Work<SearchIndex> {
  return yield* indexTables(tables, undefined, image);
}

/**
 * The index of a later state of the tables, at a cost in proportion to what changed: a row that is the same object is
 * not looked at again. The earlier index continues answering from its own rows until this work is done. What an image
 * holds is taken from there.
 */
export function* updateSearchIndex(
  index: SearchIndex,
  tables: SearchTables,
  image: Partial<IndexImage> = {},
): Work<SearchIndex> {
  return yield* indexTables(tables, index.kept, image);
}

/** Makes what a question would make at its first need, one after the other. */
export function* readyIndex(index: SearchIndex): Work<void> {
  const parts: readonly (() => unknown)[] = [
    () => index.labels,
    () => index.entitiesIn(''),
    () => index.adjacency,
    () => index.communities.of(''),
    () => index.communities.reported,
    () => index.communities.mostUnits(),
    () => [...index.communities.reportOf.values()].forEach((row) => index.communities.documents(row)),
  ];
  for (const [at, make] of parts.entries()) {
    make();
    yield { done: at + 1, total: parts.length };
  }
}

/** Documents are only looked up. */
const DOCUMENT_KEEPER = {
  create: () => null,
  keeper: () => ({ add: () => undefined, remove: () => undefined, isCurrent: () => true }),
};

function* indexTables(tables: SearchTables, before: Kept | undefined, image: Partial<IndexImage>): Work<SearchIndex> {
  const { length } = tables.textUnits;
  const total = length + tables.entities.length + tables.communityReports.length;
  const documents = (yield* keepRows(tables.documents, DOCUMENT_KEEPER, before?.documents))();
  const unitRows = restoredOrKept(tables.textUnits, unitKeeper(documents.state), before?.textUnits, image.textUnits);
  const units = yield* within(0, total, unitRows);
  const thingRows = restoredOrKept(
    tables.entities,
    entityKeeper(mainLanguage(tables.documents)),
    before?.entities,
    image.entities,
  );
  const things = yield* within(length, total, thingRows);
  const rest = total - tables.communityReports.length;
  const writtenRows = restoredOrKept(tables.communityReports, REPORT_KEEPER, before?.reports, image.reports);
  const written = yield* within(rest, total, writtenRows);
  // From here on no step lets a question in between: what is gone is forgotten, and the new state takes over.
  const [textUnits, entities, reports] = [units(), things(), written()];
  const links = linksOf(tables, textUnits.state, entities.state, before);
  const cohesion: CohesionCache = (!image.entities && before?.cohesion) || new Map();
  for (const id of cohesion.keys()) if (!documents.state.has(id)) cohesion.delete(id);
  return indexOf(tables, { documents, textUnits, entities, reports, ...links, cohesion }, before);
}

/** The next state of a table's rows: from an image of them, where there is one, else from the state before. */
function* restoredOrKept<R extends Row, K, F>(
  rows: readonly R[],
  keeping: Keeping<R, K, F>,
  before: KeptRows<R, K> | undefined,
  frozen: FrozenRows<F> | undefined,
): Work<() => KeptRows<R, K>> {
  return yield* keepRows(rows, keeping, frozen ? yield* restoreRows(rows, keeping, frozen) : before);
}

/** Links of rows that a question has asked for are kept up to date; the others are made when one does. */
function linksOf(
  { documents, entities, relationships, communities }: SearchTables,
  unitRows: NumberedRows<TextUnitRow>,
  entityRows: NumberedRows<EntityRow>,
  before?: Kept,
): Pick<Kept, 'mentions' | 'ends' | 'members' | 'relationshipWords'> {
  const carried = <R extends Row>(make: (earlier?: RowLinks<R>) => RowLinks<R>, earlier?: RowLinks<R>) =>
    lazy(() => make(), earlier && make(earlier));
  return {
    mentions: carried(
      (earlier) => linkRows(entities, listAt(entities, 'text_unit_ids'), unitRows, earlier),
      before?.mentions.made(),
    ),
    ends: carried(
      (earlier) => linkRows(relationships, endsAt(relationships), entityRows, earlier),
      before?.ends.made(),
    ),
    members: carried(
      (earlier) => linkRows(communities, listAt(communities, 'entity_ids'), entityRows, earlier),
      before?.members.made(),
    ),
    relationshipWords: relationshipWords(relationships, mainLanguage(documents), before?.relationshipWords.made()),
  };
}

/** Reads a list of ids of each row. */
function listAt<N extends string>(rows: readonly { readonly [K in N]: readonly string[] }[], name: N) {
  return (place: number): readonly string[] => rows[place]?.[name] ?? [];
}

/** Reads the ids at both ends of each relationship. */
function endsAt(rows: Rows<RelationshipRow>): (place: number) => readonly string[] {
  const [sourceOf, targetOf] = [columnOf(rows, 'source_id'), columnOf(rows, 'target_id')];
  return (place) => [sourceOf(place) ?? '', targetOf(place) ?? ''];
}

function indexOf(tables: SearchTables, rows: Omit<Kept, 'composed'>, before?: Kept): SearchIndex {
  const { documents, textUnits, entities, reports: written, mentions, ends, members } = rows;
  const [units, things] = [textUnits.state, entities.state];
  const mentioning = lazy(() => namingRows(mentions(), units));
  const entitiesIn = (id: string): readonly EntityRow[] =>
    Array.from(listOf(mentioning(), units.at.get(id) ?? -1)).flatMap((row) => tables.entities[row] ?? []);
  /** A text unit's own number, and those of the entities that it mentions. */
  const numbersIn = ({ id }: TextUnitRow): Int32Array => {
    const row = units.at.get(id) ?? -1;
    const own = listOf(mentioning(), row);
    const numbers = new Int32Array(own.length + 1);
    numbers[0] = units.numbers[row] ?? -1;
    for (let at = 0; at < own.length; at++) numbers[at + 1] = things.numbers[own[at] ?? -1] ?? -1;
    return numbers;
  };
  const unitsOf = (id: string): readonly TextUnitRow[] => documentUnits(tables.textUnits).get(id) ?? [];
  const labels = lazy(() => documentLabels(tables.documents));
  const adjacency = lazy(() => buildAdjacency(ends(), things));
  const relationshipAt = lazy(() => placesById(tables.relationships));
  const entityOf = (id: string): EntityRow | undefined => tables.entities[things.at.get(id) ?? -1];
  const earlier = before?.composed();
  const { whole } = tables;
  const own = textUnits.kept.passages.among(units);
  const passages = whole ? passagesOfPart(own, whole) : own;
  const present = communityMembers({
    relationships: tables.relationships,
    entities: things,
    textUnits: units,
    ...{ members, mentions, adjacency },
  });
  const inside = whole ? membersOfPart(present, tables.communities, whole) : present;
  const rowOf = lazy(() => new Map(tables.communities.map((row, at) => [row, at])));
  const relationshipsIn = (row: CommunityRow): readonly RelationshipRow[] =>
    inside.relationships(rowOf().get(row) ?? -1);
  const reports = lazy(() => {
    const parameters = tables.reportParameters ?? valuesOf({ parameters: REPORT_PARAMETERS });
    const joined = reportTables(tables, { entity: entityOf, relationships: relationshipsIn });
    const { idf } = passages.bm25;
    return createReports({ tables: joined, rows: tables.communityReports, parameters, idf }, earlier);
  });
  const ownWords = renumbered(entities.kept.bm25, things);
  const entityWords = whole ? asPartOf(ownWords, { texts: whole.entities }, whole.entitiesWith) : ownWords;
  const communitiesOf = lazy(() => membershipsOf(tables.communities, members, things));
  const communities = lazy(() =>
    communityIndex(tables.communities, reports(), {
      members: inside,
      communitiesOf: (id) => communitiesOf()(id),
      mostUnits: whole?.mostUnits,
    }),
  );
  return {
    tables,
    kept: { ...rows, composed: () => reports.made()?.composed ?? earlier },
    documents: documents.state,
    get labels() {
      return labels();
    },
    passages,
    unitAt: {
      get: (slot) => tables.textUnits[slot],
      has: (slot) => tables.textUnits[slot] !== undefined,
      size: tables.textUnits.length,
    },
    slotOf: units.at,
    unitOf: (id) => tables.textUnits[units.at.get(id) ?? -1],
    unitsOf,
    entitiesIn,
    entities: { bm25: entityWords, at: things.at },
    names: entityNames(entities.kept, things),
    get reports() {
      return reports();
    },
    writtenReports: { bm25: renumbered(written.kept, written.state), at: written.state.at },
    get relationshipAt() {
      return relationshipAt();
    },
    relationshipWords: rows.relationshipWords,
    get adjacency() {
      return adjacency();
    },
    get communities() {
      return communities();
    },
    cohesionOf: cohesionAmong(rows.cohesion, unitsOf, numbersIn),
  };
}

/** Passages that are a part of an index weigh their words and names as all of them do. */
function passagesOfPart(passages: Passages, whole: CorpusStatistics): Passages {
  const { concepts } = passages;
  return {
    ...passages,
    bm25: asPartOf(passages.bm25, { texts: whole.texts, average: whole.averageLength }, whole.textsWith),
    concepts: { ...concepts, frequency: (key) => whole.textsNaming(key) ?? concepts.frequency(key) },
  };
}

/** Communities cover what they cover in the whole index. */
function membersOfPart(
  members: CommunityMembers,
  communities: readonly CommunityRow[],
  whole: CorpusStatistics,
): CommunityMembers {
  const known = (row: number) => whole.community(communities[row]?.community ?? -1);
  return {
    ...members,
    unitCount: (row) => known(row)?.units ?? members.unitCount(row),
    documents: (row) => known(row)?.covers ?? members.documents(row),
  };
}

/** For an entity, the rows of its communities, the broadest first. */
function membershipsOf(
  communities: readonly CommunityRow[],
  members: Lazy<RowLinks<CommunityRow>>,
  entities: NumberedRows<EntityRow>,
): (entityId: string) => readonly CommunityRow[] {
  const byLevel = communities
    .map(({ level, community }, row) => ({ level, community, row }))
    .sort((a, b) => a.level - b.level || a.community - b.community);
  const lists = namingRows(
    members(),
    entities,
    byLevel.map(({ row }) => row),
  );
  return (id) => Array.from(listOf(lists, entities.at.get(id) ?? -1)).flatMap((row) => communities[row] ?? []);
}

/** A part of some work. */
function* within<T>(start: number, total: number, work: Work<T>): Work<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield { done: start + step.value.done, total };
  }
}

/** Parts of a question that rankings use. */
export interface RetrievalQuery {
  /** With the words that it takes over from earlier questions. */
  readonly text: string;
  /** Content words. */
  readonly words: readonly AskedWord[];
  /** Phrase that is searched for as it was typed, in place of words. */
  readonly phrase?: string;
  /** Entity rows that it names, in order. */
  readonly entities: readonly number[];
  /** Rankings by meaning, where there are vectors. */
  readonly dense?: DenseSearch;
  /** Relevance by a reranker, 0 to 1, by number of the text unit; missing without one. */
  readonly reranked?: ReadonlyMap<number, number>;
}

/** Rankings of an index by likeness of meaning to one question; scores are inner products. */
export interface DenseSearch {
  /** Weight of its order of text units, against 1 for that by their words. */
  readonly weight: number;
  /** Row numbers of text units that may be found. */
  units(k: number): readonly Hit[];
  /** Row numbers of entities; only of allowed ones, when given, which are chosen before the search. */
  entities(k: number, allow?: (row: number) => boolean): readonly Hit[];
  /** Row numbers of relationships, as for entities. */
  relationships(k: number, allow?: (row: number) => boolean): readonly Hit[];
  /** Row numbers of reports. */
  reports(k: number, rows: readonly number[]): readonly Hit[];
  /** Row numbers of summaries by a model. */
  summaries(k: number): readonly Hit[];
}
