import type { IndexState } from '../ports/index-state';
import { DERIVED_TABLES, type TableName } from '../tables/tables';
import type { Work } from '../work';
import { EMPTY_TABLES, type AllTables } from './index-tables';
import { COLLECTION_STEPS } from './methods';
import { valuesOf } from '../parameters';
import type { CollectionStep, StepFacts } from './step';
import { tablesFor, tablesFrom } from './step-tables';

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
    const work = runCollectionStep(step, all, parameters, facts);
    for (let next = work.next(); ; next = work.next()) {
      if (next.done) {
        const later = COLLECTION_STEPS.slice(index + 1).flatMap(({ reads }) => reads);
        all = only({ ...all, ...next.value }, [...DERIVED_TABLES, ...later]);
        break;
      }
      onStep({ step, ...next.value });
      yield next.value;
    }
  }
  return Object.fromEntries(DERIVED_TABLES.map((name) => [name, all[name]])) as unknown as DerivedTables;
}

/** Runs one step on the tables that it reads; gives those that it writes. Throws an Error for a step that reads or writes any other. */
export function* runCollectionStep(
  step: CollectionStep,
  tables: AllTables,
  parameters: IndexState['parameters'],
  facts: StepFacts,
): Work<Partial<AllTables>> {
  return tablesFrom(step, yield* step.run(tablesFor(step, tables), valuesOf(step, parameters[step.name]), facts));
}

const NO_TABLES: AllTables = { ...EMPTY_TABLES, extractions: [], edits: [] };

/** The named tables, and every other one empty. */
function only(tables: AllTables, names: readonly TableName[]): AllTables {
  return { ...NO_TABLES, ...Object.fromEntries(names.map((name) => [name, tables[name]])) };
}
