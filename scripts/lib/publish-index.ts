import { searchTables } from '../../src/core/index/index-tables';
import type {
  IndexTables,
  CommunityReportRow,
  CommunityRow,
  CovariateRow,
  DocumentRow,
  EntityRow,
  TextUnitRow,
} from '../../src/core/tables/tables';
import { summaryRows } from '../../src/core/search/modes/raptor/summary-rows';
import { EXTRACTIVE, type Statement } from '../../src/core/raptor/summaries';
import type { TreeChoices } from '../../src/core/raptor/summary-tree';
import { lazy } from '../../src/core/memo';
import { buildSearchIndex, type SearchIndex } from '../../src/core/retrieval';
import { findConcepts } from '../../src/core/retrieval/lexical/concepts';
import { createBm25 } from '../../src/core/retrieval/lexical/bm25';
import { frozenKeys, frozenValues, type FrozenLists } from '../../src/core/retrieval/lexical/frozen-lists';
import { EXPANSION, edgesOf, neighboursOf } from '../../src/core/retrieval/graph-expansion';
import { imageOf, type IndexImage } from '../../src/core/retrieval/indexes/index-image';
import { relationshipRank } from '../../src/core/retrieval/entities';
import { sourcesOf, unitsOfReport } from '../../src/core/retrieval/reports';
import { languagesOf, mainLanguage } from '../../src/core/retrieval/lexical/languages';
import { DEFAULT_LEVEL } from '../../src/core/search/search-parameters';
import { groupBy } from '../../src/core/arrays';
import { ParseError } from '../../src/core/errors';
import { contentHash, stableId } from '../../src/core/ids';
import { message } from '../../src/core/message';
import { passageLanguage } from '../../src/core/text/language';
import { terms } from '../../src/core/text/terms';
import { finish } from '../../src/core/work';
import { writeSection, type Packing, type TakeFile } from '../../src/core/hosted/block-files';
import { inParts } from '../../src/core/hosted/document-parts';
import { LENGTHS_FILE, writeLengths, type IndexLengths } from '../../src/core/hosted/lengths';
import {
  LARGEST_LEAF,
  LEAF_FORMS,
  LEAVES_CLOSED_FROM,
  type CommunityLeaf,
  type DocumentLeaf,
  type EntityLeaf,
  type Leaves,
  type SummaryLeaf,
} from '../../src/core/hosted/leaves';
import { inReadingOrder } from '../../src/core/hosted/reading-order';
import { withShortIds } from '../../src/core/hosted/short-ids';
import { packLists, type KeyedList } from '../../src/core/hosted/sorted-lists';
import { publishVectors, type PublishedVectors } from './publish-vectors';
import {
  INDEX_VERSION,
  MOST_LANGUAGES,
  TITLE_PAGE,
  type IndexFile,
  LEAF_SECTIONS,
  type LeafSection,
  type ListSection,
  type TitlePage,
} from '../../src/core/hosted/title-page';

/** A collection to be published, with every table as it is in memory. */
export interface PublishedCollection {
  readonly name: string;
  readonly created: number;
  readonly tables: IndexTables;
  /** Shape of its tree of summaries; by default that of its parameters. */
  readonly treeChoices?: TreeChoices;
  /** Vectors of one embedder; missing where nothing is embedded. */
  readonly vectors?: PublishedVectors;
}

/** Output of publishing. */
interface Publishing {
  readonly packing: Packing;
  readonly take: TakeFile;
  /** Called at the start of each part. */
  readonly onPart?: (part: LeafSection | ListSection | 'words of all texts' | 'reports' | 'vectors') => void;
}

/** Number of an entity's relationships that are kept by the degrees of their ends, and by weight. */
const KEPT = { byDegree: 16, byWeight: 12 };
/** Text units that an entity lists in the leaf of another thing: all are in its own. */
const FEW_UNITS = 8;
/** Text units that an entity lists in its own leaf. */
const MOST_UNITS = 100_000;
const MOST_CLAIMS = 100;
const MOST_DOCUMENTS = 16;
const MOST_BROADEST = 60;
const MOST_BROADEST_SUMMARIES = 24;

