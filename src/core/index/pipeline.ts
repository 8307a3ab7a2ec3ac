import { communitiesStep, graphStep, reportsStep } from './collection-steps';
import { embeddingsStep } from './embeddings';
import { mentionsStep, textUnitsStep } from './document-steps';
import type { Derivation } from '../derivation/derivation';
import { contextDerivation } from '../contextual/context-derivation';
import { keywordDerivation } from '../keywords/keyword-derivation';
import { descriptionDerivation } from '../descriptions/description-derivation';
import { reportDerivation } from '../reports/model/report-derivation';
import { summaryDerivation } from '../raptor/summary-derivation';
import { readingStep, resolutionStep } from './model-steps';
import { tablesFor, tablesFrom } from '../derivation/table-use';
import type {
  BackgroundStep,
  CollectionStep,
  DocumentPorts,
  DocumentStep,
  Step,
  DocumentRows,
  DocumentTables,
  StepFacts,
} from './step';
import type { CallOptions } from '../platform';
import type { IndexState } from '../ports/index-state';
import { type DocumentRow, DERIVED_TABLES, type TextUnitRow, type AllTables } from '../tables/tables';
import { ParseError } from '../errors';
import { valuesOf } from '../parameters';
import { PART_CHARACTERS } from '../text/text-units';
import type { Work, WorkProgress } from '../work';
import { EMPTY_TABLES } from './index-tables';

/** Steps that see one document at a time. */
export const DOCUMENT_STEPS: readonly DocumentStep[] = [textUnitsStep, mentionsStep];

/** Steps that see the text units of a part; the cutting steps see the whole document. */
const PART_STEPS = DOCUMENT_STEPS.filter(({ reads }) => reads.includes('text_units'));
const CUTTING_STEPS = DOCUMENT_STEPS.filter(({ reads }) => !reads.includes('text_units'));
const CUTTING_SHARE = CUTTING_STEPS.reduce((sum, { share }) => sum + share, 0);

/** Steps that derive whole tables. */
export const COLLECTION_STEPS: readonly CollectionStep[] = [graphStep, communitiesStep, reportsStep];

/** Derivations by a language model, in the order in which a run makes them. */
export const DERIVATIONS: readonly Derivation[] = [
  descriptionDerivation,
  keywordDerivation,
  reportDerivation,
  contextDerivation,
  summaryDerivation,
];

/** Steps that ask a language model, in order. They run when a person starts them. */
export const MODEL_STEPS: readonly (BackgroundStep | Derivation)[] = [readingStep, resolutionStep, ...DERIVATIONS];

export const STEPS: readonly Step[] = [...DOCUMENT_STEPS, ...COLLECTION_STEPS, ...MODEL_STEPS, embeddingsStep];

type IndexDocumentOptions = DocumentPorts & CallOptions;

/** Text units of a document that follow each other, with their records. */
export interface DocumentPart extends Pick<DocumentRows, 'text_units' | 'extractions'> {
  /** Text units of the document before this part, and up to its end. */
  readonly start: number;
  readonly end: number;
  /** All text units of the document. */
  readonly all: readonly TextUnitRow[];
  /** Reason for missing records. */
  readonly failure?: ParseError;
}

interface PartOptions extends IndexDocumentOptions {
  /**
   * Number of the first text units that are kept, and the last of them. New ones follow it, if it still is at that
   * place.
   */
  readonly kept?: { readonly units: number; readonly last: string };
}

/**
 * Makes a document's text units and records part by part, so that each can be kept while the next is made. The same document gives the same
 * parts; names are counted within each. A part whose records cannot be made has its text units alone.
 */
export async function* indexInParts(
  document: DocumentRow,
  parameters: IndexState['parameters'],
  options: PartOptions,
): AsyncGenerator<DocumentPart> {
  const { signal, onFraction, kept } = options;
  const tables: DocumentTables = { documents: [document], text_units: [], extractions: [] };
  const { text_units: all } = await runSteps(CUTTING_STEPS, tables, parameters, {
    ...options,
    onFraction: (part) => onFraction?.(CUTTING_SHARE * part),
  });
  const from = kept && all[kept.units - 1]?.id === kept.last ? kept.units : 0;
  let end = 0;
  for (const group of partsOf(all)) {
    const start = Math.max(from, end);
    end += group.length;
    if (start >= end && end < all.length) continue;
    signal?.throwIfAborted();
    const text_units = all.slice(start, end);
    const onPart = (part: number): void =>
      onFraction?.(
        CUTTING_SHARE + ((1 - CUTTING_SHARE) * (start + part * text_units.length)) / Math.max(1, all.length),
      );
    yield {
      text_units,
      start,
      end,
      all,
      ...(await recordsOf({ ...tables, text_units }, parameters, { ...options, onFraction: onPart })),
    };
  }
}

