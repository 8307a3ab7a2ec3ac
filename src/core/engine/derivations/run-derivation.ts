import { addTo } from '../../arrays';
import { mapInOrder } from '../../async';
import type { Derivation, DerivationWork, DerivedItem, MadeItem, WantedItems } from '../../derivation/derivation';
import { tablesFor } from '../../derivation/table-use';
import type { TableChange } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import type { IndexTables } from '../../tables/tables';
import { createCommitBuffer, refreshInTurn } from '../model-index/run/commit-buffer';
import { nextRunState, withFailedItems, type ModelRun } from '../model-index/run/model-run';
import { derivationView } from './derivation-view';

/**
 * Makes what is due of a derivation, wave by wave, several items at a time, and commits the rows now and then. What becomes due meanwhile is
 * made, too. Items without a usable reply are not tried again in this round.
 */
export async function runDerivation<Item extends DerivedItem, Row>(
  run: ModelRun,
  derivation: Derivation<Item, Row>,
): Promise<void> {
  const { open, signal } = run;
  const { extras, failedItems = [] } = open.store.state.model ?? {};
  const wanted: WantedItems = { again: extras?.writeAgain ? 'others' : undefined, all: extras?.allReports };
  const tried = new Set(failedItems);
  for (;;) {
    signal.throwIfAborted();
    const work = await derivation.workOn(viewOf(run, derivation), wanted);
    const due = work?.items.filter((item) => !tried.has(work.keyOf(item))) ?? [];
    if (!work || due.length === 0) break;
    run.invalidReplies.reset();
    run.progress.begin(derivation.name, due.length);
    for (const wave of wavesOf(due)) await runWave(run, derivation, work, wave, tried);
  }
  await refreshInTurn(run);
}

function viewOf(run: ModelRun, derivation: Derivation): ReturnType<typeof derivationView> {
  const { open, env, signal } = run;
  const { title, capabilities } = run.askers[derivation.purpose].model;
  const { parameters } = open.store.state;
  const model = { title, contextWindow: capabilities.contextWindow };
  return derivationView(open, derivation, { env, signal, parameters, model, reading: run.reading });
}

/** Items by wave, in their order. */
function wavesOf<Item extends DerivedItem>(items: readonly Item[]): readonly (readonly Item[])[] {
  const waves = new Map<number, Item[]>();
  for (const item of items) addTo(waves, item.wave ?? 0, item);
  return [...waves.values()];
}

async function runWave<Item extends DerivedItem, Row>(
  run: ModelRun,
  derivation: Derivation<Item, Row>,
  work: DerivationWork<Item, Row>,
  items: readonly Item[],
  tried: Set<string>,
): Promise<void> {
  const { signal } = run;
  const { model, ask, onInvalid } = run.askers[derivation.purpose];
  const change = (made: readonly MadeItem<Item, Row>[], state: IndexState): TableChange =>
    changeOf(run, derivation, work, made, state, tried);
  const buffer = createCommitBuffer<MadeItem<Item, Row>>(run, derivation, change, run.alone);
  try {
    await mapInOrder(
      items,
      model.capabilities.parallel,
      async (item) => {
        signal.throwIfAborted();
        return work.make(item, { ask, onUseless: onInvalid });
      },
      async (made, item) => {
        if (made) buffer.add({ ...made, item });
        run.progress.add(1);
        await buffer.commitIfDue();
      },
    );
  } finally {
    await buffer.commit();
  }
}

/** The change by results that still have their place. The others are made again, from cached replies where a model would be shown the same. */
function changeOf<Item extends DerivedItem, Row>(
  run: ModelRun,
  derivation: Derivation<Item, Row>,
  work: DerivationWork<Item, Row>,
  results: readonly MadeItem<Item, Row>[],
  state: IndexState,
  tried: Set<string>,
): TableChange {
  const { made, replace } = work.place(results, tablesFor(derivation, run.open.tables) as IndexTables);
  for (const { item } of made) tried.add(work.keyOf(item));
  const failed = made.filter(({ row }) => row === null).map(({ item }) => work.keyOf(item));
  const counts = { [derivation.counts.failed]: failed.length };
  const items = { made: made.length - failed.length, failed: failed.length };
  const model = nextRunState(run, state.model, { ...items, found: [...made.map(({ found }) => found), counts] });
  return { replace, state: { model: withFailedItems(model, failed) } };
}