/**
 * Lays an index out as files of which a reader fetches parts: lists by key, and leaves by number. Rows come in an order in which what is asked
 * together lies together. Resolves with the title page, which is the last file that is given. Linear in the text.
 */
export async function publishIndex(collection: PublishedCollection, publishing: Publishing): Promise<TitlePage> {
  const { packing, onPart = () => undefined } = publishing;
  const content = contentHash();
  const take: TakeFile = (name, bytes) => {
    content.add(bytes);
    return publishing.take(name, bytes);
  };
  const given = collection.tables;
  onPart('reports');
  const whole = finish(buildSearchIndex(searchTables(given, undefined, collection.treeChoices)));
  const made = { community_reports: allReports(whole), summaries: finish(summaryRows(whole)) };
  const ordered = inReadingOrder(inParts({ ...given, ...made }));
  const tables = withShortIds(ordered);
  onPart('words of all texts');
  const index = finish(buildSearchIndex(searchTables(tables)));
  const image = finish(imageOf(index));
  const files: IndexFile[] = [];
  const lists: Readonly<Record<ListSection, FrozenLists>> = {
    words: image.textUnits.kept.words.postings,
    concepts: image.textUnits.kept.concepts,
    entity_words: image.entities.kept.words.postings,
    entity_names: image.entities.kept.named,
    report_words: image.reports.kept.postings,
    summary_words: wordsOfSummaries(tables),
  };
  for (const [section, frozen] of Object.entries(lists) as [ListSection, FrozenLists][]) {
    onPart(section);
    files.push(...(await writeSection(section, packLists(sortedLists(frozen)), { packing, take })));
  }
  const numbers = numbersOf(tables);
  const leaves: { readonly [S in LeafSection]: () => Iterable<readonly [number, Leaves[S]]> } = {
    documents: () => documentLeaves(tables, index, image, numbers),
    entities: () => entityLeaves(tables, index, numbers),
    communities: () => communityLeaves(tables, index, numbers),
    summaries: () => summaryLeaves(tables, numbers),
  };
  const packLeaves = <S extends LeafSection>(section: S) => leafBlocks(section, leaves[section]());
  for (const section of LEAF_SECTIONS) {
    onPart(section);
    files.push(...(await writeSection(section, packLeaves(section), { packing, take })));
  }
  if (collection.vectors) onPart('vectors');
  const vectors = await publishVectors(collection.vectors, ordered, { packing, take });
  files.push(...vectors.files);
  const lengths = await packing.pack(writeLengths(lengthsOf(tables, image)));
  await take(LENGTHS_FILE, lengths);
  files.push({ name: LENGTHS_FILE, bytes: lengths.length });
  const title = {
    ...titlePage(collection, tables, index, { files, content: content.hex() }),
    ...(vectors.page && { vectors: vectors.page }),
  };
  await take(TITLE_PAGE, new TextEncoder().encode(JSON.stringify(title)));
  return title;
}

/** The report on each community that has one, by the numbers of communities. */
function allReports({ tables, reports }: SearchIndex): readonly CommunityReportRow[] {
  return tables.communities.flatMap(({ community }) => reports.of(community) ?? []);
}

/** Words of the summaries that a model wrote. Those of others are words of documents, which are found by them. */
function wordsOfSummaries({ documents, summaries }: IndexTables): FrozenLists {
  const bm25 = createBm25();
  const language = mainLanguage(documents);
  for (const [at, { text, method }] of summaries.entries())
    if (method !== EXTRACTIVE) bm25.add(at, terms(text, passageLanguage(text, language)));
  const positions = Int32Array.from(summaries.keys());
  return finish(bm25.freeze({ numbers: positions, positions })).postings;
}

function sortedLists(frozen: FrozenLists): Iterable<KeyedList> {
  const keys = [...frozenKeys(frozen)].sort();
  return (function* () {
    for (const key of keys) yield [key, frozenValues(frozen, key).toSorted()] as const;
  })();
}

