import type { SearchIndex } from '../../retrieval';
import { headingsOf } from '../../tables/documents';
import type { DocumentRow, Span, TextUnitRow } from '../../tables/tables';
import { headingPaths, pageOf } from '../../text/document-positions';
import type { PassagePlace, TextRange, Passage } from './evidence';

/** The words of a span with their document and page; null when the document is gone or the span lies outside it. */
export function passageOf(index: SearchIndex, { document_id, start, end }: Span): Passage | null {
  const document = index.documents.get(document_id);
  if (!document || start < 0 || end <= start || end > document.text.length) return null;
  return {
    document_id,
    start,
    end,
    documentTitle: index.labels.get(document_id) ?? document.title,
    page: pageOf(document.page_starts, start),
    quote: document.text.slice(start, end),
  };
}

/** Tells where spans of a document stand; asked in rising order of their starts. */
export function placesIn(
  { labels }: Pick<SearchIndex, 'labels'>,
  document: DocumentRow,
): (textUnitId: string, range: TextRange) => PassagePlace {
  const headingPath = headingPaths(headingsOf(document));
  return (textUnitId, { start, end }) => ({
    textUnitId,
    documentId: document.id,
    documentTitle: labels.get(document.id) ?? document.title,
    page: pageOf(document.page_starts, start),
    headingPath: headingPath(start),
    start,
    end,
  });
}

/** Passages of several spans, without those that cannot be shown and without repeats. */
export function passagesOf(index: SearchIndex, spans: readonly Span[]): readonly Passage[] {
  const distinct = new Map(spans.map((span) => [spanKey(span), span]));
  return [...distinct.values()].flatMap((span) => passageOf(index, span) ?? []);
}

/** Identifies a span. */
export const spanKey = ({ document_id, start, end }: Span): string => `${document_id}:${start}:${end}`;

/** The first text unit of the document that holds the span's start. */
export function unitOfSpan(index: SearchIndex, span: Span): TextUnitRow | undefined {
  let nearest: TextUnitRow | undefined;
  for (const id of index.documents.get(span.document_id)?.text_unit_ids ?? []) {
    const unit = index.unitAt.get(index.slotOf.get(id) ?? -1);
    if (!unit) continue;
    if (unit.start <= span.start && span.end <= unit.end) return unit;
    if (unit.start <= span.start && span.start < unit.end) nearest ??= unit;
  }
  return nearest;
}
