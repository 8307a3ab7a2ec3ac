import type { TableChange } from '../ports/table-store';
import { TABLES, type TableName } from '../tables/tables';

/** The tables that a step reads and writes, by name. */
export interface TableUse<R extends TableName = TableName, W extends TableName = TableName> {
  readonly name: string;
  readonly reads: readonly R[];
  readonly writes: readonly W[];
}

const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** These tables as a step sees them: those that it reads, and an Error in place of any other. */
export function tablesFor<R extends TableName, T extends { readonly [N in TableName]?: unknown }>(
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

/** What a step returned. Throws an Error unless that is every table that it writes and no other. */
export function tablesFrom<W extends TableName, T extends { readonly [N in W]?: unknown }>(
  step: TableUse<TableName, W>,
  returned: T,
): T {
  for (const name of TABLE_NAMES) if (returned[name as W] !== undefined) mustWrite(step, name);
  const missing = step.writes.find((name) => returned[name] === undefined);
  if (missing) throw new Error(`The step “${step.name}” was to write the table ${missing}, but did not return it.`);
  return returned;
}

/** A change that a step commits, which may leave out tables that stay as they are. Throws an Error where it touches one that the step does not write. */
export function changeFrom(step: TableUse, change: TableChange): TableChange {
  for (const name of TABLE_NAMES) if (change.append?.[name] ?? change.replace?.[name]) mustWrite(step, name);
  if (change.removeDocuments) mustWrite(step, 'documents');
  return change;
}

function mustWrite(step: TableUse, name: TableName): void {
  if (!step.writes.includes(name)) refuse(step, 'writes', name);
}

function refuse({ name: step }: TableUse, act: 'reads' | 'writes', table: TableName): never {
  throw new Error(`The step “${step}” ${act} the table ${table}, which it does not name.`);
}