/** Numbers of rows, which are their positions. */
interface Numbers {
  readonly documents: ReadonlyMap<string, number>;
  readonly entities: ReadonlyMap<string, number>;
  readonly documentOfUnit: ReadonlyMap<string, string>;
}

function numbersOf({ documents, entities, text_units }: IndexTables): Numbers {
  const positions = (rows: readonly { readonly id: string }[]) => new Map(rows.map(({ id }, at) => [id, at]));
  return {
    documents: positions(documents),
    entities: positions(entities),
    documentOfUnit: new Map(text_units.map(({ id, document_id }) => [id, document_id])),
  };
}

/** Numbers of the first documents among these, each once. */
function documentNumbers(ids: Iterable<string | undefined>, { documents }: Numbers): readonly number[] {
  const found = new Set<number>();
  for (const id of ids) {
    const number = documents.get(id ?? '');
    if (number !== undefined) found.add(number);
    if (found.size === MOST_DOCUMENTS) break;
  }
  return [...found];
}

function* documentLeaves(
  tables: IndexTables,
  index: SearchIndex,
  { textUnits }: IndexImage,
  numbers: Numbers,
): Generator<readonly [number, DocumentLeaf]> {
  const limit = Math.min(EXPANSION.maxFrequency, Math.max(2, tables.text_units.length / 4));
  const summariesOf = summariesByDocument(tables);
  let first = 0;
  for (const [at, document] of tables.documents.entries()) {
    const units = unitsFrom(tables.text_units, first, document.id);
    const keys = new Set(units.flatMap(({ text }) => findConcepts(text).map(({ key }) => key)));
    const postings = [...keys].map((key) => [key, frozenValues(textUnits.kept.concepts, key)] as const);
    const rare = postings.filter(([, { length }]) => length >= 2 && length <= limit);
    yield [
      at,
      {
        document: { ...document, text_unit_ids: [] },
        units,
        first,
        mentions: units.map(({ id }) => index.entitiesIn(id).map((entity) => numbers.entities.get(entity.id) ?? 0)),
        concepts: new Map(rare.map(([key, values]) => [key, [...values.toSorted()]])),
        summaries: summariesOf.get(document.id) ?? [],
      },
    ];
    first += units.length;
  }
}

/** The text units of a document, the first of which has this number. */
function unitsFrom(all: readonly TextUnitRow[], first: number, document: string): readonly TextUnitRow[] {
  let end = first;
  while (all[end]?.document_id === document) end++;
  return all.slice(first, end);
}

function* entityLeaves(
  tables: IndexTables,
  index: SearchIndex,
  numbers: Numbers,
): Generator<readonly [number, EntityLeaf]> {
  const claimsOf = lazy(() => groupBy(tables.covariates, ({ subject_id }) => subject_id));
  const claimsOn = lazy(() => groupBy(tables.covariates, ({ object_id }) => object_id));
  for (const [at, entity] of tables.entities.entries()) {
    const edges = strongest(index, at);
    const relationships = edges.flatMap((edge) => tables.relationships.at(edge) ?? []);
    const all = [...edgesOf(index.adjacency, at)];
    const neighbours = neighboursOf(index.adjacency, at);
    const others = edges.flatMap((edge) => tables.entities[neighbours[all.indexOf(edge)] ?? -1] ?? []);
    const evidence = relationships.flatMap(({ evidence_document_ids }) => evidence_document_ids.slice(0, 1));
    const mentioned = entity.text_unit_ids.map((id) => numbers.documentOfUnit.get(id));
    const claims: readonly CovariateRow[] = [
      ...(claimsOf().get(entity.title) ?? []),
      ...(claimsOn().get(entity.title) ?? []),
    ];
    yield [
      at,
      {
        entity: { ...entity, text_unit_ids: entity.text_unit_ids.slice(0, MOST_UNITS) },
        relationships,
        neighbours: others.map((row) => ({ ...row, text_unit_ids: row.text_unit_ids.slice(0, FEW_UNITS) })),
        claims: [...new Set(claims)].slice(0, MOST_CLAIMS),
        communities: index.communities.of(entity.id),
        documents: documentNumbers([...evidence.slice(0, MOST_DOCUMENTS / 2), ...mentioned], numbers),
      },
    ];
  }
}

