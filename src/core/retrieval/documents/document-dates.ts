import { lowerBound } from '../../arrays';
import { remembered } from '../../memo';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { isDay, isYear, type DatePeriod, type FoundDate } from '../../text/dates/calendar-dates';
import { isYearWord } from '../../text/dates/date-grammar';
import { findDates } from '../../text/dates/find-dates';
import type { Work } from '../../work';

/** A field of a document that is a date. */
interface DatedField extends DatePeriod {
  readonly field: string;
}

/** Characters of a text in which the date of the document is sought. */
const HEAD = 600;
/** Characters between two yields; a part ends with a line. */
const PART = 16_384;
/** A field that continues for longer is a text. */
const LONGEST_FIELD = 60;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** The date of a document, to the year, month or day: of its fields, its title, its file name or the head of its text; null where none has one. */
export const documentDate = remembered((document: DocumentRow): string | null => {
  const { title, source_path, text, language } = document;
  const [field] = datedFields(document);
  if (field) return field.from;
  const name = source_path.slice(source_path.lastIndexOf('/') + 1).replace(/\.[^.]*$/u, '');
  for (const words of [title, name.replace(/_|(?<=\p{L})-/gu, ' '), text.slice(0, HEAD)]) {
    const [first] = findDates(words, { language }).filter(({ to }) => to === null);
    if (first) return first.from;
  }
  return null;
});

/** The dates in a document's text, read once as long as its row exists. */
export function* datesInDocument(document: DocumentRow): Work<readonly FoundDate[]> {
  const known = documentDates.get(document);
  if (known) return known;
  const { text, language } = document;
  const found: FoundDate[] = [];
  const base = documentDate(document);
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at + PART);
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    for (const date of findDates(text.slice(at, end), { language, base })) {
      found.push({ ...date, start: at + date.start, end: at + date.end });
    }
    at = end;
    yield { done: at, total: text.length };
  }
  documentDates.set(document, found);
  return found;
}

const documentDates = new WeakMap<DocumentRow, readonly FoundDate[]>();

/** The dates that a text unit has, read by the date and the language of its document. */
export function datesInUnit(unit: TextUnitRow, document: DocumentRow | undefined): readonly DatePeriod[] {
  const whole = document && documentDates.get(document);
  if (whole) {
    const first = lowerBound(whole.length, (at) => (whole[at]?.start ?? 0) < unit.start);
    return whole.slice(
      first,
      first + lowerBound(whole.length - first, (at) => (whole[first + at]?.start ?? 0) < unit.end),
    );
  }
  const known = unitDates.get(unit);
  if (known) return known;
  const base = document ? documentDate(document) : null;
  const found = findDates(unit.text, { language: document?.language ?? 'und', base });
  unitDates.set(unit, found);
  return found;
}

const unitDates = new WeakMap<TextUnitRow, readonly DatePeriod[]>();

/** The fields of a document that are a date: one as such, or a number that the field calls a year. */
export const datedFields = remembered(({ attributes, language }: DocumentRow): readonly DatedField[] => {
  const fields: unknown = JSON.parse(attributes || '{}');
  return Object.entries(fields ?? {}).flatMap(([field, value]: [string, unknown]): readonly DatedField[] => {
    if (typeof value !== 'string' || value.length > LONGEST_FIELD) return [];
    if (/^\d{4}$/u.test(value))
      return isYearWord(field) && isYear(Number(value)) ? [{ field, from: value, to: null }] : [];
    if (/^\d{4}-\d{2}-\d{2}(?:[T ][\d:.+Z-]+)?$/u.test(value)) {
      const from = value.slice(0, DAY_LENGTH);
      return isDay(from) ? [{ field, from, to: null }] : [];
    }
    const [only, ...more] = findDates(value, { language });
    if (!only || more.length > 0 || /\p{L}{4}/u.test(value.slice(0, only.start) + value.slice(only.end))) return [];
    return [{ field, from: only.from, to: only.to }];
  });
});
