import type { Derivation, DerivationWork, DerivedItem, Made } from '../../derivation/derivation';
import { changeFrom, tablesFor } from '../../derivation/table-use';
import type { ChatModelInfo } from '../../models/chat-model';
import type { Ask } from '../../models/model-call';
import type { IndexTables } from '../../tables/tables';
import { viewOf } from '../collections/collection-view';
import { askUncached, type UncachedTask } from '../model-index/on-demand/ask-uncached';
import { refreshInTurn } from '../model-index/run/commit-buffer';
import type { ModelContext } from '../model-index/run/model-run';

/** Manner in which a person asks for one item. */
export type OnDemand = Pick<UncachedTask<unknown>, 'again' | 'priority'>;

/**
 * Makes one item that a person asked for, ahead of a run, and commits it. `nothing`: no reply could be used. `changed`: what it was made from
 * is another one by now. Throws ModelError when the model fails.
 */
export async function makeOne<Item extends DerivedItem, Row>(
  context: ModelContext,
  model: ChatModelInfo,
  { derivation, work, item }: OneItem<Item, Row>,
  how: OnDemand,
): Promise<'made' | 'nothing' | 'changed'> {
  const made = await askUncached<Made<Row>>(context, model, {
    ...how,
    write: (ask: Ask) => work.make(item, { ask }),
    isUsable: ({ row }) => row !== null,
  });
  if (!made || made.row === null) return 'nothing';
  const { open, emit } = context;
  let isPlaced = false;
  await context.alone(async () => {
    const placed = work.place([{ ...made, item }], tablesFor(derivation, open.tables) as IndexTables);
    isPlaced = placed.made.length > 0;
    if (isPlaced) await open.store.commit(() => changeFrom(derivation, { replace: placed.replace }));
  });
  if (!isPlaced) return 'changed';
  await refreshInTurn(context);
  emit({ kind: 'committed', view: viewOf(open) });
  return 'made';
}

/** An item of a derivation, with the work that makes it. */
interface OneItem<Item extends DerivedItem, Row> {
  readonly derivation: Pick<Derivation, 'name' | 'reads' | 'writes'>;
  readonly work: Pick<DerivationWork<Item, Row>, 'make' | 'place'>;
  readonly item: Item;
}