/** The records of a part, or why there are none. */
async function recordsOf(
  tables: DocumentTables,
  parameters: IndexState['parameters'],
  options: IndexDocumentOptions,
): Promise<Pick<DocumentPart, 'extractions' | 'failure'>> {
  try {
    return { extractions: (await runSteps(PART_STEPS, tables, parameters, options)).extractions };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ParseError) return { extractions: [], failure: error };
    throw error;
  }
}

/** Text units in groups of about as much text; one empty group without any. */
function partsOf(units: readonly TextUnitRow[]): readonly (readonly TextUnitRow[])[] {
  const parts: TextUnitRow[][] = [[]];
  let characters = 0;
  for (const unit of units) {
    if (characters >= PART_CHARACTERS) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)?.push(unit);
    characters += unit.end - unit.start;
  }
  return parts;
}

/** Runs steps on one document, one after the other. */
async function runSteps(
  steps: readonly DocumentStep[],
  tables: DocumentTables,
  parameters: IndexState['parameters'],
  options: IndexDocumentOptions,
): Promise<DocumentTables> {
  const total = steps.reduce((sum, { share }) => sum + share, 0);
  let before = 0;
  for (const step of steps) {
    const from = before;
    const onFraction = (part: number): void => options.onFraction?.((from + part * step.share) / total);
    tables = { ...tables, ...(await runDocumentStep(step, tables, parameters, { ...options, onFraction })) };
    before += step.share;
  }
  return tables;
}

/** Makes all of a document's text units and records. Throws ParseError where records cannot be made. */
export async function indexDocument(
  document: DocumentRow,
  parameters: IndexState['parameters'],
  options: IndexDocumentOptions,
): Promise<DocumentRows> {
  const text_units: TextUnitRow[] = [];
  const extractions: DocumentRows['extractions'][number][] = [];
  for await (const part of indexInParts(document, parameters, options)) {
    if (part.failure) throw part.failure;
    for (const unit of part.text_units) text_units.push(unit);
    for (const record of part.extractions) extractions.push(record);
  }
  return { document, text_units, extractions };
}

/** Runs a step on one document. Throws an Error for a step that reads or writes a table it does not name. */
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

interface DeriveProgress extends WorkProgress {
  readonly step: CollectionStep;
}

/** The tables that follow from the records and edits. */
type DerivedTables = Pick<AllTables, (typeof DERIVED_TABLES)[number]>;

/**
 * Derives all derived tables from the records and edits. The same records give the same tables, whatever their order. Only numbers given before
 * and communities matched to earlier ones may differ. Tables that no later step reads are released.
 */
export function* deriveTables(
  all: AllTables,
  parameters: IndexState['parameters'],
  facts: StepFacts,
  onStep: (progress: DeriveProgress) => void = () => undefined,
): Work<DerivedTables> {
  for (const [index, step] of COLLECTION_STEPS.entries()) {
    const written = yield* withProgress(runCollectionStep(step, all, parameters, facts), (progress) =>
      onStep({ step, ...progress }),
    );
    const later = COLLECTION_STEPS.slice(index + 1).flatMap(({ reads }) => reads);
    all = only({ ...all, ...written }, [...DERIVED_TABLES, ...later]);
  }
  return Object.fromEntries(DERIVED_TABLES.map((name) => [name, all[name]])) as unknown as DerivedTables;
}

function* withProgress<T>(work: Work<T>, onProgress: (progress: WorkProgress) => void): Work<T> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    onProgress(next.value);
    yield next.value;
  }
}

/** Runs a step on whole tables. Throws an Error for a step that reads or writes a table it does not name. */
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
function only(tables: AllTables, names: readonly (keyof AllTables)[]): AllTables {
  return { ...NO_TABLES, ...Object.fromEntries(names.map((name) => [name, tables[name]])) };
}
