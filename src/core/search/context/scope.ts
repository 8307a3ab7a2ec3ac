import type { SearchRequest } from '../request/search-request';
import type { SearchIndex } from '../../retrieval/index';
import { datesInUnit } from '../../retrieval/documents/document-dates';
import { overlaps } from '../../text/dates/calendar-dates';
import type { Span, TextUnitRow } from '../../tables/tables';
import { unitOfSpan } from '../evidence/sentences';

/** Part of the index that a search may use. */
export interface Scope {
  /** True when no documents were chosen or left out, and no filter is set. */
  readonly everything: boolean;
  /** The chosen documents; empty for all. */
  readonly chosen: ReadonlySet<string>;
  /** Checks if a text unit, by its number in the store, may be shown. */
  readonly unit: (slot: number) => boolean;
  readonly document: (id: string) => boolean;
  /** Checks if any of these text units may be shown. */
  readonly touches: (unitIds: readonly string[]) => boolean;
  /** Checks that all of these text units are in scope, so that rows made of them contain no words of others. */
  readonly covers: (unitIds: readonly string[]) => boolean;
  /** Returns the documents of these text units that may be shown. */
  readonly documentsOf: (unitIds: readonly string[]) => readonly string[];
  /** Filters spans to those that exist and may be shown. */
  readonly spans: (spans: readonly Span[]) => readonly Span[];
}

/** All of the index, or what of it a request asks for: chosen documents, less those left out, and passages that mention an entity or name a year. */
export function scopeOf(
  index: SearchIndex,
  { documentIds = [], leftOut = [], filters = {} }: Pick<SearchRequest, 'documentIds' | 'leftOut' | 'filters'> = {},
): Scope {
  const chosen = new Set(documentIds);
  const out = new Set(leftOut);
  const isAsked = (id: string): boolean => !out.has(id) && (chosen.size === 0 || chosen.has(id));
  const { entityIds = [], years } = filters;
  const isFiltered = entityIds.length > 0 || years !== undefined;
  const everything = chosen.size === 0 && out.size === 0 && !isFiltered;
  const mentioning = entityIds.map(
    (id) => new Set(index.tables.entities[index.entities.at.get(id) ?? -1]?.text_unit_ids),
  );
  const passes = remembered((unit) => {
    if (!mentioning.every((units) => units.has(unit.id))) return false;
    return years === undefined || isWithinYears(index, unit, years);
  });
  const allows = (unit: TextUnitRow | undefined): boolean =>
    unit !== undefined && isAsked(unit.document_id) && (!isFiltered || passes(unit));
  const document = (id: string): boolean => index.documents.has(id) && isAsked(id);
  const isAllowed = (unitId: string): boolean => allows(index.unitOf(unitId));
  return {
    everything,
    chosen,
    unit: (slot) => allows(index.unitAt.get(slot)),
    document,
    touches: (unitIds) => everything || unitIds.some(isAllowed),
    covers: (unitIds) => everything || unitIds.every(isAllowed),
    documentsOf: (unitIds) =>
      [...new Set(unitIds.flatMap((id) => index.unitOf(id)?.document_id ?? []))].filter(document),
    spans: (spans) =>
      spans.filter(({ document_id, start, end }) => {
        const length = document(document_id) ? (index.documents.get(document_id)?.text.length ?? 0) : 0;
        if (start < 0 || end <= start || end > length) return false;
        return !isFiltered || allows(unitOfSpan(index, { document_id, start, end }));
      }),
  };
}

/** Caches a test of each text unit. */
function remembered(test: (unit: TextUnitRow) => boolean): (unit: TextUnitRow) => boolean {
  const known = new Map<TextUnitRow, boolean>();
  return (unit) => {
    const before = known.get(unit);
    if (before !== undefined) return before;
    const found = test(unit);
    known.set(unit, found);
    return found;
  };
}

/** Checks if a text unit has a date between two years, both included, in either order. */
function isWithinYears(
  { documents }: SearchIndex,
  unit: TextUnitRow,
  { from = 0, to = 9999 }: { readonly from?: number; readonly to?: number },
): boolean {
  const [first, last] = from <= to ? [from, to] : [to, from];
  const [start, end] = [first, last].map((year) => String(year).padStart(4, '0'));
  const period = { from: start ?? '', to: end ?? null };
  return datesInUnit(unit, documents.get(unit.document_id)).some((date) => overlaps(date, period));
}
