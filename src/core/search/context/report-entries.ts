import { joinTitles } from '../../graph/communities/community-title';
import type { SearchIndex } from '../../retrieval/index';
import type { CommunityReportRow, CommunityRow } from '../../tables/tables';
import { sourcesOf, unitsOfReport } from '../../retrieval/reports';
import { wordingOf, type Entry, type Statement, type Wording } from './context';
import { reportWords } from './report-words';
import type { Scope } from './scope';

/** A report as it comes from a ranking. */
export interface RankedReport {
  /** Row number of the report. */
  readonly row: number;
  readonly score: number;
}

/** How reports are told. */
export interface ReportLook {
  /** All of it by default. */
  readonly content?: 'full' | 'summary';
  /** The occurrence weight as a share of the largest, which is the default, or in passages. */
  readonly weight?: 'share' | 'passages';
}

/** Those of the reports, of this rank at least, that have a text unit of the scope beneath them; in their order. */
export function reportsWithin<R extends RankedReport>(
  index: SearchIndex,
  all: readonly R[],
  scope: Scope,
  leastRank = 0,
): readonly R[] {
  const ranked = all.filter(({ row }) => (index.tables.communityReports[row]?.rank ?? 0) >= leastRank);
  if (scope.everything) return ranked;
  const touched = new Set<number>();
  const units = [...index.unitAt].flatMap(([slot, unit]) => (scope.unit(slot) ? [unit] : []));
  const entities = new Set(units.flatMap((unit) => unit.entity_ids));
  for (const id of entities) for (const community of index.communities.of(id)) touched.add(community);
  return ranked.filter(({ row }) => touched.has(index.tables.communityReports[row]?.community ?? -1));
}

/**
 * A report in full, by its summary, or by its first finding. One that was made from other documents, too, is told by those sentences
 * that rest on the chosen ones alone, under the names of members that these mention. Null where it has nothing to say.
 */
export function reportEntry(
  index: SearchIndex,
  { row, score }: RankedReport,
  scope: Scope,
  { content = 'full', weight = 'share' }: ReportLook = {},
): Entry | null {
  const report = index.tables.communityReports[row];
  if (!report) return null;
  const within = scope.everything || isWithin(index, report, scope);
  const all = (within ? ownWordings(report) : partialWordings(report, scope)).slice(content === 'full' ? 0 : 1);
  const wordings = all.filter(({ text }) => text !== '');
  if (wordings.length === 0) return null;
  const { occurrence, mostUnits } = index.communities;
  const covers = (occurrence[row] ?? 0) * (weight === 'share' ? 1 : mostUnits);
  const title = within ? report.title : memberTitle(index, report, scope);
  return {
    dataset: 'Reports',
    id: report.id,
    row,
    title,
    score,
    cells: (text) => [title, rounded(covers, 100), rounded(report.rank, 10), text],
    wordings,
    documentIds: () => documentsOf(index, row, scope),
  };
}

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

const firstOf = (findings: readonly Wording[]): readonly Wording[] =>
  findings.filter(({ text }) => text !== '').slice(0, 1);

function ownWordings(report: CommunityReportRow): readonly Wording[] {
  const { full, summary, findings } = reportWords(report);
  return [full, summary, ...firstOf(findings)];
}

function partialWordings(report: CommunityReportRow, scope: Scope): readonly Wording[] {
  const allowed = ({ spans }: Statement): boolean =>
    spans.length > 0 && spans.every(({ document_id }) => scope.document(document_id));
  const within = (one: Wording): Wording => wordingOf(one.statements().filter(allowed));
  const { full, summary, findings } = reportWords(report);
  return [within(full), within(summary), ...firstOf(findings.map(within))];
}

/** Whether everything that it may have been made from belongs to the chosen documents. */
function isWithin(index: SearchIndex, report: CommunityReportRow, scope: Scope): boolean {
  const community = index.communities.byNumber.get(report.community);
  return (
    community !== undefined &&
    scope.covers(community.text_unit_ids) &&
    members(index, community).every((member) => scope.covers(member.text_unit_ids)) &&
    sourcesOf(report).every(({ document_id }) => scope.document(document_id))
  );
}

const members = (index: SearchIndex, community: CommunityRow) =>
  community.entity_ids.flatMap((id) => index.tables.entities[index.entities.at.get(id) ?? -1] ?? []);

const NAMED = 3;

function memberTitle(index: SearchIndex, report: CommunityReportRow, scope: Scope): string {
  const community = index.communities.byNumber.get(report.community);
  const mentioned = community ? members(index, community).filter((one) => scope.touches(one.text_unit_ids)) : [];
  const central = mentioned.toSorted((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1));
  return joinTitles(central.slice(0, NAMED).map(({ title }) => title));
}

/** Of what lies beneath it and of what it names as its sources. */
function documentsOf(index: SearchIndex, row: number, scope: Scope): readonly string[] {
  const report = index.tables.communityReports[row];
  const beneath = unitsOfReport(index, row, scope.unit).flatMap((slot) => index.unitAt.get(slot)?.document_id ?? []);
  const stated = report ? sourcesOf(report).map(({ document_id }) => document_id) : [];
  return [...new Set([...beneath, ...stated])].filter(scope.document);
}
