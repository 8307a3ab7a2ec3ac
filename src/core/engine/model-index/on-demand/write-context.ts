import { contextDerivation } from '../../../contextual/context-derivation';
import { ParseError } from '../../../errors';
import { message } from '../../../message';
import { noModel } from '../../../models/model-call';
import { makeOne } from '../../derivations/make-one';
import type { ModelContext } from '../run/model-run';
import { onDemandView } from './reports-to-write';

/**
 * Writes the context of the passage at an offset of a document, with those of the passages that one call shows beside it. Throws ModelError
 * without a model or when it fails. Throws ParseError without a valid reply, or when the document has changed.
 */
export async function writeContext(context: ModelContext, documentId: string, offset: number): Promise<void> {
  const { open, env, signal } = context;
  const found = await onDemandView(open, env, contextDerivation, signal);
  if (!found) throw noModel();
  const unit = open.tables.text_units.find(
    (row) => row.document_id === documentId && row.start <= offset && offset < row.end,
  );
  const work = unit && (await contextDerivation.workOn(found.view, { only: [unit.id], again: 'any' }));
  const item = work?.items[0];
  if (!unit || !work || !item) throw notWritten();
  // A kept reply that left this passage out is of no use.
  const again = unit.written_context_key !== null && unit.written_context === '';
  const outcome = await makeOne(context, found.model, { derivation: contextDerivation, work, item }, { again });
  const now = open.tables.text_units.find(({ id }) => id === unit.id);
  if (outcome !== 'made' || !now?.written_context) throw notWritten();
}

const notWritten = (): ParseError =>
  new ParseError(
    message`The model wrote no context that can be used, or the document has changed. Nothing was changed. Try again.`,
    { traits: ['says what was kept'] },
  );
