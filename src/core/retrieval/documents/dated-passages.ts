import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { isOfPeriod, type DatePeriod } from '../../text/dates/calendar-dates';
import { findDates } from '../../text/dates/find-dates';
import { sortedHits, type Hit } from '../../vectors/top-k';
import { datesInUnit, documentDate } from './document-dates';
import { languagesOf } from '../lexical/languages';
import type { SearchIndex } from '../index';

/**
 * Gain of a day or a month in a question for the score of a passage of it, as a share of the best score. A year alone adds nothing: its number
 * counts as a word already. Chosen with the even-numbered questions of bench/data/dates/minutes and with those of XQuAD that name a date.
 */
const DATE_SHARE = 0.8;
const YEAR_LENGTH = 'YYYY'.length;
/** Best passages of which the dates are read. */
const READ = 100;

/** Moves passages forward that are of a date that the question names: by their text, their headings or their document. */
export function preferDated(index: SearchIndex, question: string, hits: readonly Hit[]): readonly Hit[] {
  const asked = datesOfQuestion(index, question);
  if (asked.length === 0) return hits;
  const best = hits.reduce((most, { score }) => Math.max(most, score), 0) || 1;
  const gains = hits.slice(0, READ).map(({ id }) => {
    const unit = index.unitAt.get(id);
    const dates = unit ? datesOfPassage(unit, index.documents.get(unit.document_id)) : [];
    return asked.some((period) => dates.some((date) => isOfPeriod(date, period))) ? DATE_SHARE : 0;
  });
  return gains.some((gain) => gain > 0)
    ? sortedHits(new Map(hits.map(({ id, score }, at) => [id, score / best + (gains[at] ?? 0)])))
    : hits;
}

/** Languages of a collection in which dates of a question are read: reading the names of one takes a tenth of a second at first. */
const MOST_LANGUAGES = 3;

/** The days and months that a question names, read in the languages of the collection. */
function datesOfQuestion({ tables }: SearchIndex, question: string): readonly DatePeriod[] {
  if (!/\p{N}|[〇零一二三四五六七八九]/u.test(question)) return [];
  const languages = new Set(['en', ...languagesOf(tables.documents).slice(0, MOST_LANGUAGES)]);
  return [...languages]
    .flatMap((language) => findDates(question, { language }))
    .filter(({ from }) => from.length > YEAR_LENGTH);
}

/** The dates of a passage: those in its text, and that of the nearest heading, else of the document. */
function datesOfPassage(unit: TextUnitRow, document: DocumentRow | undefined): readonly DatePeriod[] {
  const language = document?.language ?? 'und';
  const above = unit.heading_path
    .map((heading) => findDates(heading, { language }))
    .findLast(({ length }) => length > 0);
  const own = document ? documentDate(document) : null;
  return [...datesInUnit(unit, document), ...(above ?? (own === null ? [] : [{ from: own, to: null }]))];
}
