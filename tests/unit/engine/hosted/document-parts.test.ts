import { beforeAll, describe, expect, it } from 'vitest';
import { rowFrom } from '../../../../src/core/hosted/rows';
import { inParts } from '../../../../src/core/hosted/document-parts';
import type { IndexTables, CommunityReportRow, DocumentRow } from '../../../../src/core/tables/tables';
import type { SearchIndex } from '../../../../src/core/retrieval';
import { sourcesOf } from '../../../../src/core/retrieval/reports';
import { pageCount, pageOf } from '../../../../src/core/tables/documents';
import { generatedText } from '../../../helpers/generated-text';
import { indexedTexts } from '../../../helpers/indexed-texts';

let tables: IndexTables;
let long: DocumentRow;
let parts: readonly DocumentRow[];

/** A text whose every paragraph is another. */
const LONG = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}. ${generatedText(400, at + 1)}`).join('\n\n');

beforeAll(async () => {
  const index: SearchIndex = await indexedTexts({ 'long.txt': LONG, 'short.txt': generatedText(900, 99) });
  const { documents, textUnits, entities, relationships, communities } = index.tables;
  const pages = [0, 2000, 9000, 20_000];
  const paged = documents.map((row) => (row.text.length > 5000 ? { ...row, page_starts: pages } : row));
  const [first] = paged.filter((row) => row.text.length > 5000);
  if (!first) throw new Error('There is no long document.');
  long = first;
  const span = { document_id: long.id, start: 12_000, end: 12_040 };
  const report: CommunityReportRow = { ...rowFrom('community_reports', {}), summary_sources: JSON.stringify([[span]]) };
  const whole = { documents: paged, text_units: textUnits, entities, relationships, communities };
  tables = { ...whole, covariates: [], community_reports: [report], summaries: [] } as IndexTables;
  parts = inParts(tables, 6000).documents.filter(({ id }) => id.startsWith(long.id));
});

describe('long documents in parts', () => {
  it('have every text unit as it was, at its place in a part', () => {
    const cut = inParts(tables, 6000);
    const textOf = new Map(cut.documents.map(({ id, text }) => [id, text]));
    expect(parts.length).toBeGreaterThan(3);
    expect(cut.text_units.map(({ text }) => text).sort()).toEqual(tables.text_units.map(({ text }) => text).sort());
    for (const unit of cut.text_units) {
      expect(textOf.get(unit.document_id)?.slice(unit.start, unit.end)).toBe(unit.text);
      expect(unit.sentence_starts.every((at) => at >= unit.start && at <= unit.end)).toBe(true);
    }
  });

  it('lose no text between them', () => {
    let covered = 0;
    for (const { text } of parts) {
      const start = long.text.indexOf(text);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(start).toBeLessThanOrEqual(covered);
      expect(text.length).toBeLessThan(9000);
      covered = start + text.length;
    }
    expect(covered).toBe(long.text.length);
  });

  it('keep the numbers of pages, and say which part they are', () => {
    expect(parts[0]?.title).toBe(`${long.title} (1/${parts.length})`);
    expect(parts.reduce((sum, part) => sum + part.byte_size, 0)).toBeLessThan(1.5 * long.byte_size);
    expect(pageCount(parts.at(-1)?.page_starts ?? [])).toBe(1);
    for (const { page_starts, text } of parts) {
      const start = long.text.indexOf(text);
      for (const at of [0, 100, text.length - 1])
        expect(pageOf(page_starts, at)).toBe(pageOf(long.page_starts, start + at));
    }
  });

  it('are where evidence and the sources of reports lead to', () => {
    const cut = inParts(tables, 6000);
    const textOf = new Map(cut.documents.map(({ id, text }) => [id, text]));
    const wholeOf = new Map(tables.documents.map(({ id, text }) => [id, text]));
    const quotes = (all: IndexTables, texts: ReadonlyMap<string, string>): readonly (readonly string[])[] => [
      ...all.relationships.map((row) =>
        row.evidence_document_ids.map((id, at) =>
          (texts.get(id) ?? '').slice(row.evidence_starts[at], row.evidence_ends[at]),
        ),
      ),
      ...all.community_reports.map((row) =>
        sourcesOf(row).map(({ document_id, start, end }) => (texts.get(document_id) ?? '').slice(start, end)),
      ),
    ];
    expect(quotes(cut, textOf)).toEqual(quotes(tables, wholeOf));
    expect(quotes(cut, textOf).flat().length).toBeGreaterThan(20);
  });

  it('are none where no document is long', () => {
    expect(inParts(tables, 1e6)).toBe(tables);
  });
});
