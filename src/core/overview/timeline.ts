import { lowerBound } from '../arrays';
import type { SearchIndex } from '../retrieval';
import { datedFields, datesInDocument } from '../retrieval/documents/document-dates';
import { sentenceBounds } from '../text/text-units';
import { clipToTokens, oneLine } from '../text/clip';
import { yearOf, type FoundDate } from '../text/dates/calendar-dates';
import type { CovariateRow, DocumentRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';

/**
 * Dated things of the collection: claims have one from the model that read them; a passage where a date is certain in it, in words or in
 * numbers; a document where one of its fields is one. A period counts in its first year.
 */
export interface Timeline {
  /** Years with anything, rising; entry `i` of the other lists is of the same year. */
  readonly years: Int32Array;
  readonly claims: Int32Array;
  readonly passages: Int32Array;
  readonly fields: Int32Array;
}

/** Scope of a timeline: everything, one document, one entity, or both. */
export interface TimelineFilter {
  readonly documentId: string | null;
  readonly entityId: string | null;
}

export interface YearQuery extends TimelineFilter {
  readonly year: number;
  readonly offset: number;
  readonly limit: number;
}

/** Dated claim, passage or field. */
export interface DatedEntry {
  readonly kind: 'claim' | 'passage' | 'field';
  /** ISO 8601, as exactly as it is known; null for a claim of which only the end is. */
  readonly start: string | null;
  readonly end: string | null;
  readonly documentId: string;
  readonly documentTitle: string;
  /** Place in the document: UTF-16 offsets; null for a field. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** The claim, the sentence or the field. */
  readonly words: string;
  /** Finder; empty where nobody had to find it. */
  readonly method: string;
}

export interface YearEntries {
  readonly entries: readonly DatedEntry[];
  /** All of the year. */
  readonly total: number;
}

/** Dated thing, before its words are looked up. `to` is the end of a period. */
type Dated = { readonly date: string; readonly to: string | null } & (
  | { readonly kind: 'claim'; readonly claim: CovariateRow }
  | { readonly kind: 'passage'; readonly document: DocumentRow; readonly at: number; readonly end: number }
  | { readonly kind: 'field'; readonly document: DocumentRow; readonly field: string }
);

/** Tokens of a sentence that are shown. */
const WORDS = 60;

/** Counts what has a date by year. Reads a text once, as long as its row stands. */
export function* timelineOf(
  index: SearchIndex,
  claims: readonly CovariateRow[],
  filter: TimelineFilter,
): Work<Timeline> {
  const counts = new Map<number, { claim: number; passage: number; field: number }>();
  for (const { kind, date } of yield* datedIn(index, claims, filter)) {
    const year = yearOf(date);
    const count = counts.get(year) ?? { claim: 0, passage: 0, field: 0 };
    count[kind]++;
    counts.set(year, count);
  }
  const years = [...counts].sort(([a], [b]) => a - b);
  return {
    years: Int32Array.from(years, ([year]) => year),
    claims: Int32Array.from(years, ([, { claim }]) => claim),
    passages: Int32Array.from(years, ([, { passage }]) => passage),
    fields: Int32Array.from(years, ([, { field }]) => field),
  };
}

/** A part of what has a date in a year, by date. */
export function* entriesOfYear(
  index: SearchIndex,
  claims: readonly CovariateRow[],
  { year, offset, limit, ...filter }: YearQuery,
): Work<YearEntries> {
  const own = (yield* datedIn(index, claims, filter)).filter(({ date }) => yearOf(date) === year);
  own.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  return { entries: own.slice(offset, offset + limit).map((one) => entryOf(index, one)), total: own.length };
}

/** All that has a date and passes the filter, in no order. Reads a text once, as long as its row stands. */
export function* datedIn(
  index: SearchIndex,
  claims: readonly CovariateRow[],
  { documentId, entityId }: TimelineFilter,
): Work<Dated[]> {
  const entity = entityId === null ? null : index.tables.entities[index.entities.at.get(entityId) ?? -1];
  if (entity === undefined) return [];
  const units = entity && new Set(entity.text_unit_ids);
  const found: Dated[] = [];
  for (const claim of claims) {
    const date = claim.start_date ?? claim.end_date;
    const isAbout = !entity || claim.subject_id === entity.title || claim.object_id === entity.title;
    const isIn = documentId === null || claim.document_id === documentId;
    if (isAbout && isIn && date !== null && Number.isFinite(yearOf(date))) {
      const to = claim.end_date !== null && claim.end_date > date ? claim.end_date : null;
      found.push({ kind: 'claim', date, to, claim });
    }
  }
  const documents = index.tables.documents.filter(({ id }) => documentId === null || id === documentId);
  for (const document of documents) {
    const own = units && index.unitsOf(document.id).filter(({ id }) => units.has(id));
    for (const { from: date, to, start: at, end } of yield* datesInDocument(document)) {
      if (!own || isWithin(own, at)) found.push({ kind: 'passage', date, to, document, at, end });
    }
    // A field of a document is about no entity in particular.
    for (const { from: date, to, field } of entity ? [] : datedFields(document)) {
      found.push({ kind: 'field', date, to, document, field });
    }
  }
  return found;
}

/** First and last year of what has a date; null where nothing has. */
export function yearSpan(dated: readonly Dated[]): { readonly first: number; readonly last: number } | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { date, to } of dated) {
    [first, last] = [Math.min(first, yearOf(date)), Math.max(last, yearOf(to ?? date))];
  }
  return dated.length === 0 ? null : { first, last };
}

const isWithin = (units: readonly TextUnitRow[], at: number): boolean =>
  units.some(({ start, end }) => start <= at && at < end);

function entryOf(index: SearchIndex, one: Dated): DatedEntry {
  const documentId = one.kind === 'claim' ? one.claim.document_id : one.document.id;
  const documentTitle = index.labels.get(documentId) ?? '';
  const place = { documentId, documentTitle };
  if (one.kind === 'claim') {
    const { start_date: start, end_date: end, description, method, evidence_start, evidence_end } = one.claim;
    const span = { start: evidence_start, end: evidence_end };
    return { kind: 'claim', start, end, ...place, span, words: description, method };
  }
  const day = { start: one.date, end: one.to, ...place, method: '' };
  if (one.kind === 'field') return { kind: 'field', ...day, span: null, words: one.field };
  const span = sentenceAt(index, one.document, { start: one.at, end: one.end });
  return {
    kind: 'passage',
    ...day,
    span,
    words: clipToTokens(oneLine(one.document.text.slice(span.start, span.end)), WORDS),
  };
}

type Place = Pick<FoundDate, 'start' | 'end'>;

/** The sentence around a date; the date alone where it is in no text unit. */
function sentenceAt(index: SearchIndex, document: DocumentRow, alone: Place): Place {
  const at = alone.start;
  const unit = index.unitsOf(document.id).find(({ start, end }) => start <= at && at < end);
  if (!unit) return alone;
  const bounds = sentenceBounds(unit, document.language);
  const { start, end } = bounds[lowerBound(bounds.length, (place) => (bounds[place]?.end ?? 0) <= at)] ?? alone;
  return start <= at ? { start, end: Math.max(end, alone.end) } : alone;
}
