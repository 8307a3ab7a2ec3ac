import { COMMUNITY_PARAMETERS, makeCommunities } from '../../../src/core/graph/communities/communities';
import { valuesOf } from '../../../src/core/parameters';
import { reportTables, type ReportSources } from '../../../src/core/reports/context/report-tables';
import { REPORT_PARAMETERS, type ReportParameters } from '../../../src/core/reports/extractive/report-context';
import { createReports, type Reports } from '../../../src/core/reports/reports';
import { keepReports } from '../../../src/core/reports/staleness/keep-reports';
import type {
  CommunityReportRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  Span,
  TextUnitRow,
} from '../../../src/core/tables/tables';
import { splitSentences } from '../../../src/core/text/sentences';
import { finish } from '../../../src/core/work';
import { PAGES_ALONE } from '../../../src/core/tables/documents';

/** A text, its language, and the names whose sentences connect them. */
export interface Source {
  readonly id: string;
  readonly text: string;
  readonly language?: string;
  readonly headingStarts?: readonly number[];
}

/** Tables of some texts: entities by name, an "appears with" relationship for every two names that share a sentence. */
export function reportInput(sources: readonly Source[], names: readonly string[], method = 'no-model'): ReportInput {
  const documents = sources.map(documentRow);
  const textUnits = sources.map(unitRow);
  const entities = names.map((name, number) => entityRow(name, number));
  const relationships = relationshipRows(sources, names, method);
  const { rows: communities } = finish(
    makeCommunities(
      { entities, relationships, counter: -1, today: '2026-01-01' },
      valuesOf({ parameters: COMMUNITY_PARAMETERS }),
    ),
  );
  return { documents, textUnits, entities, relationships, communities };
}

/** One state of the tables, with the table of reports of before. */
export interface ReportInput extends ReportSources {
  readonly previous?: readonly CommunityReportRow[];
}

/** The table of reports on this state. */
export const kept = (input: ReportInput): readonly CommunityReportRow[] =>
  finish(keepReports({ tables: reportTables(input), covariates: [], rows: input.previous ?? [] }));

/** The reports on this state. */
export const reportsOn = (
  input: ReportInput,
  parameters: Partial<ReportParameters> = {},
  earlier?: Reports['composed'],
): Reports =>
  createReports(
    {
      tables: reportTables(input),
      rows: kept(input),
      parameters: { ...valuesOf({ parameters: REPORT_PARAMETERS }), ...parameters },
      idf: (term) => term.length,
    },
    earlier,
  );

/** The report on every community, with the model's report that is set aside beneath it. */
export function write(input: ReportInput, parameters: Partial<ReportParameters> = {}): readonly CommunityReportRow[] {
  const aside = new Map(kept(input).map((row) => [row.community, row.set_aside]));
  const reports = reportsOn(input, parameters);
  return input.communities
    .toSorted((a, b) => a.level - b.level || a.community - b.community)
    .flatMap(({ community }) => reports.of(community) ?? [])
    .map((row) => ({ ...row, set_aside: aside.get(row.community) ?? null }));
}

/** All spans that a report cites: per summary sentence, then per finding. */
export function sourcesOf(report: CommunityReportRow): {
  readonly summary: readonly (readonly Span[])[];
  readonly findings: readonly (readonly Span[])[];
} {
  return {
    summary: JSON.parse(report.summary_sources) as Span[][],
    findings: JSON.parse(report.finding_sources) as Span[][],
  };
}

function documentRow({ id, text, language = 'en', headingStarts = [] }: Source, number: number): DocumentRow {
  return {
    id,
    human_readable_id: number,
    title: id,
    text,
    text_unit_ids: [],
    creation_date: '',
    raw_data: null,
    source_path: id,
    media_type: 'text/plain',
    byte_hash: '',
    byte_size: 0,
    source_row: null,
    language,
    attributes: '{}',
    page_starts: [],
    ...PAGES_ALONE,
    heading_starts: headingStarts,
    heading_levels: headingStarts.map(() => 1),
    heading_texts: headingStarts.map(() => ''),
  };
}

function unitRow({ id, text, language = 'en', headingStarts = [] }: Source, number: number): TextUnitRow {
  const { starts, ends } = splitSentences(text, language, headingStarts);
  return {
    id: `u-${id}`,
    human_readable_id: number,
    text,
    n_tokens: 0,
    document_id: id,
    entity_ids: [],
    relationship_ids: [],
    covariate_ids: [],
    start: 0,
    end: text.length,
    page: null,
    heading_path: [],
    context: '',
    sentence_starts: [...starts],
    sentence_ends: [...ends],
    first_sentence: 0,
    written_context: '',
    written_context_key: null,
  };
}

function entityRow(title: string, number: number): EntityRow {
  return {
    id: `e-${title}`,
    human_readable_id: number,
    title,
    type: 'concept',
    description: '',
    text_unit_ids: [],
    frequency: 1,
    degree: 0,
    key: title.toLowerCase(),
    aliases: [],
    method: 'no-model',
    description_hash: null,
    x: null,
    y: null,
  };
}

function relationshipRows(
  sources: readonly Source[],
  names: readonly string[],
  method: string,
): readonly RelationshipRow[] {
  const spans = new Map<string, Span[]>();
  for (const { id, text, language = 'en', headingStarts = [] } of sources) {
    const { starts, ends } = splitSentences(text, language, headingStarts);
    for (const [i, start] of starts.entries()) {
      const end = ends[i] ?? start;
      const inside = names.filter((name) => text.slice(start, end).includes(name));
      for (const [at, a] of inside.entries()) {
        for (const b of inside.slice(at + 1)) {
          const key = `${a}\u001f${b}`;
          spans.set(key, [...(spans.get(key) ?? []), { document_id: id, start, end }]);
        }
      }
    }
  }
  return [...spans].map(([key, found], number) => {
    const [source = '', target = ''] = key.split('\u001f');
    return {
      id: `r-${source}-${target}`,
      human_readable_id: number,
      source,
      target,
      description: method === 'no-model' ? 'appears with' : `${source} is tied to ${target} by the record.`,
      weight: found.length,
      combined_degree: 0,
      text_unit_ids: [...new Set(found.map(({ document_id }) => `u-${document_id}`))],
      keywords: [],
      theme_keywords: [],
      theme_keywords_key: null,
      method,
      description_hash: null,
      source_id: `e-${source}`,
      target_id: `e-${target}`,
      count: found.length,
      evidence_document_ids: found.map(({ document_id }) => document_id),
      evidence_starts: found.map(({ start }) => start),
      evidence_ends: found.map(({ end }) => end),
    };
  });
}
