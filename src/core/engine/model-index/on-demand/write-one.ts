import type { Derivation, DerivedItem } from '../../../derivation/derivation';
import { ParseError } from '../../../errors';
import { message } from '../../../message';
import { noModel } from '../../../models/model-call';
import { makeOne, type OnDemand } from '../../derivations/make-one';
import type { ModelContext } from '../run/model-run';
import { onDemandView } from './reports-to-write';

/**
 * Makes one row of a derivation by its id, with the chosen model. `none`: there is no such row, or it stands and `again` is false. Throws ModelError
 * without a model or when it fails.
 */
export async function writeOne<Item extends DerivedItem, Row>(
  context: ModelContext,
  derivation: Derivation<Item, Row>,
  id: string,
  how: OnDemand,
): Promise<'made' | 'nothing' | 'changed' | 'none'> {
  const found = await onDemandView(context.open, context.env, derivation, context.signal);
  if (!found) throw noModel();
  const work = await derivation.workOn(found.view, { only: [id], again: how.again ? 'any' : undefined });
  const item = work?.items[0];
  return work && item ? makeOne(context, found.model, { derivation, work, item }, how) : 'none';
}

/** Makes one row as `writeOne` does, past cached replies where it stands already. Throws ParseError where none came of it. */
export async function writeAnew<Item extends DerivedItem, Row>(
  context: ModelContext,
  derivation: Derivation<Item, Row>,
  id: string,
): Promise<void> {
  const first = await writeOne(context, derivation, id, { again: false });
  const outcome = first === 'none' ? await writeOne(context, derivation, id, { again: true }) : first;
  if (outcome !== 'made') throw notWritten();
}

/** Error of a reply of no use. */
export const notWritten = (): ParseError =>
  new ParseError(
    message`The model wrote nothing that can be used, or what it was to write from has changed. Nothing was changed. Try again.`,
    { traits: ['says what was kept'] },
  );
