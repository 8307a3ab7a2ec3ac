import { isByNoModel } from '../../../provenance';
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
const known = new WeakMap<readonly Made[], number>();

/** What stands by models, whichever they are: one may read some passages, another one the rest, and a third write the reports. */
export function standingByModel(tables: IndexTables): StandingByModel {
  return {
    entities: countByModels(tables.entities),
    relationships: countByModels(tables.relationships),
    claims: countByModels(tables.covariates),
    reports: countByModels(tables.community_reports),
  };
}

function countByModels(rows: readonly Made[]): number {
  const before = known.get(rows);
  if (before !== undefined) return before;
  const count = rows.reduce((sum, { method }) => sum + (isByNoModel(method) ? 0 : 1), 0);
  known.set(rows, count);
  return count;
}
