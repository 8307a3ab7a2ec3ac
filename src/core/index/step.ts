import type { StepParameter, Values } from '../parameters';
import type { CallOptions, Clock } from '../platform';
import type { MentionFinder } from '../ports/documents';
import { type DocumentRow, type ExtractionRow, type TextUnitRow, TABLES } from '../tables/tables';
import type { Work } from '../work';
import type { GraphView } from '../graph/derive/derive-graph';
import type { AllTables } from './index-tables';
import type { TableChange } from '../ports/collections';

/** A table that steps may name. */
type StepTable = keyof AllTables;

/** The tables that a step reads and writes. It sees and changes no other table, which is checked whenever it runs. */
export interface TableUse<R extends StepTable = StepTable, W extends StepTable = StepTable> {
  readonly name: string;
  readonly reads: readonly R[];
  readonly writes: readonly W[];
}

interface StepHead<R extends StepTable = StepTable, W extends StepTable = StepTable> extends TableUse<R, W> {
  /** Shown as the name of the stage. */
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** A step that sees one document at a time. */
export interface DocumentStep extends StepHead<DocumentTable, DocumentTable> {
  readonly scope: 'document';
  /** Share of a document's time. Only the progress bar uses it. */
  readonly share: number;
  run(
    tables: DocumentTables,
    values: Values,
    ports: DocumentPorts,
    options: CallOptions,
  ): Promise<Partial<DocumentTables>>;
}

/** The tables of one document. */
export interface DocumentTables {
  readonly documents: readonly [DocumentRow];
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
}

type DocumentTable = keyof DocumentTables;

/** Declares a document step. Its types allow only the tables that it names. */
export const documentStep = <const R extends DocumentTable, const W extends DocumentTable>(
  step: Omit<DocumentStep, 'run' | 'reads' | 'writes'> &
    Pick<StepHead<R, W>, 'reads' | 'writes'> & {
      run(
        tables: Pick<DocumentTables, R>,
        values: Values,
        ports: DocumentPorts,
        options: CallOptions,
      ): Promise<Pick<DocumentTables, W>>;
    },
): DocumentStep => step;

/** One document with what has been made of it. */
export interface DocumentRows {
  readonly document: DocumentRow;
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
}

export interface DocumentPorts {
  readonly mentions: MentionFinder;
  /** With it, long work leaves others their turn; without, it is done at once. */
  readonly clock?: Clock;
  /** Called with the part of the step that is done, 0 to 1. */
  readonly onFraction?: (fraction: number) => void;
}

/** A part of a run as the progress bar shows it. */
export interface Stage {
  readonly title: string;
  /** Unit of its progress; empty where its parts count different things, so that only its share is shown. */
  readonly unit: string;
  /** Share of a run's time, measured on 10 MB of English. Only the progress bar uses it. */
  readonly share: number;
}

/** A step that derives whole tables from whole tables. */
export interface CollectionStep extends StepHead, Stage {
  readonly scope: 'collection';
  run(tables: AllTables, values: Values, facts: StepFacts): Work<Partial<AllTables>>;
}

/** Declares a collection step. Its types allow only the tables that it names. */
export const collectionStep = <const R extends StepTable, const W extends StepTable>(
  step: Omit<CollectionStep, 'run' | 'reads' | 'writes'> &
    Pick<StepHead<R, W>, 'reads' | 'writes'> & {
      run(tables: Pick<AllTables, R>, values: Values, facts: StepFacts): Work<Pick<AllTables, W>>;
    },
): CollectionStep => step;

/** Inputs of a collection step besides tables. */
export interface StepFacts {
  /** ISO date. */
  readonly today: string;
  /** True if communities may be found from scratch, since nothing costly rests on them yet. Missing means no. */
  readonly regroup?: boolean;
  /** The highest number of a community that came with an imported graph; missing where none did. */
  readonly keptCommunities?: number;
  /** The highest number given so far, per table. A step raises it for the rows that it adds. */
  readonly counters: Record<string, number>;
  /** The kept view of all records; without it the graph is derived from the table of records. */
  readonly graph?: GraphView;
}

/** A step that the engine runs after *Ready*. It reads through `tablesFor` and commits through `changeFrom`. */
export interface BackgroundStep extends StepHead {
  readonly scope: 'background';
}

export type Step = DocumentStep | CollectionStep | BackgroundStep;

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
