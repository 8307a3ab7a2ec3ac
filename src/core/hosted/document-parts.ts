import { groupBy } from '../arrays';
import { parseSources } from '../retrieval/reports';
import { tablesIn } from '../tables/document-tables';
import { rowAt } from '../tables/documents';
import type { Statement } from '../raptor/summaries';
import type { IndexTables, CommunityReportRow, DocumentRow, SummaryRow, TextUnitRow } from '../tables/tables';

/** UTF-16 code units of a part, from which on the next text unit begins another. */
export const LONGEST_PART = 48_000;

/** Range of a part in its document, and the id of the document that it has become. */
interface Part {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The tables with each long document in parts, each a document of its own that begins at a text unit: a question then fetches the parts
 * that it needs. Spans lead into the part where they begin.
 */
export function inParts(tables: IndexTables, longest = LONGEST_PART): IndexTables {
  const unitsOf = groupBy(tables.text_units, ({ document_id }) => document_id);
  const cut = new Map<string, readonly Part[]>();
  const documents: DocumentRow[] = [];
  const textUnits: TextUnitRow[] = [];
  for (const document of tables.documents) {
    const units = (unitsOf.get(document.id) ?? []).toSorted((a, b) => a.start - b.start);
    const groups = groupUnits(units, longest);
    if (groups.length < 2) {
      documents.push(document);
      textUnits.push(...units);
      continue;
    }
    const parts = groups.map((own, at) => partOf(document, own, { at, next: groups[at + 1]?.[0]?.start }));
    cut.set(document.id, parts);
    for (const [at, part] of parts.entries()) {
      documents.push(documentOf(document, part, `${document.title} (${at + 1}/${parts.length})`));
      const sentences = groups[at]?.[0]?.first_sentence ?? 0;
      textUnits.push(...(groups[at] ?? []).map((unit) => movedUnit(unit, part, sentences)));
    }
  }
  if (cut.size === 0) return tables;
  const numbered = documents.map((row, at) => ({ ...row, human_readable_id: at }));
  const span = (document: string, start: number, end: number) => movedSpan(cut.get(document), { document, start, end });
  return {
    ...tables,
    documents: numbered,
    text_units: textUnits,
    relationships: tables.relationships.map((row) => {
      const spans = row.evidence_document_ids.map((id, at) =>
        span(id, row.evidence_starts[at] ?? 0, row.evidence_ends[at] ?? 0),
      );
      return {
        ...row,
        evidence_document_ids: spans.map(({ document }) => document),
        evidence_starts: spans.map(({ start }) => start),
        evidence_ends: spans.map(({ end }) => end),
      };
    }),
    covariates: tables.covariates.map((row) => {
      const { document, start, end } = span(row.document_id, row.evidence_start, row.evidence_end);
      return { ...row, document_id: document, evidence_start: start, evidence_end: end };
    }),
    community_reports: tables.community_reports.map((row) => movedReport(row, span)),
    summaries: tables.summaries.map((row) => movedSummary(row, span)),
  };
}

/** Text units in groups that are not much longer than `longest`. */
function groupUnits(units: readonly TextUnitRow[], longest: number): readonly (readonly TextUnitRow[])[] {
  const groups: TextUnitRow[][] = [];
  for (const unit of units) {
    const group = groups.at(-1);
    if (group && unit.end - (group[0]?.start ?? 0) <= longest) group.push(unit);
    else groups.push([unit]);
  }
  return groups;
}

function partOf(
  { id, text }: DocumentRow,
  units: readonly TextUnitRow[],
  { at, next = text.length }: { readonly at: number; readonly next: number | undefined },
): Part {
  const start = at === 0 ? 0 : (units[0]?.start ?? 0);
  return { id: `${id} ${at}`, start, end: units.reduce((end, unit) => Math.max(end, unit.end), next) };
}

/** A part of a document as a document. Its pages and headings are those within it. */
function documentOf(document: DocumentRow, { id, start, end }: Part, title: string): DocumentRow {
  const headings = document.heading_starts.flatMap((heading, at) => (heading >= start && heading < end ? [at] : []));
  return {
    ...document,
    ...{ id, title, text: document.text.slice(start, end), text_unit_ids: [] },
    byte_size: Math.round((document.byte_size * (end - start)) / Math.max(1, document.text.length)),
    // Pages keep their numbers: those before the part are empty.
    page_starts: document.page_starts.filter((page) => page < end).map((page) => Math.max(0, page - start)),
    ...rowsBetween(document, start, end),
    ...tablesBetween(document, start, end),
    heading_starts: headings.map((at) => (document.heading_starts[at] ?? start) - start),
    heading_levels: headings.map((at) => document.heading_levels[at] ?? 1),
    heading_texts: headings.map((at) => document.heading_texts[at] ?? ''),
  };
}

/** Numbers of a sheet's rows in a part of a document; the run that the part begins in, from there on. */
function rowsBetween(
  document: DocumentRow,
  start: number,
  end: number,
): Pick<DocumentRow, 'row_starts' | 'row_numbers'> {
  const runs = document.row_starts.flatMap((at, run) =>
    at > start && at < end ? [[at, document.row_numbers[run] ?? 0]] : [],
  );
  const first = rowAt(document, start);
  const all = first === null ? runs : [[start, first], ...runs];
  return { row_starts: all.map(([at = start]) => at - start), row_numbers: all.map(([, number = 0]) => number) };
}

/** Tables in a part of a document; the one that the part begins in, from there on and without its head. */
function tablesBetween(
  document: DocumentRow,
  start: number,
  end: number,
): Pick<DocumentRow, 'table_starts' | 'table_heads'> {
  const tables = tablesIn(document, { start, end });
  return {
    table_starts: tables.map((table) => Math.max(0, table.start - start)),
    table_heads: tables.map((table) => (table.start < start ? 0 : table.heads)),
  };
}

function movedUnit(unit: TextUnitRow, { id, start }: Part, sentences: number): TextUnitRow {
  return {
    ...unit,
    ...{ document_id: id, start: unit.start - start, end: unit.end - start },
    sentence_starts: unit.sentence_starts.map((at) => at - start),
    sentence_ends: unit.sentence_ends.map((at) => at - start),
    first_sentence: unit.first_sentence - sentences,
  };
}

interface Span {
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

/** The span in the last part that begins before it. */
function movedSpan(parts: readonly Part[] | undefined, span: Span): Span {
  const part = parts?.findLast(({ start }) => start <= span.start);
  if (!part) return span;
  return { document: part.id, start: span.start - part.start, end: Math.min(span.end, part.end) - part.start };
}

/** A summary whose leaves and sentences lead into parts. */
function movedSummary(row: SummaryRow, span: MoveSpan): SummaryRow {
  const leaves = row.leaf_document_ids.map((id, at) => span(id, row.leaf_starts[at] ?? 0, row.leaf_ends[at] ?? 0));
  const statements = JSON.parse(row.sources) as readonly Statement[];
  const moved = statements.map(({ text, spans }) => ({
    text,
    spans: spans.map(({ document_id, ...from }) => {
      const { document, start, end } = span(document_id, from.start, from.end);
      return { document_id: document, start, end };
    }),
  }));
  return {
    ...row,
    leaf_document_ids: leaves.map(({ document }) => document),
    leaf_starts: leaves.map(({ start }) => start),
    leaf_ends: leaves.map(({ end }) => end),
    sources: JSON.stringify(moved),
  };
}

type MoveSpan = (document: string, start: number, end: number) => Span;

function movedReport(row: CommunityReportRow, span: MoveSpan): CommunityReportRow {
  const moved = (column: string): string =>
    column === ''
      ? ''
      : JSON.stringify(
          parseSources(column).map((list) =>
            list.map((stated) => {
              const { document, start, end } = span(stated.document_id, stated.start, stated.end);
              return { ...stated, document_id: document, start, end };
            }),
          ),
        );
  return { ...row, summary_sources: moved(row.summary_sources), finding_sources: moved(row.finding_sources) };
}
