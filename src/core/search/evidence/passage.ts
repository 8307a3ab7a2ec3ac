import type { SearchIndex } from '../../retrieval/index';
import type { DocumentRow, Span, TextUnitRow } from '../../tables/tables';
import type { Passage } from '../events';
import { terms } from '../../text/terms';

/** The words of a span with their document and page; null when the document is gone or the span lies outside it. */
export function passageOf(index: SearchIndex, { document_id, start, end }: Span): Passage | null {
  const document = index.documents.get(document_id);
  if (!document || start < 0 || end <= start || end > document.text.length) return null;
  return {
    document_id,
    start,
    end,
    documentTitle: index.labels.get(document_id) ?? document.title,
    page: pageAt(document, start),
    quote: document.text.slice(start, end),
  };
}

/** One-based page at an offset; null for a document without pages. */
export function pageAt({ page_starts: starts }: Pick<DocumentRow, 'page_starts'>, offset: number): number | null {
  if (starts.length === 0) return null;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

/** The headings in force at an offset, highest first. */
export function headingPathAt(
  { heading_starts: starts, heading_levels: levels, heading_texts: texts }: DocumentRow,
  offset: number,
): readonly string[] {
  const path: { readonly level: number; readonly text: string }[] = [];
  for (const [at, start] of starts.entries()) {
    if (start > offset) break;
    const level = levels[at] ?? 1;
    while ((path.at(-1)?.level ?? 0) >= level) path.pop();
    path.push({ level, text: texts[at] ?? '' });
  }
  return path.map(({ text }) => text);
}

/** Passages of several spans, without those that cannot be shown and without repeats. */
export function passagesOf(index: SearchIndex, spans: readonly Span[]): readonly Passage[] {
  const found = new Map<string, Passage>();
  for (const span of spans) {
    const passage = passageOf(index, span);
    if (passage) found.set(spanKey(span), found.get(spanKey(span)) ?? passage);
  }
  return [...found.values()];
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

/** A quote as one line. */
export const oneLine = (quote: string): string => quote.replace(/\s+/g, ' ').trim();

/**
 * What is quoted, with what holds most of a text's terms first; of those with as many the shorter ones, then as they were. A thing that a text
 * cites is often told in several sentences, of which it means one.
 */
export function nearestFirst<Q extends { readonly quote: string }>(text: string, quoted: readonly Q[]): readonly Q[] {
  const wanted = new Set(terms(text));
  return quoted
    .map((one) => {
      const own = new Set(terms(one.quote));
      return { one, common: [...own].filter((term) => wanted.has(term)).length, size: own.size };
    })
    .sort((a, b) => b.common - a.common || a.size - b.size)
    .map(({ one }) => one);
}
