import { isByNoModel, isByTitle } from '../../../graph/who-wrote';
import type { IndexTables } from '../../../index/index-tables';

/** Rows that stand in the tables now and in which a model had a part. */
export interface StandingByModel {
  readonly entities: number;
  readonly relationships: number;
  readonly claims: number;
  readonly reports: number;
}

type Made = { readonly method: string };

/** Counts of the arrays counted before; a table that changes is another array. */
const known = new WeakMap<readonly Made[], { readonly title: string; readonly count: number }>();

/** What stands by the model of this title, with whatever words it was asked. Reports count whichever model wrote them: another one may do that. */
export function standingByModel(tables: IndexTables, title: string): StandingByModel {
  return {
    entities: countBy(tables.entities, title),
    relationships: countBy(tables.relationships, title),
    claims: countBy(tables.covariates, title),
    reports: countBy(tables.community_reports, ANY),
  };
}

function countBy(rows: readonly Made[], title: string): number {
  const before = known.get(rows);
  if (before?.title === title) return before.count;
  const count = rows.reduce((sum, { method }) => sum + (isBy(method, title) ? 1 : 0), 0);
  known.set(rows, { title, count });
  return count;
}

/** Stands for every model. */
const ANY = '';

const isBy = (method: string, title: string): boolean =>
  title === ANY ? !isByNoModel(method) : isByTitle(method, title);
