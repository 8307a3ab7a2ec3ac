import type { CallOptions } from '../ports/call-options';
import type { IndexState } from '../ports/index-state';
import type { MentionFinder } from '../ports/mention-finder';
import type { DocumentRow } from '../tables/tables';
import { DOCUMENT_STEPS } from './methods';
import { valuesOf } from '../parameters';
import type { DocumentRows } from './step';

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
  const callOptions = options.signal ? { signal: options.signal } : {};
  let rows: DocumentRows = { document, text_units: [], extractions: [] };
  for (const step of DOCUMENT_STEPS) {
    options.signal?.throwIfAborted();
    rows = await step.run(rows, valuesOf(step, parameters[step.name]), options, callOptions);
  }
  return rows;
}