/** The relationships of an entity that a question is likeliest to see, as row numbers. */
function strongest(index: SearchIndex, entity: number): readonly number[] {
  const edges = [...edgesOf(index.adjacency, entity)];
  if (edges.length <= KEPT.byDegree + KEPT.byWeight) return edges;
  const by = (rank: 'combined_degree' | 'weight', most: number): readonly number[] => {
    const ranked = edges.map((edge) => ({ edge, rank: relationshipRank(index, edge, rank) }));
    return ranked
      .sort((a, b) => b.rank - a.rank || a.edge - b.edge)
      .slice(0, most)
      .map(({ edge }) => edge);
  };
  return [...new Set([...by('combined_degree', KEPT.byDegree), ...by('weight', KEPT.byWeight)])];
}

function* communityLeaves(
  tables: IndexTables,
  index: SearchIndex,
  numbers: Numbers,
): Generator<readonly [number, CommunityLeaf]> {
  const { communities } = index;
  const isSplit = new Set(tables.communities.map(({ parent }) => parent));
  for (const [row, community] of tables.communities.entries()) {
    const report = index.reports.of(community.community) ?? null;
    const stated = report ? sourcesOf(report).map(({ document_id }) => document_id) : [];
    const beneath = lazy(() =>
      unitsOfReport(index, row, () => true).map((slot) => index.unitAt.get(slot)?.document_id),
    );
    const documents = documentNumbers([...stated, ...(stated.length > 0 ? [] : beneath())], numbers);
    yield [
      community.community,
      {
        // The members of one that was split are those of its parts.
        community: isSplit.has(community.community) ? { ...community, entity_ids: [] } : community,
        report,
        units: Math.round(communities.occurrence(row) * communities.mostUnits()),
        covers: communities.documents(row),
        documents,
        ancestors: ancestorsOf(community, communities.byNumber),
        members: memberIn(tables.documents[documents[0] ?? -1]?.id, community, tables, numbers),
      },
    ];
  }
}

function* summaryLeaves({ summaries }: IndexTables, numbers: Numbers): Generator<readonly [number, SummaryLeaf]> {
  const numberOf = new Map(summaries.map(({ id }, at) => [id, at]));
  const above = new Map<number, ReadonlySet<number>>();
  // Parents come after their parts.
  for (const [at, { parents }] of [...summaries.entries()].toReversed()) {
    const own = parents.flatMap((id) => numberOf.get(id) ?? []);
    above.set(at, new Set([...own, ...own.flatMap((parent) => [...(above.get(parent) ?? [])])]));
  }
  for (const [at, summary] of summaries.entries()) {
    const statements = JSON.parse(summary.sources) as readonly Statement[];
    const ids = statements.flatMap(({ spans }) => spans.map(({ document_id }) => document_id));
    yield [at, { summary, ancestors: [...(above.get(at) ?? [])], documents: documentNumbers(ids, numbers) }];
  }
}

/** By document, the numbers of the summaries of level 1 that have leaves of it. */
function summariesByDocument({ summaries }: IndexTables): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, Set<number>>();
  for (const [at, { leaf_document_ids }] of summaries.entries())
    for (const id of leaf_document_ids) found.set(id, (found.get(id) ?? new Set()).add(at));
  return new Map([...found].map(([id, own]) => [id, [...own]]));
}

/** Numbers of the communities that this one is a part of, the broadest first. */
function ancestorsOf({ parent }: CommunityRow, byNumber: ReadonlyMap<number, CommunityRow>): readonly number[] {
  const ancestors: number[] = [];
  for (let row = byNumber.get(parent); row; row = byNumber.get(row.parent)) ancestors.unshift(row.community);
  return ancestors;
}

/** The best connected member that a document mentions, with its text units there. */
function memberIn(
  document: string | undefined,
  { entity_ids }: CommunityRow,
  { entities }: IndexTables,
  numbers: Numbers,
): readonly EntityRow[] {
  const isHere = (unit: string): boolean => numbers.documentOfUnit.get(unit) === document;
  const members = entity_ids.map((id) => numbers.entities.get(id) ?? -1).sort((a, b) => a - b);
  const found = members.find((member) => entities[member]?.text_unit_ids.some(isHere));
  const entity = entities[found ?? -1];
  return entity ? [{ ...entity, text_unit_ids: entity.text_unit_ids.filter(isHere).slice(0, FEW_UNITS) }] : [];
}

