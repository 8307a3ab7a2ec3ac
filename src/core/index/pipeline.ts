import { communitiesStep, graphStep, reportsStep } from './collection-steps';
import { embeddingsStep } from './embeddings';
import { mentionsStep, textUnitsStep } from './document-steps';
import { descriptionsStep, modelReportsStep, readingStep, resolutionStep } from './model-steps';
import {
  type BackgroundStep,
  type CollectionStep,
  type DocumentStep,
  type Step,
  type DocumentRows,
  type DocumentTables,
  tablesFor,
  tablesFrom,
  type StepFacts,
} from './step';
import type { CallOptions } from '../platform';
import type { IndexState } from '../ports/index-state';
import type { MentionFinder } from '../ports/documents';
import { type DocumentRow, DERIVED_TABLES, type TableName } from '../tables/tables';
import { valuesOf } from '../parameters';
import type { Work } from '../work';
import { EMPTY_TABLES, type AllTables } from './index-tables';

/** The index without a model, GraphRAG's `fast` method, as a list of steps: first those that see one document at a time. */
const DOCUMENT_STEPS: readonly DocumentStep[] = [textUnitsStep, mentionsStep];

/** Then those that derive whole tables. */
export const COLLECTION_STEPS: readonly CollectionStep[] = [graphStep, communitiesStep, reportsStep];

/** Those that ask a language model, and run when a person starts them. */
export const MODEL_STEPS: readonly BackgroundStep[] = [readingStep, resolutionStep, descriptionsStep, modelReportsStep];

export const STEPS: readonly Step[] = [...DOCUMENT_STEPS, ...COLLECTION_STEPS, ...MODEL_STEPS, embeddingsStep];

interface IndexDocumentOptions extends CallOptions {
  readonly mentions: MentionFinder;
  /** Called with the part of the document that is done, 0 to 1. */
  readonly onFraction?: (fraction: number) => void;
}

/** Runs the steps that see one document at a time: its text units and the records read from them. */
export async function indexDocument(
  document: DocumentRow,
  parameters: IndexState['parameters'],
  options: IndexDocumentOptions,
): Promise<DocumentRows> {
  let tables: DocumentTables = { documents: [document], text_units: [], extractions: [] };
  for (const step of DOCUMENT_STEPS) {
    options.signal?.throwIfAborted();
    tables = { ...tables, ...(await runDocumentStep(step, tables, parameters, options)) };
  }
  const { text_units, extractions } = tables;
  return { document, text_units, extractions };
}

/** Runs one step on those tables of a document that it reads; gives those that it writes. Throws an Error for a step that reads or writes any other. */
export async function runDocumentStep(
  step: DocumentStep,
  tables: DocumentTables,
  parameters: IndexState['parameters'],
  options: IndexDocumentOptions,
): Promise<Partial<DocumentTables>> {
  const callOptions = options.signal ? { signal: options.signal } : {};
  const values = valuesOf(step, parameters[step.name]);
  return tablesFrom(step, await step.run(tablesFor(step, tables), values, options, callOptions));
}

interface DeriveProgress {
  readonly step: CollectionStep;
  readonly done: number;
  readonly total: number;
}

/** The tables that follow from the records and edits. */
type DerivedTables = Pick<AllTables, (typeof DERIVED_TABLES)[number]>;

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
