import type { SearchIndex } from '../retrieval';
import { clipToTokens, oneLine } from '../text/clip';
import type { Place } from '../tables/documents';
import { placeAt } from '../tables/recognition';
import { rowIn } from '../tables/rows';
import type { CommunityRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import { communitiesAtLevel, deepestLevel, inReadingOrder } from './community-order';

/**
 * Number of passages (text units) of each document in each community of a level. A passage belongs to a community where
 * it connects two of its members (GraphRAG's `text_unit_ids` of a community). It may belong to several, or to none.
 */
export interface DocumentMatrix {
  /** Documents by rows: those with the most of the same community stand together, in the order of the communities. */
  readonly documentIds: readonly string[];
  readonly documentTitles: readonly string[];
  /** All passages of each document. */
  readonly passages: Int32Array;
  /** Communities by columns, in reading order. */
  readonly communities: Int32Array;
  readonly communityTitles: readonly string[];
  /** Filled cells of row `i` are those at `offsets[i]` to `offsets[i + 1]`, by rising column. */
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly counts: Int32Array;
  /** The deepest level of the collection, whatever is chosen. */
  readonly deepest: number;
}

/** A filled cell while the matrix is made. */
interface Cell {
  readonly column: number;
  readonly count: number;
}

/** Counts the passages of the communities of a level by document; linear in these passages. A step for each community. */
export function* documentMatrix(index: SearchIndex, level: number): Work<DocumentMatrix> {
  const { tables, labels, reports } = index;
  const rows = communitiesAtLevel(inReadingOrder(tables.communities), level);
  const cells = new Map<string, Cell[]>(tables.documents.map(({ id }) => [id, []]));
  for (const [column, row] of rows.entries()) {
    for (const [document, count] of passagesByDocument(index, row)) cells.get(document)?.push({ column, count });
    yield { done: column, total: rows.length };
  }
  const passages = (id: string): number => index.unitsOf(id).length;
  const ordered = tables.documents
    .map(({ id }, at) => ({ id, at, own: cells.get(id) ?? [] }))
    .map((document) => ({ ...document, ...strongest(document.own, passages(document.id)) }))
    .sort((a, b) => a.column - b.column || b.share - a.share || a.at - b.at);
  const all = ordered.flatMap(({ own }) => own);
  const offsets = new Int32Array(ordered.length + 1);
  for (const [at, { own }] of ordered.entries()) offsets[at + 1] = (offsets[at] ?? 0) + own.length;
  return {
    documentIds: ordered.map(({ id }) => id),
    documentTitles: ordered.map(({ id }) => labels.get(id) ?? ''),
    passages: Int32Array.from(ordered, ({ id }) => passages(id)),
    communities: Int32Array.from(rows, ({ community }) => community),
    communityTitles: rows.map((row) => reports.title(row)),
    offsets,
    columns: Int32Array.from(all, ({ column }) => column),
    counts: Int32Array.from(all, ({ count }) => count),
    deepest: deepestLevel(tables.communities),
  };
}

function passagesByDocument(index: SearchIndex, { text_unit_ids }: CommunityRow): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of text_unit_ids) {
    const unit = index.unitOf(id);
    if (unit) counts.set(unit.document_id, (counts.get(unit.document_id) ?? 0) + 1);
  }
  return counts;
}

/** The column with the most passages of a document, the first of several, and its share of them; behind all columns where none has any. */
function strongest(cells: readonly Cell[], passages: number): { readonly column: number; readonly share: number } {
  const best = cells.reduce((top, cell) => (cell.count > top.count ? cell : top), NO_CELL);
  return { column: best.column, share: best.count / Math.max(1, passages) };
}

const NO_CELL: Cell = { column: Number.MAX_SAFE_INTEGER, count: 0 };

/** A passage that belongs to a community, and why. */
export interface CellPassage {
  readonly textUnitId: string;
  readonly start: number;
  readonly end: number;
  /** First words, on one line. */
  readonly words: string;
  /** Null without pages. */
  readonly page: Place | null;
  /** Headings above it, the broadest first. */
  readonly headings: readonly string[];
  /** Titles of pairs of members that it connects, a few of them. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** A part of the passages of a cell, in reading order. */
export interface CellPassages {
  readonly passages: readonly CellPassage[];
  /** All passages of the cell. */
  readonly total: number;
}

export interface CellQuery {
  readonly documentId: string;
  readonly community: number;
  readonly offset: number;
  readonly limit: number;
}

/** Tokens of a passage that are shown. */
const WORDS = 60;
const PAIRS = 3;

/** The passages of a document that belong to a community; none where one of the two is gone. */
export function* cellPassages(
  index: SearchIndex,
  { documentId, community, offset, limit }: CellQuery,
): Work<CellPassages> {
  const row = index.communities.byNumber.get(community);
  const document = index.documents.get(documentId);
  if (!row || !document) return { passages: [], total: 0 };
  const inside = new Set(row.text_unit_ids);
  const own = index.unitsOf(documentId).filter(({ id }) => inside.has(id));
  const shown = own.slice(offset, offset + limit);
  const pairs = yield* connectedPairs(index, row, shown);
  return {
    passages: shown.map((unit) => ({
      textUnitId: unit.id,
      start: unit.start,
      end: unit.end,
      words: clipToTokens(oneLine(unit.text), WORDS),
      page: placeAt(document, unit.start),
      headings: unit.heading_path,
      pairs: pairs.get(unit.id) ?? [],
    })),
    total: own.length,
  };
}

/** Some of the pairs of members that each text unit connects. */
function* connectedPairs(
  { tables, relationshipAt }: SearchIndex,
  { relationship_ids }: CommunityRow,
  units: readonly TextUnitRow[],
): Work<ReadonlyMap<string, readonly (readonly [string, string])[]>> {
  const found = new Map<string, (readonly [string, string])[]>(units.map(({ id }) => [id, []]));
  for (const [at, id] of relationship_ids.entries()) {
    if (at % 256 === 0) yield { done: at, total: relationship_ids.length };
    const relationship = rowIn(tables.relationships, relationshipAt.get(id) ?? -1);
    if (!relationship) continue;
    for (const unit of relationship.text_unit_ids) {
      const pairs = found.get(unit);
      if (pairs && pairs.length < PAIRS) pairs.push([relationship.source, relationship.target]);
    }
  }
  return found;
}