function* leafBlocks<S extends LeafSection>(section: S, leaves: Iterable<readonly [number, Leaves[S]]>) {
  const { write } = LEAF_FORMS[section];
  const encoder = new TextEncoder();
  let first: number | undefined;
  let parts: string[] = [];
  let size = 0;
  const block = (start: number) => ({ first: start, bytes: encoder.encode(`[${parts.join(',')}]`) });
  for (const [number, leaf] of leaves) {
    const part = JSON.stringify([number, write(leaf)]);
    if (part.length * 3 > LARGEST_LEAF && encoder.encode(part).length > LARGEST_LEAF) throw tooLargeLeaf(section, part);
    first ??= number;
    parts.push(part);
    size += part.length;
    if (size < LEAVES_CLOSED_FROM) continue;
    yield block(first);
    [first, parts, size] = [undefined, [], 0];
  }
  if (first !== undefined) yield block(first);
}

function tooLargeLeaf(section: LeafSection, part: string): ParseError {
  const size = Math.ceil(part.length / 1000);
  return new ParseError(
    message`One of the ${section} takes ${size} kB, more than the ${LARGEST_LEAF / 1000} kB that a reader of a published index takes. Cut its passages smaller, or leave it out, then publish again.`,
    { detail: part.slice(0, 200) },
  );
}

/** Lengths in terms as BM25 counts them, the first text unit of each document, and the community of each report. */
function lengthsOf({ documents, text_units, community_reports }: IndexTables, image: IndexImage): IndexLengths {
  const counts = groupBy(text_units, ({ document_id }) => document_id);
  const firsts = new Uint32Array(documents.length);
  let next = 0;
  for (const [at, { id }] of (documents as readonly DocumentRow[]).entries()) {
    firsts[at] = next;
    next += counts.get(id)?.length ?? 0;
  }
  return {
    texts: image.textUnits.kept.words.lengths,
    entities: image.entities.kept.words.lengths,
    reports: image.reports.kept.lengths,
    firsts,
    communities: Uint32Array.from(community_reports, ({ community }) => community),
  };
}

function titlePage(
  { name, created }: PublishedCollection,
  tables: IndexTables,
  index: SearchIndex,
  { files, content }: { readonly files: readonly IndexFile[]; readonly content: string },
): TitlePage {
  const { communities } = index;
  const covers = (row: number): number => communities.documents(row);
  const rows = communities.rollUp(DEFAULT_LEVEL).toSorted((a, b) => covers(b) - covers(a) || a - b);
  return {
    format: 'burrow-index',
    version: INDEX_VERSION,
    name,
    created,
    edition: stableId(name, created, content),
    language: mainLanguage(index.tables.documents),
    languages: languagesOf(index.tables.documents).slice(0, MOST_LANGUAGES),
    counts: {
      documents: tables.documents.length,
      text_units: tables.text_units.length,
      entities: tables.entities.length,
      relationships: tables.relationships.length,
      communities: tables.communities.length,
      summaries: tables.summaries.length,
    },
    mostUnits: communities.mostUnits(),
    broadestSummaries: broadestSummaries(tables),
    broadest: rows.slice(0, MOST_BROADEST).flatMap((row) => tables.communities[row]?.community ?? []),
    files,
  };
}

/** Numbers of the summaries at the top of the tree, the largest first. */
function broadestSummaries({ summaries }: IndexTables): readonly number[] {
  const top = summaries.at(-1)?.level ?? 0;
  const numbers = [...summaries.keys()].filter((at) => summaries[at]?.level === top);
  const size = (at: number): number => summaries[at]?.text_unit_ids.length ?? 0;
  return numbers.sort((a, b) => size(b) - size(a) || a - b).slice(0, MOST_BROADEST_SUMMARIES);
}
