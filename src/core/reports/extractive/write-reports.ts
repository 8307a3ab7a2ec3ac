import { sha256Text } from '../../ids';
import type { CommunityReportRow, CovariateRow, Span } from '../../tables/tables';
import { groupBy } from '../../arrays';
import type { Work } from '../../work';
import { composeReport, rateCommunity, type Composing } from './compose-report';
import { modelContexts, modelReportOf } from '../staleness/valid-reports';
import { makeReportRow, placeOf } from '../report-row';
import { gatherContext, type ReportContext, type ReportParameters } from './report-context';
import { reportTables, type ReportSources, type ReportTables } from '../context/report-tables';
import { sentenceVectors } from './select-sentences';

export interface ReportInput extends ReportSources {
  readonly covariates?: readonly CovariateRow[];
  /** Earlier reports. They are kept where nothing that they rest on has changed. */
  readonly previous?: readonly CommunityReportRow[];
  /** ISO date. */
  readonly today: string;
}

/** Raised when the same context gives another report. */
const VERSION = 3;
/** Communities between two yields. */
const STRIDE = 8;

/**
 * Writes a report without a model for every community of two or more members (GraphRAG A10), deepest level first. It consists of sentences
 * that the community's relationships rest on. Reports of sub-communities stand in where these are too many. A valid report by a model stays
 * in its place. Rows are sorted by level and community, and every source is the span of a whole sentence.
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
  const { withModelReport } = modelContexts(tables, input.covariates ?? []);
  return [...reports.values()]
    .map((report) => withModelReport(report, modelReportOf(previous.get(report.community))))
    .sort((a, b) => a.level - b.level || a.community - b.community);
}

function reportOf(
  context: ReportContext,
  composing: Composing,
  previous: CommunityReportRow | undefined,
  today: string,
): CommunityReportRow {
  const hash = contextHash(context, composing);
  if (previous?.context_hash === hash) return { ...previous, ...placeOf(context.row), set_aside: null };
  const { title, summary, findings, method, findingSources, summarySources } = composeReport(context, composing);
  const { rank: rating, explanation: rating_explanation } = rateCommunity(context);
  return makeReportRow(
    context.row,
    { title, summary, findings, rating, rating_explanation },
    {
      method,
      period: today,
      context_hash: hash,
      finding_sources: JSON.stringify(findingSources),
      summary_sources: JSON.stringify(summarySources),
      context_lines: [],
      context_beyond: [],
      context_documents: [],
    },
  );
}

/** Hashes everything that a report is made of. The same hash means the same report. */
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
      sentenceOffsets(tables, candidates),
      [weight, documents],
      standIns,
    ]),
  );
}

/** Offsets of sentences per document. The document's id and the hash of its text stand for its words, to keep this short. */
function sentenceOffsets({ pool, textHash }: ReportTables, sentences: readonly number[]) {
  const byDocument = groupBy(sentences.map(pool.span), ({ document_id }) => document_id);
  return [...byDocument].map(([id, spans]) => [id, textHash(id), spans.flatMap(({ start, end }) => [start, end])]);
}

/** Sentences that a report quotes, those of its summary first. */
function quoted(tables: ReportTables, report: CommunityReportRow | undefined): readonly number[] {
  if (!report) return [];
  const lists = [report.summary_sources, report.finding_sources].flatMap((json) => JSON.parse(json) as Span[][]);
  return [...new Set(lists.flat().flatMap((span) => tables.pool.within(span)))];
}
