import type { IndexState } from '../ports/index-state';
import { DERIVED_TABLES, type TableName } from '../tables/tables';
import type { Work } from '../work';
import { EMPTY_TABLES, type AllTables } from './index-tables';
import { COLLECTION_STEPS } from './methods';
import { valuesOf } from '../parameters';
import type { CollectionStep, StepFacts } from './step';

export interface DeriveProgress {
  readonly step: CollectionStep;
  readonly done: number;
  readonly total: number;
}

/** The tables that follow from the records and edits. */
export type DerivedTables = Pick<AllTables, (typeof DERIVED_TABLES)[number]>;

/** All tables, with the derived ones as `deriveTables` makes them. */
export function* deriveIndex(
  tables: AllTables,
  parameters: IndexState['parameters'],
  facts: StepFacts,
  onStep?: (progress: DeriveProgress) => void,
): Work<AllTables> {
  return { ...tables, ...(yield* deriveTables(tables, parameters, facts, onStep)) };
}

/**
 * Derives every derived table again from the records and edits, step by step. The same records give the same tables however
 * they came to be there, apart from numbers given earlier and communities matched to earlier ones. What no later step reads is let go.
 */
export function* deriveTables(
  all: AllTables,
  parameters: IndexState['parameters'],
  facts: StepFacts,
  onStep: (progress: DeriveProgress) => void = () => undefined,
): Work<DerivedTables> {
  for (const [index, step] of COLLECTION_STEPS.entries()) {
    const work = step.run(only(all, step.reads), valuesOf(step, parameters[step.name]), facts);
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) {
        const after = { ...all, ...only({ ...all, ...next.value }, step.writes, all) };
        all = only(after, [...DERIVED_TABLES, ...COLLECTION_STEPS.slice(index + 1).flatMap(({ reads }) => reads)]);
        break;
      }
      onStep({ step, ...next.value });
      yield next.value;
    }
  }
  return Object.fromEntries(DERIVED_TABLES.map((name) => [name, all[name]])) as unknown as DerivedTables;
}

const NO_TABLES: AllTables = { ...EMPTY_TABLES, extractions: [], edits: [] };

/** The named tables; every other one as in `rest`, by default empty, so that a step cannot use what it does not name. */
function only(tables: AllTables, names: readonly TableName[], rest: AllTables = NO_TABLES): AllTables {
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, tables[name]])) };
}
