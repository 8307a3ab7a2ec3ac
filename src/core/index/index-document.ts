import type { CallOptions } from '../ports/call-options';
import type { IndexState } from '../ports/index-state';
import type { MentionFinder } from '../ports/mention-finder';
import type { DocumentRow } from '../tables/tables';
import { DOCUMENT_STEPS } from './methods';
import { valuesOf } from '../parameters';
import type { DocumentRows, DocumentStep, DocumentTables } from './step';
import { tablesFor, tablesFrom } from './step-tables';

export interface IndexDocumentOptions extends CallOptions {
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
