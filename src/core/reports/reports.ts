import { stableId } from '../ids';
import { isByNoModel } from '../provenance';
import { combinedDegree } from '../tables/combined-degree';
import { isSameRow } from '../tables/rows';
import type { CommunityReportRow, CommunityRow, DocumentRow, EntityRow, RelationshipRow } from '../tables/tables';
import type { ReportTables } from './context/report-tables';
import { composeReport } from './extractive/compose-report';
import { rateCommunity } from './extractive/rate-community';
import { gatherContext, membersOf, type ReportContext, type ReportParameters } from './extractive/report-context';
import { sentenceVectors } from './extractive/select-sentences';
import { makeReportRow } from './report-row';
import { lazy } from '../memo';

/** The reports on one state of the tables: the one in the table, or else one of sentences, composed when it is first asked for. */
export interface Reports {
  /** The report on a community. Undefined for one that does not exist, or has fewer than two members. */
  of(community: number): CommunityReportRow | undefined;
  /** The report in the table, by a model. */
  written(community: number): CommunityReportRow | undefined;
  /** The title of the report on a community; composes nothing. */
  title(row: CommunityRow): string;
  /** The rank of the report on a community, 0 to 10; composes nothing. */
  rank(row: CommunityRow): number;
  /** The id of the report on a community; composes nothing. */
  id(row: CommunityRow): string;
  /** The community of a report by its id. */
  communityOf(id: string): number | undefined;
  /** Reports composed so far, by community. */
  readonly composed: ReadonlyMap<number, Composed>;
}

/** A report without a model, with the rows that it was composed from. */
interface Composed {
  readonly report: CommunityReportRow;
  readonly row: CommunityRow;
  readonly relationships: readonly RelationshipRow[];
  /** The combined degree of each of them, which settles ties. */
  readonly degrees: readonly number[];
  /** None where the words of relationships were enough. */
  readonly members: readonly EntityRow[];
  readonly documents: readonly DocumentRow[];
  readonly parameters: ReportParameters;
}

interface ReportsInput {
  readonly tables: ReportTables;
  /** The table of reports. */
  readonly rows: readonly CommunityReportRow[];
  readonly parameters: ReportParameters;
  /** Returns the rarity of a term in the texts. */
  readonly idf: (term: string) => number;
}

/**
 * Prepares the reports on one state of the tables. One composed on an `earlier` state stays while all of its inputs do.
 */
export function createReports(
  { tables, rows, parameters, idf }: ReportsInput,
  earlier: ReadonlyMap<number, Composed> = new Map(),
): Reports {
  const written = new Map(rows.filter(isReport).map((row) => [row.community, row]));
  const composed = new Map(earlier);
  const checked = new Set<number>();
  const rarity = new Map<string, number>();
  const idfOf = (term: string): number => {
    const known = rarity.get(term) ?? idf(term);
    rarity.set(term, known);
    return known;
  };
  const compose = (community: number): CommunityReportRow | undefined => {
    const row = tables.communities.get(community);
    const before = composed.get(community);
    if (before && checked.has(community)) return before.report;
    checked.add(community);
    composed.delete(community);
    if (!row || row.size < 2) return undefined;
    const made = before && isCurrent(before, row) ? before : composeFrom(row);
    composed.set(community, made);
    return made.report;
  };
  const degreesOf = (rows: readonly RelationshipRow[]): readonly number[] =>
    rows.map((one) => combinedDegree(one, tables.entity));
  const isCurrent = (one: Composed, row: CommunityRow): boolean =>
    one.row === row &&
    hasSameValues(one.parameters, parameters) &&
    areSameRows(one.relationships, tables.relationships(row)) &&
    isSameList(one.degrees, degreesOf(one.relationships)) &&
    (one.members.length === 0 || isSameList(one.members, membersOf(tables, row))) &&
    one.documents.every((document) => tables.document(document.id) === document);
  const composeFrom = (row: CommunityRow): Composed => {
    const context = gatherContext(tables, row, parameters);
    const vectors = sentenceVectors(tables.pool, idfOf);
    const documents = new Set(context.candidates.map((sentence) => tables.pool.span(sentence).document_id));
    const report = reportRow(tables, context, composeReport(context, { tables, vectors, parameters }));
    return {
      report,
      row,
      relationships: context.relationships,
      degrees: degreesOf(context.relationships),
      members: context.membersLookedAt(),
      documents: [...documents].flatMap((id) => tables.document(id) ?? []),
      parameters,
    };
  };
  const id = (row: CommunityRow): string => written.get(row.community)?.id ?? composedId(row);
  const byId = lazy(() => new Map([...tables.communities.values()].map((row) => [id(row), row.community])));
  return {
    of: (community) => written.get(community) ?? compose(community),
    written: (community) => written.get(community),
    title: (row) => written.get(row.community)?.title ?? row.title,
    rank: (row) => written.get(row.community)?.rank ?? rateCommunity(tables, row).rank,
    id,
    communityOf: (wanted) => byId().get(wanted),
    composed,
  };
}

/** Not a row that only keeps a model's report until that may be valid again. */
const isReport = ({ method, set_aside }: CommunityReportRow): boolean => !isByNoModel(method) || set_aside === null;

const areSameRows = (one: readonly RelationshipRow[], other: readonly RelationshipRow[]): boolean =>
  one.length === other.length && one.every((row, at) => isSameRow(row, other[at] ?? row));

const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

const hasSameValues = (one: ReportParameters, other: ReportParameters): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** By its community, so that it is known before it is composed. */
const composedId = ({ community }: CommunityRow): string => stableId('report', community);

function reportRow(
  tables: ReportTables,
  { row, strongest }: ReportContext,
  words: ReturnType<typeof composeReport>,
): CommunityReportRow {
  const { title, summary, findings, method, findingSources, summarySources } = words;
  const { rank: rating, explanation: rating_explanation } = rateCommunity(tables, row, strongest);
  return makeReportRow(
    row,
    { title, summary, findings, rating, rating_explanation },
    {
      method,
      period: row.period,
      context_hash: '',
      finding_sources: JSON.stringify(findingSources),
      summary_sources: JSON.stringify(summarySources),
      context_lines: [],
      context_beyond: [],
      context_documents: [],
    },
    composedId(row),
  );
}
