import type { StepParameter, Values } from '../parameters';
import type { CallOptions } from '../ports/call-options';
import type { MentionFinder } from '../ports/mention-finder';
import type { TableName } from '../tables/tables';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import type { AllTables } from './index-tables';

interface StepHead {
  readonly name: string;
  /** Shown as the name of the stage. */
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** A step that sees one document at a time; the checkpoint is the document's rows. */
export interface DocumentStep extends StepHead {
  readonly scope: 'document';
  run(rows: DocumentRows, values: Values, ports: DocumentPorts, options: CallOptions): Promise<DocumentRows>;
}

/** One document with what has been made of it so far. */
export interface DocumentRows {
  readonly document: DocumentRow;
  readonly text_units: readonly TextUnitRow[];
  readonly extractions: readonly ExtractionRow[];
}

export interface DocumentPorts {
  readonly mentions: MentionFinder;
  /** Called with the part of the step that is done, 0 to 1. */
  readonly onFraction?: (fraction: number) => void;
}

/** A part of a run as the progress bar shows it. */
export interface Stage {
  readonly title: string;
  /** What its progress counts. */
  readonly unit: string;
  /** Share of a run's time, as measured on 10 MB of English; only the bar depends on it. */
  readonly share: number;
}

/** A step that derives whole tables from whole tables. It is handed only the tables that it names. */
export interface CollectionStep extends StepHead, Stage {
  readonly scope: 'collection';
  readonly reads: readonly TableName[];
  readonly writes: readonly TableName[];
  run(tables: AllTables, values: Values, facts: StepFacts): Work<Partial<AllTables>>;
}

/** What a collection step may know besides tables. */
export interface StepFacts {
  /** ISO date. */
  readonly today: string;
  /** True where communities may be grouped anew, since more is to come and nothing costly rests on them yet; missing means no. */
  readonly regroup?: boolean;
  /** Numbers given so far per table; a step raises them for the rows that it adds. */
  readonly counters: Record<string, number>;
}

/** A step that runs after *Ready* and needs more than tables; the engine runs it. */
export interface BackgroundStep extends StepHead {
  readonly scope: 'background';
}

export type Step = DocumentStep | CollectionStep | BackgroundStep;
