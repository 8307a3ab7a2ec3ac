import type { DatedMentions } from '../map/map-filter';
import type { SearchIndex } from '../retrieval';
import type { CovariateRow } from '../tables/tables';
import { yearOf } from '../text/dates/calendar-dates';
import type { Work } from '../work';
import { datedIn, yearSpan } from './timeline';

/** Things with a date, by year, for a filter by time. */
export interface MentionDates {
  /** First and last year; null where nothing has a date. */
  readonly span: ReturnType<typeof yearSpan>;
  /** From one year to another, both included. */
  readonly between: (from: number, to: number) => DatedMentions;
}

/** Finds which text units and entities bear a date: those in which a date stands, those of a document with a dated field, those a claim is about. */
export function* mentionDates(index: SearchIndex, claims: readonly CovariateRow[]): Work<MentionDates> {
  const dated: {
    readonly first: number;
    readonly last: number;
    readonly units: readonly string[];
    readonly titles: readonly string[];
  }[] = [];
  const all = yield* datedIn(index, claims, { documentId: null, entityId: null });
  for (const one of all) {
    const years = { first: yearOf(one.date), last: yearOf(one.to ?? one.date) };
    if (one.kind === 'claim') {
      const { subject_id, object_id } = one.claim;
      dated.push({ ...years, units: [], titles: [subject_id, ...(object_id === null ? [] : [object_id])] });
      continue;
    }
    const units = index.unitsOf(one.document.id);
    const own = one.kind === 'field' ? units : units.filter(({ start, end }) => start <= one.at && one.at < end);
    dated.push({ ...years, units: own.map(({ id }) => id), titles: [] });
  }
  return {
    span: yearSpan(all),
    between: (from, to) => {
      const within = dated.filter(({ first, last }) => first <= to && from <= last);
      return {
        units: new Set(within.flatMap(({ units }) => units)),
        titles: new Set(within.flatMap(({ titles }) => titles)),
      };
    },
  };
}
