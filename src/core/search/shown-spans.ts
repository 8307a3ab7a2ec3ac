import type { Span } from '../tables/tables';

/** Spans that an answer has shown so far. */
export type ShownSpans = Span[];

/** Whether one of the spans overlaps with what is shown. */
export function isShown(shown: readonly Span[], spans: readonly Span[]): boolean {
  return spans.some((span) =>
    shown.some(
      ({ document_id, start, end }) => document_id === span.document_id && start < span.end && span.start < end,
    ),
  );
}
