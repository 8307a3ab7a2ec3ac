import type { SourceKind } from '../reports/context/context-page';
import type { CommunityReportRow, Span } from '../tables/tables';
import { passageLanguage } from '../text/language';
import { terms } from '../text/terms';
import { idfOfWord } from './lexical/asked-words';
import type { WordTerms } from './lexical/bm25';
import { countTerms, lengthShare, scoreWords, type CountedWords } from './lexical/counted-words';
import { fuseDense, sortedHits, type Hit } from '../vectors/top-k';
import { mapQueryToEntities } from './entities';
import type { SearchIndex, RetrievalQuery } from './index';
import { rankTextUnits } from './text-units';

/** Reports that match by meaning at most: any report is a little like any query. */
const LIKE_IN_MEANING = 10;
/** Number of candidates of each kind that are composed and ranked by their own words. */
const MOST = { passages: 40, entities: 10, written: 40, broad: 10 };

/** A report with its score, 0 to 1. */
interface ReportPick {
  /** Row number of the community. */
  readonly row: number;
  readonly score: number;
  /**
   * Match of its words, or its meaning where there are vectors, with the question, as a share of the best; 0 for no
   * match.
   */
  readonly relevance: number;
}

/** Among which reports is picked. */
interface ReportChoice {
  readonly level: number;
  /** Checks if a text unit belongs to the chosen documents. */
  readonly allow: (slot: number) => boolean;
}

/** The report on the community of this row number. */
export function reportAt({ tables, reports }: SearchIndex, row: number): CommunityReportRow | undefined {
  const community = tables.communities[row]?.community;
  return community === undefined ? undefined : reports.of(community);
}

/**
 * Reports of the level's roll-up: those first whose words match the question's, or their meaning. Only candidates are
 * composed: those of the question's passages and entities, and the broadest communities. The others follow by their
 * numbers of documents. A broad question without words of its own gets them all in that order: for a whole collection
 * all documents matter equally.
 */
export function rankReports(
  index: SearchIndex,
  query: RetrievalQuery,
  { level, allow }: ReportChoice,
): readonly ReportPick[] {
  const rows = index.communities.rollUp(level).filter((row) => hasUnit(index, row, allow));
  const broad = broadest(index, rows);
  const hits = query.words.length > 0 ? matching(index, query, { level, allow }, broad) : [];
  const best = hits[0]?.score ?? 1;
  const found = hits.map(({ id, score }) => ({ row: id, score: score / best, relevance: score / best }));
  const isFound = new Set(hits.map(({ id }) => id));
  const most = index.communities.documents(broad[0] ?? -1) || 1;
  const scoreOf = (row: number): number => (hits.length > 0 ? 0 : index.communities.documents(row) / most);
  const others = broad.filter((row) => !isFound.has(row));
  return [...found, ...others.map((row) => ({ row, score: scoreOf(row), relevance: 0 }))];
}

function broadest({ communities }: SearchIndex, rows: readonly number[]): readonly number[] {
  return rows.toSorted((a, b) => communities.documents(b) - communities.documents(a) || a - b);
}

/** Filters the candidates to those that match the question, the best first. */
function matching(
  index: SearchIndex,
  query: RetrievalQuery,
  choice: ReportChoice,
  broad: readonly number[],
): readonly Hit[] {
  const isWanted = new Set(broad);
  const asked = query.words.map(({ terms }) => terms);
  const byMeaning = query.dense?.reports(LIKE_IN_MEANING, broad) ?? [];
  const candidates = [
    ...nearCandidates(index, query, choice, isWanted),
    ...writtenCandidates(index, asked, isWanted),
    ...byMeaning.map(({ id }) => id),
    ...broad.slice(0, MOST.broad),
  ];
  return fuseDense(rankByOwnWords(index, [...new Set(candidates)], asked), byMeaning);
}

/** Reports in the table with a word of the question, the best first. */
function writtenCandidates(
  { tables, communities, writtenReports }: SearchIndex,
  asked: readonly WordTerms[],
  isWanted: ReadonlySet<number>,
): readonly number[] {
  const rowOf = (at: number): number => communities.reportOf.get(tables.communityReports[at]?.community ?? -1) ?? -1;
  const hits = writtenReports.bm25.search(asked, { k: MOST.written, allow: (at) => isWanted.has(rowOf(at)) });
  return hits.map(({ id }) => rowOf(id));
}

/** Communities of what the question's passages mention, and of the entities that match it. */
function nearCandidates(
  index: SearchIndex,
  query: RetrievalQuery,
  { level, allow }: ReportChoice,
  isWanted: ReadonlySet<number>,
): readonly number[] {
  const { communities, tables } = index;
  const rowOf = (entityId: string): number =>
    communities.reportOf.get(communities.deepest(entityId, level) ?? -1) ?? -1;
  const found = new Map<number, number>();
  for (const { id, score } of rankTextUnits(index, query, allow).hits) {
    const mentioned = index.entitiesIn(index.unitAt.get(id)?.id ?? '');
    for (const entity of mentioned) {
      const row = rowOf(entity.id);
      if (isWanted.has(row)) found.set(row, (found.get(row) ?? 0) + score / mentioned.length);
    }
  }
  const byPassages = sortedHits(forTheirSize(index, found)).slice(0, MOST.passages);
  const matching = mapQueryToEntities(index, query, MOST.entities).rows;
  const byEntities = matching.map((row) => rowOf(tables.entities[row]?.id ?? '')).filter((row) => isWanted.has(row));
  return [...byPassages.map(({ id }) => id), ...byEntities];
}

