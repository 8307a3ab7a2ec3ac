import type { StepParameter } from '../parameters';
import type { TableChange } from '../ports/collections';
import { type AllTables, TABLES } from '../tables/tables';

/** A table that steps may name. */
export type StepTable = keyof AllTables;

/** The tables that a step reads and writes. It sees and changes no other table, which is checked whenever it runs. */
export interface TableUse<R extends StepTable = StepTable, W extends StepTable = StepTable> {
  readonly name: string;
  readonly reads: readonly R[];
  readonly writes: readonly W[];
}

export interface StepHead<R extends StepTable = StepTable, W extends StepTable = StepTable> extends TableUse<R, W> {
  /** Shown as the name of the stage. */
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

const TABLE_NAMES = Object.keys(TABLES) as readonly StepTable[];

/** The tables as a step sees them. Reading a table that it does not name throws an Error. */
export function tablesFor<R extends StepTable, T extends { readonly [N in StepTable]?: unknown }>(
  step: TableUse<R>,
  tables: T,
): Pick<T, R & keyof T> {
  const view = Object.fromEntries(step.reads.map((name) => [name, tables[name]]));
  for (const name of TABLE_NAMES) {
    if (name in view) continue;
    // Not enumerable, so that a step may copy its tables.
    Object.defineProperty(view, name, { get: () => refuse(step, 'reads', name) });
  }
  return view as Pick<T, R & keyof T>;
}

/** Checks what a step returned. Throws an Error unless it is every table that the step writes, and no other. */
export function tablesFrom<W extends StepTable, T extends { readonly [N in W]?: unknown }>(
  step: TableUse<StepTable, W>,
  returned: T,
): T {
  for (const name of TABLE_NAMES) if (returned[name as W] !== undefined) mustWrite(step, name);
  const missing = step.writes.find((name) => returned[name] === undefined);
  if (missing) throw new Error(`The step “${step.name}” was to write the table ${missing}, but did not return it.`);
  return returned;
}

/** Checks a change that a step commits. Throws an Error where it touches a table that the step does not write. */
export function changeFrom(step: TableUse, change: TableChange): TableChange {
  for (const name of TABLE_NAMES) if (change.append?.[name] ?? change.replace?.[name]) mustWrite(step, name);
  if (change.removeDocuments) mustWrite(step, 'documents');
  return change;
}

function mustWrite(step: TableUse, name: StepTable): void {
  if (!step.writes.includes(name)) refuse(step, 'writes', name);
}

function refuse({ name: step }: TableUse, act: 'reads' | 'writes', table: StepTable): never {
  throw new Error(`The step “${step}” ${act} the table ${table}, which it does not name.`);
}
