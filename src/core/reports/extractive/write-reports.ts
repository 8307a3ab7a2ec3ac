import { sha256Text, stableId } from '../../ids';
import type { CommunityReportRow, CommunityRow, CovariateRow, Span } from '../../tables/tables';
import type { Work } from '../../work';
import { composeReport, type ComposedReport, type Composing, rateCommunity } from './compose-report';
import { modelContexts, type ModelContexts } from '../staleness/model-contexts';
import { modelReportOf, withArchivedReport } from '../staleness/archived-report';
import { gatherContext, type ReportContext, type ReportParameters } from './report-context';
import { reportTables, type ReportSources, type ReportTables } from '../context/report-tables';
import { sentenceVectors } from './select-sentences';

export interface ReportInput extends ReportSources {
  readonly covariates?: readonly CovariateRow[];
  /** Reports written before: kept where nothing that they rest on changed. */
  readonly previous?: readonly CommunityReportRow[];
  /** ISO date. */
  readonly today: string;
}

/** Raised when the same context gives another report. */
const VERSION = 3;
/** Communities between two yields. */
const STRIDE = 8;

/**
 * A report for every community of two or more members, without a model (GraphRAG A10): deepest level first, each from the
 * sentences that its relationships rest on, with the reports of sub-communities standing in where that is too much.
 * Rows come by level and community. Every source is the span of a whole sentence. A report that a model wrote before stays in the place
 * of the one without a model while all that the model was shown is still there and little of it has changed, and is set aside where much has.
 */
export function* writeReports(input: ReportInput, parameters: ReportParameters): Work<readonly CommunityReportRow[]> {
  const tables = reportTables(input);
  const order = input.communities
    .filter(({ size }) => size >= 2)
    .sort((a, b) => b.level - a.level || a.community - b.community);
  const total = 2 * order.length;
  const vectors = sentenceVectors(tables.pool);
  const contexts: ReportContext[] = [];
  for (const [done, row] of order.entries()) {
    const context = gatherContext(tables, row, parameters, () => []);
    for (const sentence of context.candidates) vectors.count(sentence);
    contexts.push(context);
    if (done % STRIDE === 0) yield { done, total };
  }
  const composing = { tables, vectors, parameters };
  const previous = new Map(input.previous?.map((row) => [row.community, row]));
  const reports = new Map<number, CommunityReportRow>();
  const sentencesOf = (community: number): readonly number[] => quoted(tables, reports.get(community));
  for (const [done, local] of contexts.entries()) {
    const { row } = local;
    const context = local.tooLong ? gatherContext(tables, row, parameters, sentencesOf) : local;
    reports.set(row.community, reportOf(context, composing, previous.get(row.community), input.today));
    if (done % STRIDE === 0) yield { done: order.length + done, total };
  }
  const inModelContexts = modelContexts(tables, input.covariates ?? []);
  return [...reports.values()]
    .map((report) => withModel(report, modelReportOf(previous.get(report.community)), inModelContexts))
    .sort((a, b) => a.level - b.level || a.community - b.community);
}

/**
 * The report by a model in the place of the one without, where it stands. Where too much has changed it is set aside, since much of that can be
 * for a while: a document is read without a model before a model reads it, and an edit may be undone.
 */
function withModel(
  report: CommunityReportRow,
  earlier: CommunityReportRow | undefined,
  { changedIn, beyond, documents, isFounded }: ModelContexts,
): CommunityReportRow {
  if (!earlier) return report;
  const changed = changedIn(earlier);
  const kept = {
    ...earlier,
    ...placeOf(report),
    context_beyond: beyond(earlier),
    context_documents: documents(earlier),
  };
  if (changed !== undefined) return { ...kept, lines_changed: changed === 0 ? null : changed };
  return kept.context_lines.length > 0 && isFounded(kept) ? withArchivedReport(report, kept) : report;
}

function reportOf(
  context: ReportContext,
  composing: Composing,
  previous: CommunityReportRow | undefined,
  today: string,
): CommunityReportRow {
  const hash = contextHash(context, composing);
  const place = placeOf(context.row);
  if (previous?.context_hash === hash) return { ...previous, ...place, set_aside: null };
  const composed = composeReport(context, composing);
  const rating = rateCommunity(context);
  const content = markdown(composed);
  return {
    id: stableId('report', context.row.community, content),
    human_readable_id: context.row.community,
    community: context.row.community,
    ...place,
    title: composed.title,
    summary: composed.summary,
    full_content: content,
    rank: rating.rank,
    rating_explanation: rating.explanation,
    findings: composed.findings,
    full_content_json: asJson(composed, rating.rank, rating.explanation),
    period: today,
    method: composed.method,
    context_hash: hash,
    finding_sources: JSON.stringify(composed.findingSources),
    summary_sources: JSON.stringify(composed.summarySources),
    context_lines: [],
    context_beyond: [],
    context_documents: [],
    lines_changed: null,
    set_aside: null,
  };
}

const placeOf = ({ level, parent, children, size }: CommunityRow | CommunityReportRow) => ({
  level,
  parent,
  children,
  size,
});

/** Everything that a report is made of, so that the same hash means the same report. */
function contextHash(context: ReportContext, { tables, parameters }: Composing): string {
  const { pool } = tables;
  const { row, members, relationships, candidates, weight, documents, standIns } = context;
  const described = parameters.use_descriptions ? relationships.filter(({ method }) => method === 'curated') : [];
  return sha256Text(
    JSON.stringify([
      VERSION,
      parameters,
      row.community,
      members.map(({ id, title }) => [id, title]),
      described.map((edge) => [edge.description, tables.evidence(edge).map((sentence) => pool.span(sentence))]),
      quotable(tables, candidates),
      [weight, documents],
      standIns,
    ]),
  );
}

/** Sentences per document, which its id and the hash of its text stand for: short, since every report has dozens of them. */
function quotable({ pool, textHash }: ReportTables, sentences: readonly number[]) {
  const byDocument = new Map<string, number[]>();
  for (const sentence of sentences) {
    const { document_id, start, end } = pool.span(sentence);
    const offsets = byDocument.get(document_id);
    if (offsets) offsets.push(start, end);
    else byDocument.set(document_id, [start, end]);
  }
  return [...byDocument].map(([id, offsets]) => [id, textHash(id), offsets]);
}

/** Sentences that a report quotes, those of its summary first. */
function quoted(tables: ReportTables, report: CommunityReportRow | undefined): readonly number[] {
  if (!report) return [];
  const lists = [report.summary_sources, report.finding_sources].flatMap((json) => JSON.parse(json) as Span[][]);
  return [...new Set(lists.flat().flatMap((span) => tables.pool.within(span)))];
}

/** GraphRAG's full_content: title, summary, then each finding under its own heading. */
function markdown({ title, summary, findings }: ComposedReport): string {
  const parts = findings.map((finding) => `## ${finding.summary}\n\n${finding.explanation}`);
  return [`# ${title}`, summary, ...parts].join('\n\n');
}

function asJson({ title, summary, findings }: ComposedReport, rating: number, explanation: string): string {
  const listed = findings.map((finding) => ({ summary: finding.summary, explanation: finding.explanation }));
  return JSON.stringify({ title, summary, findings: listed, rating, rating_explanation: explanation }, null, 4);
}
