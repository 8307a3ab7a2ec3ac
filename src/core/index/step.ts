import type { Derivation } from '../derivation/derivation';
import type { StepHead, StepTable } from '../derivation/table-use';
import type { Values } from '../parameters';
import type { CallOptions, Clock } from '../platform';
import type { MentionFinder } from '../ports/documents';
import type { Cuts } from '../text/text-units';
import type { Work } from '../work';
import type { GraphView } from '../graph/derive/derive-graph';
import type { AllTables, DocumentRow, ExtractionRow, TextUnitRow } from '../tables/tables';

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
  /** Places at which the document is cut by the same parameters, where these were found as it was read. */
  readonly cuts?: Cuts | undefined;
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

export type Step = DocumentStep | CollectionStep | BackgroundStep | Derivation;
