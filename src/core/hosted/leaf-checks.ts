import { isRecord } from '../shapes/read-fields';
import { idFault } from '../tables/row-ids';
import type {
  CommunityRow,
  CovariateRow,
  DocumentRow,
  EntityRow,
  IndexTables,
  RelationshipRow,
  TableRow,
  TextUnitRow,
} from '../tables/tables';
import type { CommunityLeaf, DocumentLeaf, EntityLeaf, Leaves, SummaryLeaf } from './leaves';
import type { TitlePage } from './title-page';

/** The sizes of an index, which its leaves are checked against. */
export interface IndexSizes {
  readonly counts: TitlePage['counts'];
  /** By document, the number of its first text unit. */
  readonly firsts: Uint32Array;
}

/** Number of rows for each letter of a short id; claims have no count of their own. */
const ROWS_OF: Readonly<Record<string, (counts: TitlePage['counts']) => number>> = {
  d: ({ documents }) => documents,
  u: ({ text_units }) => text_units,
  e: ({ entities }) => entities,
  r: ({ relationships }) => relationships,
  g: ({ communities }) => communities,
  p: ({ communities }) => communities,
  c: () => Number.MAX_SAFE_INTEGER,
  s: ({ summaries }) => summaries,
};

/** The letter of a table's own ids, and of the ids that its columns refer to. */
const REFERENCES: { readonly [N in keyof IndexTables]: { readonly [C in keyof TableRow<N> & string]?: string } } = {
  documents: { id: 'd' },
  text_units: { id: 'u', document_id: 'd' },
  entities: { id: 'e', text_unit_ids: 'u' },
  relationships: { id: 'r', source_id: 'e', target_id: 'e', text_unit_ids: 'u', evidence_document_ids: 'd' },
  covariates: { id: 'c', text_unit_id: 'u', document_id: 'd' },
  communities: { id: 'g', entity_ids: 'e' },
  community_reports: { id: 'p' },
  summaries: { id: 's', parents: 's', children: 's', text_unit_ids: 'u', leaf_document_ids: 'd' },
};

const SHORT_ID = /^([a-z])(0|[1-9]\d*)$/u;

function fail(words: string): never {
  throw new RangeError(words);
}

/** Checks the ids of rows against the index. Throws RangeError where one is missing, repeated, or leads out of it. */
function checkRows<N extends keyof IndexTables>(
  table: N,
  rows: readonly (TableRow<N> & { readonly id: string })[],
  { counts }: IndexSizes,
): void {
  if (idFault(rows.map(({ id }) => id)) !== null) fail(`Rows of ${table} have no id of their own.`);
  for (const [column, letter] of Object.entries(REFERENCES[table]) as [keyof TableRow<N> & string, string][]) {
    const most = ROWS_OF[letter]?.(counts) ?? 0;
    for (const row of rows) {
      const value: unknown = row[column];
      const ids = Array.isArray(value) ? (value as readonly unknown[]) : [value];
      // What a reference led to may not have been published.
      const isSound = (id: unknown): boolean => (id === '' && column !== 'id') || isIdOf(letter, id, most);
      if (!ids.every(isSound)) fail(`The column ${column} of ${table} leads out of the index.`);
    }
  }
}

function isIdOf(letter: string, id: unknown, most: number): boolean {
  const [, own, digits] = SHORT_ID.exec(String(id)) ?? [];
  return own === letter && Number(digits) < most;
}

function checkId(id: string, expected: string): void {
  if (id !== expected) fail(`The row ${expected} has another id.`);
}

/** Numbers of rows that are there. */
function checkNumbers(numbers: readonly number[], most: number): void {
  if (numbers.some((one) => one < 0 || one >= most)) fail('Numbers lead out of the index.');
}

/** Places in a text that never go back. */
function checkPlaces(places: readonly number[], end: number): void {
  if (places.some((place, at) => place < (places[at - 1] ?? 0) || place > end)) fail('Places do not rise in the text.');
}

/** Spans with both of their ends, each within a text of this length. */
function checkSpans(starts: readonly number[], ends: readonly number[], length = Number.MAX_SAFE_INTEGER): void {
  const isSpan = (start: number, at: number): boolean => {
    const end = ends[at] ?? -1;
    return start >= 0 && start <= end && end <= length;
  };
  if (starts.length !== ends.length || !starts.every(isSpan)) fail('A span leads out of its text.');
}

/**
 * Checks of each leaf against its number and the sizes of its index. Throw RangeError for one that nobody published.
 */
export const LEAF_CHECKS: {
  readonly [S in keyof Leaves]: (leaf: Leaves[S], number: number, sizes: IndexSizes) => void;
} = {
  documents: checkDocument,
  entities: checkEntity,
  communities: checkCommunity,
  summaries: checkSummary,
};

function checkDocument(leaf: DocumentLeaf, at: number, sizes: IndexSizes) {
  const { document, units, first, mentions, concepts, summaries } = leaf;
  const { counts, firsts } = sizes;
  checkRows('documents', [document], sizes);
  checkRows('text_units', units, sizes);
  checkId(document.id, `d${String(at)}`);
  for (const [place, { id }] of units.entries()) checkId(id, `u${String(first + place)}`);
  if (first !== firsts[at] || first + units.length !== (firsts[at + 1] ?? counts.text_units))
    fail('A document has other text units than the index counts.');
  if (mentions.length !== units.length) fail('There are other mentions than text units.');
  for (const numbers of mentions) checkNumbers(numbers, counts.entities);
  checkNumbers(summaries, counts.summaries);
  for (const values of concepts.values()) {
    checkNumbers(values, 2 * counts.text_units);
    checkPlaces(values, 2 * counts.text_units);
  }
  checkTexts(document, units);
}

