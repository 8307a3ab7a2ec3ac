import type { DatedMentions } from '../map/map-filter';
import type { SearchIndex } from '../retrieval';
import type { CovariateRow } from '../tables/tables';
import type { Work } from '../work';
import { datedIn, yearOf, yearSpan } from './timeline';

/** What bears a date, by year: what a filter by time looks up. */
export interface MentionDates {
  /** First and last year; null where nothing has a date that a program can read. */
  readonly span: ReturnType<typeof yearSpan>;
  /** From one year to another, both included. */
  readonly between: (from: number, to: number) => DatedMentions;
}

/** Finds which text units and entities bear a date: those in which a day stands, those of a document with a dated field, those a claim is about. */
export function* mentionDates(index: SearchIndex, claims: readonly CovariateRow[]): Work<MentionDates> {
  const dated: { readonly year: number; readonly units: readonly string[]; readonly titles: readonly string[] }[] = [];
  const all = yield* datedIn(index, claims, { documentId: null, entityId: null });
  for (const one of all) {
    const year = yearOf(one.date);
    if (one.kind === 'claim') {
      const { subject_id, object_id } = one.claim;
      dated.push({ year, units: [], titles: [subject_id, ...(object_id === null ? [] : [object_id])] });
      continue;
    }
    const units = index.unitsOf(one.document.id);
    const own = one.kind === 'field' ? units : units.filter(({ start, end }) => start <= one.at && one.at < end);
    dated.push({ year, units: own.map(({ id }) => id), titles: [] });
  }
  return {
    span: yearSpan(all),
    between: (from, to) => {
      const within = dated.filter(({ year }) => from <= year && year <= to);
      return {
        units: new Set(within.flatMap(({ units }) => units)),
        titles: new Set(within.flatMap(({ titles }) => titles)),
      };
    },
  };
}
