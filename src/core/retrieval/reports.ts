import type { SourceKind } from '../reports/context/context-page';
import type { CommunityReportRow, Span } from '../tables/tables';
import { fuseDense } from '../vectors/top-k';
import type { SearchIndex, RetrievalQuery } from './index';

/** Reports that match by meaning at most: any report is a little like any query. */
const LIKE_IN_MEANING = 10;

/** A report with its score, 0 to 1. */
export interface ReportPick {
  /** Row number of the report. */
  readonly row: number;
  readonly score: number;
  /** How well its words, or its meaning where there are vectors, match the question's, as a share of the best; 0 for no match. */
  readonly relevance: number;
}

/** Among which reports is picked. */
export interface ReportChoice {
  readonly level: number;
  /** Whether a text unit belongs to the chosen documents. */
  readonly allow: (slot: number) => boolean;
}

/**
 * Reports of the level's roll-up, ranked by their words where the question has words of its own, blended with rank and
 * occurrence weight (GraphRAG B2); a broad question without such words gets the weightiest reports.
 */
export function rankReports(
  index: SearchIndex,
  query: RetrievalQuery,
  { level, allow }: ReportChoice,
): readonly ReportPick[] {
  const rows = index.communities.rollUp(level).filter((row) => hasUnit(index, row, allow));
  const wanted = new Set(rows);
  const asked = query.terms.map(({ term }) => term);
  const byWords = index.reports.bm25.search(asked, { k: wanted.size, allow: (row) => wanted.has(row) });
  const byMeaning = asked.length > 0 ? (query.dense?.reports(LIKE_IN_MEANING, rows) ?? []) : [];
  const hits = fuseDense(byWords, byMeaning);
  const best = hits[0]?.score ?? 1;
  const relevance = new Map(hits.map(({ id, score }) => [id, score / best]));
  return rows
    .map((row) => {
      const rank = (index.tables.communityReports[row]?.rank ?? 0) / 10;
      const weight = 0.5 * rank + 0.5 * (index.communities.occurrence[row] ?? 0);
      const match = relevance.get(row) ?? 0;
      const score = relevance.size > 0 ? 0.65 * match + 0.35 * weight : weight;
      return { row, score, relevance: match };
    })
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

/** Row numbers of the text units beneath a report: of its community's relationships, else of its members. */
export function unitsOfReport(index: SearchIndex, row: number, allow: (slot: number) => boolean): readonly number[] {
  const report = index.tables.communityReports[row];
  const community = report && index.communities.byNumber.get(report.community);
  if (!community) return [];
  const members = community.entity_ids.flatMap(
    (id) => index.tables.entities[index.entities.at.get(id) ?? -1]?.text_unit_ids ?? [],
  );
  const slots = [...new Set([...community.text_unit_ids, ...members])].flatMap((id) => index.slotOf.get(id) ?? []);
  return slots.filter(allow);
}

/** Whether any text unit lies beneath a report; looks no further than the first. */
function hasUnit(index: SearchIndex, row: number, allow: (slot: number) => boolean): boolean {
  const community = index.communities.byNumber.get(index.tables.communityReports[row]?.community ?? -1);
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
    const report = index.communities.reportOf.get(community ?? -1);
    if (report !== undefined) counts.set(report, (counts.get(report) ?? 0) + 1);
  }
  const rank = (row: number): number => index.tables.communityReports[row]?.rank ?? 0;
  return [...counts]
    .sort((a, b) => b[1] - a[1] || rank(b[0]) - rank(a[0]) || a[0] - b[0])
    .map(([row, score]) => ({ row, score }));
}

/** A passage that a report rests on; what a model wrote also says which thing it cited for it, and by what number. */
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