/** A large community is mentioned in many passages, whatever is asked: its size counts against it, as length does in BM25. */
function forTheirSize({ tables }: SearchIndex, found: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const sizeOf = (row: number): number => tables.communities[row]?.size ?? 0;
  const average = [...found.keys()].reduce((sum, row) => sum + sizeOf(row), 0) / Math.max(1, found.size);
  return new Map([...found].map(([row, score]) => [row, score / lengthShare(sizeOf(row), average)]));
}

/** BM25 among these reports, with the rarity of terms in the passages. */
function rankByOwnWords(index: SearchIndex, rows: readonly number[], asked: readonly WordTerms[]): readonly Hit[] {
  const counted = rows.flatMap((row) => {
    const report = reportAt(index, row);
    return report ? [{ row, ...countedWords(report) }] : [];
  });
  const average = counted.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counted.length);
  const wanted = asked.map((terms) => ({ terms, idf: idfOfWord(index.passages.bm25, terms) }));
  const scores = new Map<number, number>();
  for (const { row, ...words } of counted) {
    const score = scoreWords(words, wanted, average);
    if (score > 0) scores.set(row, score);
  }
  return sortedHits(scores);
}

const countedReports = new WeakMap<CommunityReportRow, CountedWords>();

function countedWords(report: CommunityReportRow): CountedWords {
  const before = countedReports.get(report);
  if (before) return before;
  const made = countTerms(terms(report.full_content, passageLanguage(report.full_content, 'und')));
  countedReports.set(report, made);
  return made;
}

/** Row numbers of the text units beneath a report: of its community's relationships, else of its members. */
export function unitsOfReport(index: SearchIndex, row: number, allow: (slot: number) => boolean): readonly number[] {
  const community = index.tables.communities[row];
  if (!community) return [];
  const members = community.entity_ids.flatMap(
    (id) => index.tables.entities[index.entities.at.get(id) ?? -1]?.text_unit_ids ?? [],
  );
  const slots = [...new Set([...community.text_unit_ids, ...members])].flatMap((id) => index.slotOf.get(id) ?? []);
  return slots.filter(allow);
}

/** Checks if any text unit lies beneath a report; looks no further than the first. */
export function hasUnit(index: SearchIndex, row: number, allow: (slot: number) => boolean): boolean {
  const community = index.tables.communities[row];
  const allowed = (id: string): boolean => {
    const slot = index.slotOf.get(id);
    return slot !== undefined && allow(slot);
  };
  return (
    community !== undefined &&
    (community.text_unit_ids.some(allowed) ||
      community.entity_ids.some((id) =>
        index.tables.entities[index.entities.at.get(id) ?? -1]?.text_unit_ids.some(allowed),
      ))
  );
}

/** Reports of the entities' communities: those with most picked entities first, then by rank (GraphRAG B1). The score is that number. */
export function reportsOfEntities(
  index: SearchIndex,
  entities: readonly number[],
  level: number,
): readonly { readonly row: number; readonly score: number }[] {
  const counts = new Map<number, number>();
  for (const entity of entities) {
    const community = index.communities.deepest(index.tables.entities[entity]?.id ?? '', level);
    const row = index.communities.reportOf.get(community ?? -1);
    if (row !== undefined) counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  const rank = (row: number): number => rankOf(index, row);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || rank(b[0]) - rank(a[0]) || a[0] - b[0])
    .map(([row, score]) => ({ row, score }));
}

/** The rank of the report on the community of this row number, 0 to 10; composes nothing. */
export function rankOf({ tables, reports }: SearchIndex, row: number): number {
  const community = tables.communities[row];
  return community ? reports.rank(community) : 0;
}

/** A passage behind a report; one by a model also has the thing that it cited for it, and its number. */
export interface StatedSpan extends Span {
  readonly kind?: SourceKind;
  readonly number?: number;
}

/** The spans that each finding rests on; an unreadable column counts as empty. */
export function parseSources(column: string): readonly (readonly StatedSpan[])[] {
  try {
    const parsed: unknown = JSON.parse(column);
    return Array.isArray(parsed)
      ? parsed.map((spans: unknown) => (Array.isArray(spans) ? spans.filter(isSpan) : []))
      : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** All that a report's summary and findings rest on. */
export const sourcesOf = (report: CommunityReportRow): readonly StatedSpan[] =>
  [...parseSources(report.summary_sources), ...parseSources(report.finding_sources)].flat();

function isSpan(value: unknown): value is StatedSpan {
  if (typeof value !== 'object' || value === null) return false;
  const { document_id, start, end, number } = value as Record<string, unknown>;
  if (number !== undefined && typeof number !== 'number') return false;
  return typeof document_id === 'string' && typeof start === 'number' && typeof end === 'number' && end > start;
}
