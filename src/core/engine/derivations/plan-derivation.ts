import type {
  Derivation,
  DerivationView,
  DerivationWork,
  DerivedItem,
  PassageToRead,
  ReadingFacts,
  WantedItems,
} from '../../derivation/derivation';
import { sumLoads, type PlanPart } from '../../index/planning';
import type { TokenLoad } from '../../models/speed';
import type { CallOptions } from '../../platform';
import type { IndexState } from '../../ports/index-state';
import type { OpenCollection } from '../collections/open-collection';
import type { EngineEnv } from '../env';
import { type CachedReplies, remainingCalls } from '../model-index/asking/cached-replies';
import { inSteps, runWork } from '../../work';
import { derivationView } from './derivation-view';

/** Inputs of the price of a derivation. */
export interface PriceInputs extends CallOptions {
  readonly open: OpenCollection;
  readonly env: Pick<EngineEnv, 'clock'>;
  readonly parameters: IndexState['parameters'];
  readonly reading: ReadingFacts;
  /** The models that are asked, by purpose. */
  readonly models: Readonly<Record<Derivation['purpose'], DerivationView['model']>>;
  /** Passages that a run reads before. */
  readonly toRead: readonly PassageToRead[];
  /** Keys of items without a usable reply in this round. */
  readonly failedItems: readonly string[];
  /** Replies that the models gave before, by purpose. */
  readonly kept: Readonly<Record<Derivation['purpose'], CachedReplies>>;
}

/** The price of some items of a derivation. */
interface PricedItems {
  readonly part: PlanPart;
  /** Ids of the items. */
  readonly ids: ReadonlySet<string>;
}

/** Prices what a run would make of a derivation. Items with an id in `except` are left out. */
export async function priceDerivation(
  derivation: Derivation,
  { open, models, kept, failedItems, ...inputs }: PriceInputs,
  wanted: WantedItems = {},
  except: ReadonlySet<string> = new Set(),
): Promise<PricedItems> {
  const { name, title, purpose } = derivation;
  const view = derivationView(open, derivation, { ...inputs, model: models[purpose] });
  const work = await derivation.workOn(view, { ...wanted, priceOnly: true });
  const tried = new Set(failedItems);
  const isUntried = (item: DerivedItem): boolean => tried.size === 0 || !tried.has(work?.keyOf(item) ?? '');
  const items = work?.items.filter((item) => !except.has(item.id) && isUntried(item)) ?? [];
  const priced = work ? await priceItems(work, items, kept[purpose], inputs) : NOTHING;
  const expected = work?.expected;
  const load = sumLoads(expected ? [priced, expected] : [priced]);
  const part = {
    ...{ step: name, title, purpose },
    items: priced.items + (expected?.items ?? 0),
    calls: priced.calls + (expected?.calls ?? 0),
    answered: priced.answered,
    ...(work?.replaces && { replaces: work.replaces }),
    ...(work?.obstacle && { obstacle: work.obstacle }),
    ...load,
    guessed: expected !== undefined || (work?.isSketch === true && wanted.roughly !== true),
  };
  return { part, ids: new Set(items.map(({ id }) => id)) };
}

/** Items of which prompts are sketched. Where there are more, the rest is estimated by these. */
const SKETCHED = 200;
/** Items of which cached replies are looked up at first. Unless one of them is answered, the others are not looked up. */
const PROBED = 20;

interface Priced extends TokenLoad {
  /** Items that take a call, or took one that was answered before. */
  readonly items: number;
  readonly calls: number;
  readonly answered: number;
}

const NOTHING: Priced = { items: 0, calls: 0, answered: 0, promptTokens: 0, replyTokens: 0 };

interface ItemPrice {
  readonly calls: readonly TokenLoad[];
  readonly answered: number;
}

async function priceItems(
  work: DerivationWork,
  items: readonly DerivedItem[],
  kept: CachedReplies,
  { env, signal }: Pick<PriceInputs, 'env' | 'signal'>,
): Promise<Priced> {
  const sample = work.isSketch ? evenly(items, SKETCHED) : items;
  const replied = work.isSketch ? new Map<DerivedItem, ItemPrice>() : await repliedItems(work, sample, kept);
  const prices: ItemPrice[] = [];
  const pricing = inSteps(
    sample,
    (item) => prices.push(replied.get(item) ?? { calls: work.calls(item), answered: 0 }),
    1,
  );
  await runWork(pricing, { clock: env.clock, ...(signal && { signal }) });
  const times = items.length / Math.max(1, sample.length);
  const calls = prices.flatMap((price) => price.calls);
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    items: Math.round(prices.filter((price) => price.calls.length + price.answered > 0).length * times),
    calls: Math.round(calls.length * times),
    answered: Math.round(prices.reduce((sum, { answered }) => sum + answered, 0) * times),
    promptTokens: Math.round(promptTokens * times),
    replyTokens: Math.round(replyTokens * times),
  };
}

/** At most so many of the items, from all over them. */
export const evenly = <T>(items: readonly T[], most: number): readonly T[] => {
  const every = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, at) => at % every === 0);
};

/** The prices of items of which cached replies answer a call. */
async function repliedItems(
  work: DerivationWork,
  items: readonly DerivedItem[],
  kept: CachedReplies,
): Promise<ReadonlyMap<DerivedItem, ItemPrice>> {
  const priceOf = async (item: DerivedItem) => {
    const replayed = await kept.try((ask) => work.make(item, { ask }));
    return [item, remainingCalls(work.calls(item), replayed)] as const;
  };
  const probed = await Promise.all(evenly(items, PROBED).map(priceOf));
  if (probed.every(([, { answered }]) => answered === 0)) return new Map();
  const known = new Set(probed.map(([item]) => item));
  const others = await Promise.all(items.filter((item) => !known.has(item)).map(priceOf));
  return new Map([...probed, ...others].filter(([, { answered }]) => answered > 0));
}
