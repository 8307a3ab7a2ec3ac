import { addTo } from '../../arrays';
import type { Counts, Derivation, DerivationWork, DerivedItem, Made, MadeItem } from '../../derivation/derivation';
import { tablesFor } from '../../derivation/table-use';
import { ModelError } from '../../errors';
import { message, type Message } from '../../message';
import type { TableChange } from '../../ports/collections';
import type { IndexState } from '../../ports/index-state';
import type { IndexTables } from '../../tables/tables';
import { refreshInTurn } from '../model-index/run/commit-buffer';
import { nextRunState, withFailedItems, type ModelRun } from '../model-index/run/model-run';
import { derivationView, wantedBy } from './derivation-view';
import type { Outcome } from './failure-limit';
import { failureOf, type HeardReplies, pacingOf, runItems } from './run-items';

/** Items in a row without a usable reply, after which the step ends. */
const USELESS = 12;

/**
 * Makes what is due of a derivation, wave by wave, several items at a time, and commits the rows now and then. What becomes due meanwhile is
 * made, too. Items without a usable reply are not tried again in this round. `waits`: how often the run has waited for its model since a
 * call went well. Throws ModelError when the model fails, or many items in a row give nothing.
 */
export async function runDerivation<Item extends DerivedItem, Row>(
  run: ModelRun,
  derivation: Derivation<Item, Row>,
  waits = 0,
): Promise<void> {
  const { open, signal } = run;
  const { extras, failedItems = [] } = open.store.state.model ?? {};
  const wanted = wantedBy(derivation, extras);
  const tried = new Set(failedItems);
  // A model that made some before is of use: then a few items in a row do not end the step.
  let made = open.store.state.model?.found[derivation.counts.made] ?? 0;
  for (;;) {
    signal.throwIfAborted();
    const work = await derivation.workOn(viewOf(run, derivation), wanted);
    const due = work?.items.filter((item) => !tried.has(work.keyOf(item))) ?? [];
    if (!work || due.length === 0) break;
    run.invalidReplies.reset();
    run.progress.begin(derivation.name, due.length);
    for (const items of wavesOf(due)) made += await runWave(run, { derivation, work, items, tried, made, waits });
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

/** Items of a wave, and what is known of their step. */
interface Wave<Item extends DerivedItem, Row> {
  readonly derivation: Derivation<Item, Row>;
  readonly work: DerivationWork<Item, Row>;
  readonly items: readonly Item[];
  /** Keys of items that are made or without a usable reply. */
  readonly tried: Set<string>;
  /** Items that were made before. */
  readonly made: number;
  readonly waits: number;
}

/** Result of an item, as a commit keeps it. Without `made` only its replies are counted. */
export interface ItemResult<Item, Row> {
  readonly made?: MadeItem<Item, Row>;
  readonly found: Counts;
}

/** Makes the items of a wave, and returns how many were made. */
async function runWave<Item extends DerivedItem, Row>(run: ModelRun, wave: Wave<Item, Row>): Promise<number> {
  const { derivation, work, items, waits, made: before } = wave;
  const { ask } = run.askers[derivation.purpose];
  let made = 0;
  await runItems<Item, ItemResult<Item, Row>>(run, {
    step: derivation,
    ...pacingOf(run.askers[derivation.purpose]),
    items,
    waits,
    isAlone: true,
    limits: {
      limit: USELESS,
      before: { made: before, unmade: 0 },
      giveUp: (useless) => nothingUsable(derivation, useless),
    },
    make: (item, heard) =>
      outcomeOf(item, (onUseless) => work.make(item, { ask, onUseless }), { heard, signal: run.signal }),
    settled: (_, isUseful) => {
      if (isUseful) made++;
      run.progress.add(1);
    },
    changeOf: (results, state) => changeOf(run, wave, results, state),
  });
  return made;
}

function nothingUsable({ title }: Derivation, items: number): Message {
  const step = { template: title, values: [] };
  return message`Nothing could be used of the last ${items} items of “${step}”: the model did not keep to the form. What was made before is kept. Leave this step out, or choose a larger model.`;
}

/** Makes one item and tells how that ended. Undefined where it is gone meanwhile. */
export async function outcomeOf<Item, Row>(
  item: Item,
  make: (onUseless: () => void) => Promise<Made<Row> | undefined>,
  { heard, signal }: { readonly heard: HeardReplies; readonly signal: AbortSignal },
): Promise<Outcome<ItemResult<Item, Row>> | undefined> {
  const unmade = (found: Counts) => ({ made: { item, row: null, found }, found });
  let failedReplies = 0;
  const onUseless = (): void => {
    failedReplies++;
    heard.useless();
  };
  try {
    const one = await make(onUseless);
    if (!one) return undefined;
    const { found } = one;
    const outcome = { result: { made: { ...one, item }, found }, left: { found }, unmade: () => unmade(found) };
    if (one.row === null) return { ...outcome, kind: 'useless' };
    heard.valid();
    return { ...outcome, kind: 'made', isUseful: true };
  } catch (error) {
    const failure = failureOf(error, signal);
    const found = failedReplies > 0 ? { 'failed replies': failedReplies } : {};
    const outcome = { result: unmade(found), left: { found }, unmade: () => unmade(found) };
    return failure instanceof ModelError ? { ...outcome, kind: 'failed', failure } : { ...outcome, kind: 'useless' };
  }
}

/** The change by results that still have their place. The others are made again, from cached replies where a model would be shown the same. */
function changeOf<Item extends DerivedItem, Row>(
  run: ModelRun,
  { derivation, work, tried }: Wave<Item, Row>,
  results: readonly ItemResult<Item, Row>[],
  state: IndexState,
): TableChange {
  const tables = tablesFor(derivation, run.open.tables) as IndexTables;
  const { made, replace } = work.place(
    results.flatMap((one) => one.made ?? []),
    tables,
  );
  for (const { item } of made) tried.add(work.keyOf(item));
  const failed = made.filter(({ row }) => row === null).map(({ item }) => work.keyOf(item));
  const counts = { [derivation.counts.failed]: failed.length };
  const left = results.filter((one) => !one.made);
  const found = [...made, ...left].map((one) => one.found);
  const model = nextRunState(run, state.model, {
    made: made.length - failed.length,
    failed: failed.length,
    found: [...found, counts],
  });
  return { replace, state: { model: withFailedItems(model, failed) } };
}
