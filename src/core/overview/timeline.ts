import { lowerBound } from '../arrays';
import { remembered } from '../memo';
import type { SearchIndex } from '../retrieval';
import { sentenceBounds } from '../search/evidence/sentences';
import { clipToTokens, oneLine } from '../text/clip';
import type { CovariateRow, DocumentRow, TextUnitRow } from '../tables/tables';
import { inSteps, type Work } from '../work';

/**
 * What of the collection has a date that a program can read: claims have one from the model that read them; a passage where a day stands in it as
 * `YYYY-MM-DD` (ISO 8601); a document where one of its fields is such a day. Dates in words are not read.
 */
export interface Timeline {
  /** Years with anything, rising; entry `i` of the other lists is of the same year. */
  readonly years: Int32Array;
  readonly claims: Int32Array;
  readonly passages: Int32Array;
  readonly fields: Int32Array;
}

/** What is asked for: everything, or what is in one document, or about one entity, or both. */
export interface TimelineFilter {
  readonly documentId: string | null;
  readonly entityId: string | null;
}

export interface YearQuery extends TimelineFilter {
  readonly year: number;
  readonly offset: number;
  readonly limit: number;
}

/** Something with a date. */
export interface DatedEntry {
  readonly kind: 'claim' | 'passage' | 'field';
  /** ISO 8601, as exactly as it is known; null for a claim of which only the end is. */
  readonly start: string | null;
  readonly end: string | null;
  readonly documentId: string;
  readonly documentTitle: string;
  /** Where it stands in the document: UTF-16 offsets; null for a field. */
  readonly span: { readonly start: number; readonly end: number } | null;
  /** The claim, the sentence or the field. */
  readonly words: string;
  /** Who found it; empty where nobody had to. */
  readonly method: string;
}

export interface YearEntries {
  readonly entries: readonly DatedEntry[];
  /** All of the year. */
  readonly total: number;
}

/** Something with a date, before its words are looked up. */
export type Dated =
  | { readonly kind: 'claim'; readonly date: string; readonly claim: CovariateRow }
  | { readonly kind: 'passage'; readonly date: string; readonly document: DocumentRow; readonly at: number }
  | { readonly kind: 'field'; readonly date: string; readonly document: DocumentRow; readonly field: string };

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
    if (isAbout && isIn && date !== null && Number.isFinite(yearOf(date))) found.push({ kind: 'claim', date, claim });
  }
  const documents = index.tables.documents.filter(({ id }) => documentId === null || id === documentId);
  yield* inSteps(
    documents,
    (document) => {
      const own = units && index.unitsOf(document.id).filter(({ id }) => units.has(id));
      for (const { date, at } of daysIn(document)) {
        if (!own || isWithin(own, at)) found.push({ kind: 'passage', date, document, at });
      }
      // What a field of a document says is about no entity in particular.
      if (!entity)
        for (const { date, field } of fieldsOf(document)) found.push({ kind: 'field', date, document, field });
    },
    4,
  );
  return found;
}

/** First and last year of what has a date; null where nothing has. */
export function yearSpan(dated: readonly Dated[]): { readonly first: number; readonly last: number } | null {
  let [first, last] = [Infinity, -Infinity];
  for (const { date } of dated) [first, last] = [Math.min(first, yearOf(date)), Math.max(last, yearOf(date))];
  return dated.length === 0 ? null : { first, last };
}

const isWithin = (units: readonly TextUnitRow[], at: number): boolean =>
  units.some(({ start, end }) => start <= at && at < end);

/** The year of an ISO 8601 date; NaN for anything else. */
export const yearOf = (date: string): number => (/^\d{4}(?!\d)/u.test(date) ? Number(date.slice(0, 4)) : NaN);

const DAY = /(?<![\p{L}\p{N}.,/-])\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}-])/gu;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Whether there is such a day: `2023-02-30` is none. */
function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The days that stand in a text, and where. */
const daysIn = remembered(({ text }: DocumentRow) =>
  [...text.matchAll(DAY)].flatMap(({ 0: date, index: at }) => (isDay(date) ? [{ date, at }] : [])),
);

/** The fields of a document that are a day, or a time of one. */
const fieldsOf = remembered(({ attributes }: DocumentRow) => {
  const fields: unknown = JSON.parse(attributes || '{}');
  return Object.entries(fields ?? {}).flatMap(([field, value]: [string, unknown]) => {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]+)?$/u.test(value)) return [];
    const date = value.slice(0, DAY_LENGTH);
    return isDay(date) ? [{ date, field }] : [];
  });
});

function entryOf(index: SearchIndex, one: Dated): DatedEntry {
  const documentId = one.kind === 'claim' ? one.claim.document_id : one.document.id;
  const documentTitle = index.labels.get(documentId) ?? '';
  const place = { documentId, documentTitle };
  if (one.kind === 'claim') {
    const { start_date: start, end_date: end, description, method, evidence_start, evidence_end } = one.claim;
    const span = { start: evidence_start, end: evidence_end };
    return { kind: 'claim', start, end, ...place, span, words: description, method };
  }
  const day = { start: one.date, end: null, ...place, method: '' };
  if (one.kind === 'field') return { kind: 'field', ...day, span: null, words: one.field };
  const span = sentenceAt(index, one.document, one.at);
  return {
    kind: 'passage',
    ...day,
    span,
    words: clipToTokens(oneLine(one.document.text.slice(span.start, span.end)), WORDS),
  };
}

/** The sentence around a place; the day alone where the place is in no text unit. */
function sentenceAt(index: SearchIndex, document: DocumentRow, at: number): { start: number; end: number } {
  const alone = { start: at, end: at + DAY_LENGTH };
  const unit = index.unitsOf(document.id).find(({ start, end }) => start <= at && at < end);
  if (!unit) return alone;
  const bounds = sentenceBounds(unit, document.language);
  const { start, end } = bounds[lowerBound(bounds.length, (place) => (bounds[place]?.end ?? 0) <= at)] ?? alone;
  return start <= at ? { start, end: Math.max(end, alone.end) } : alone;
}
