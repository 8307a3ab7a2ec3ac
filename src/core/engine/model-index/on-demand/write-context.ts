import { contextDerivation } from '../../../contextual/context-derivation';
import type { ModelContext } from '../run/model-run';
import { notWritten, writeAnew } from './write-one';

/**
 * Writes the context of the passage at an offset of a document, with those of the passages that one call shows beside it. Throws ModelError
 * without a model or when it fails. Throws ParseError without a valid reply, or when the document has changed.
 */
export async function writeContext(context: ModelContext, documentId: string, offset: number): Promise<void> {
  const { open } = context;
  const unit = open.tables.text_units.find(
    (row) => row.document_id === documentId && row.start <= offset && offset < row.end,
  );
  if (!unit) throw notWritten();
  await writeAnew(context, contextDerivation, unit.id);
  const now = open.tables.text_units.find(({ id }) => id === unit.id);
  if (!now?.written_context) throw notWritten(); // the reply left this passage out
}
