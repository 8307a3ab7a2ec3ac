import type { SearchIndex } from '../../retrieval/index';
import type { Span } from '../../tables/tables';
import { unitFilter, type UnitFilter } from '../retrieve-units';

/** The documents that a context may draw on. */
export interface Scope {
  /** True when no documents were chosen. */
  readonly everything: boolean;
  /** The chosen documents. */
  readonly chosen: ReadonlySet<string>;
  /** Whether a text unit, by its number in the store, may be shown. */
  readonly unit: UnitFilter;
  readonly document: (id: string) => boolean;
  /** Whether any of these text units may be shown. */
  readonly touches: (unitIds: readonly string[]) => boolean;
  /** Whether what was made of these text units holds no words of other documents. */
  readonly covers: (unitIds: readonly string[]) => boolean;
  /** Those of the documents of these text units that may be shown. */
  readonly documentsOf: (unitIds: readonly string[]) => readonly string[];
  /** Those spans that exist and may be shown. */
  readonly spans: (spans: readonly Span[]) => readonly Span[];
}

/** All documents of the index, or the chosen ones when there are any. */
export function scopeOf(index: SearchIndex, documentIds: readonly string[] = []): Scope {
  const chosen = new Set(documentIds);
  const everything = chosen.size === 0;
  const unit = unitFilter(index, documentIds);
  const document = (id: string): boolean => index.documents.has(id) && (everything || chosen.has(id));
  const documentOf = (unitId: string): string | undefined =>
    index.unitAt.get(index.slotOf.get(unitId) ?? -1)?.document_id;
  const isAllowed = (unitId: string): boolean => chosen.has(documentOf(unitId) ?? '');
  return {
    everything,
    chosen,
    unit,
    document,
    touches: (unitIds) => everything || unitIds.some(isAllowed),
    covers: (unitIds) => everything || unitIds.every(isAllowed),
    documentsOf: (unitIds) => [...new Set(unitIds.flatMap((id) => documentOf(id) ?? []))].filter(document),
    spans: (spans) =>
      spans.filter(({ document_id, start, end }) => {
        const length = document(document_id) ? (index.documents.get(document_id)?.text.length ?? 0) : 0;
        return start >= 0 && end > start && end <= length;
      }),
  };
}