function checkTexts(document: DocumentRow, units: readonly TextUnitRow[]): void {
  const { length } = document.text;
  const { page_starts, row_starts, row_numbers, table_starts, table_heads } = document;
  const { heading_starts, heading_levels, heading_texts } = document;
  checkPlaces(page_starts, length);
  checkPlaces(row_starts, length);
  if (row_numbers.length !== row_starts.length) fail('Rows have other numbers.');
  checkPlaces(table_starts, length);
  if (table_heads.length !== table_starts.length) fail('Tables have other heads.');
  checkNumbers(table_heads, length + 1);
  checkPlaces(heading_starts, length);
  if (heading_levels.length !== heading_starts.length || heading_texts.length !== heading_starts.length)
    fail('Headings have other levels or texts.');
  checkPlaces(
    units.map(({ start }) => start),
    length,
  );
  checkSpans(
    units.map(({ start }) => start),
    units.map(({ end }) => end),
    length,
  );
  for (const unit of units) {
    if (unit.document_id !== document.id) fail('A text unit is of another document.');
    checkSpans(unit.sentence_starts, unit.sentence_ends, length);
  }
}

function checkEntity(leaf: EntityLeaf, at: number, sizes: IndexSizes): void {
  const { entity, relationships, neighbours, claims, communities, documents } = leaf;
  const { counts } = sizes;
  checkRows('entities', [entity], sizes);
  checkId(entity.id, `e${String(at)}`);
  checkRows('relationships', relationships, sizes);
  checkRows('covariates', claims, sizes);
  // Two relationships may lead to the same neighbour.
  for (const neighbour of neighbours) checkRows('entities', [neighbour], sizes);
  checkEnds(entity, relationships);
  checkClaims(claims);
  checkNumbers(communities, counts.communities);
  checkNumbers(documents, counts.documents);
}

function checkEnds({ id }: EntityRow, relationships: readonly RelationshipRow[]): void {
  for (const { source_id, target_id, ...row } of relationships) {
    if (source_id !== id && target_id !== id) fail('A relationship is of other entities.');
    if (row.evidence_document_ids.length !== row.evidence_starts.length) fail('Evidence has other places.');
    checkSpans(row.evidence_starts, row.evidence_ends);
  }
}

function checkClaims(claims: readonly CovariateRow[]): void {
  checkSpans(
    claims.map(({ evidence_start }) => evidence_start),
    claims.map(({ evidence_end }) => evidence_end),
  );
}

function checkCommunity(leaf: CommunityLeaf, at: number, sizes: IndexSizes): void {
  const { community, report, units, documents, ancestors, members } = leaf;
  const { counts } = sizes;
  checkRows('communities', [community], sizes);
  checkId(community.id, `g${String(at)}`);
  checkTree(community, ancestors, at);
  checkNumbers(community.children, counts.communities);
  if (new Set(community.children).size !== community.children.length) fail('A part of a community is repeated.');
  checkNumbers(documents, counts.documents);
  checkRows('entities', members, sizes);
  if (units > counts.text_units) fail('A community has more text units than the index.');
  if (report && (report.community !== at || report.id !== `p${String(at)}`)) fail('A report is of another community.');
}

/** Checks that each community comes after those that it is a part of. */
function checkTree({ community, parent }: CommunityRow, ancestors: readonly number[], at: number): void {
  const isRising = [...ancestors, at].every((one, place, all) => one > (all[place - 1] ?? -1));
  if (community !== at || parent !== (ancestors.at(-1) ?? -1) || !isRising)
    fail('A community stands in another place of the tree.');
}

function checkSummary({ summary, ancestors, documents }: SummaryLeaf, at: number, sizes: IndexSizes): void {
  const { counts } = sizes;
  checkRows('summaries', [summary], sizes);
  checkId(summary.id, `s${String(at)}`);
  checkNumbers(ancestors, counts.summaries);
  checkNumbers(documents, counts.documents);
  const { level, parents, children, leaf_document_ids, leaf_starts, leaf_ends } = summary;
  const numbersOf = (ids: readonly string[]): readonly number[] => ids.map((id) => Number(id.slice(1)));
  if (level > counts.summaries || [children, parents].some((ids) => new Set(ids).size !== ids.length))
    fail('A part of a summary is repeated.');
  if (level < 1 || numbersOf(children).some((one) => one >= at) || numbersOf(parents).some((one) => one <= at))
    fail('A summary stands in another place of the tree.');
  if (leaf_document_ids.length !== leaf_starts.length) fail('Leaves have other places.');
  checkSpans(leaf_starts, leaf_ends);
  const statements: unknown = JSON.parse(summary.sources);
  if (!Array.isArray(statements) || !statements.every((one) => isStatement(one, counts.documents)))
    fail('The sentences of a summary lead elsewhere.');
}

function isStatement(value: unknown, documents: number): boolean {
  if (!isRecord(value) || typeof value.text !== 'string' || !Array.isArray(value.spans)) return false;
  return value.spans.every(
    (span: unknown) =>
      isRecord(span) &&
      isIdOf('d', span.document_id, documents) &&
      Number.isSafeInteger(span.start) &&
      Number.isSafeInteger(span.end) &&
      0 <= Number(span.start) &&
      Number(span.start) <= Number(span.end),
  );
}
