import type { Derivation, DerivationView, DerivationWork, DerivedItem } from '../../../derivation/derivation';
import { NO_LOAD, sumLoads, type PlanOffer } from '../../../index/planning';
import { readingChoices } from '../../../index/model-steps';
import type { ChatModelInfo } from '../../../models/chat-model';
import { knownSpeed, secondsFor, type ModelSpeed } from '../../../models/speed';
import type { CallOptions } from '../../../platform';
import type { IndexState } from '../../../ports/index-state';
import { reportDerivation, reportsOnUse } from '../../../reports/model/report-derivation';
import type { OpenCollection } from '../../collections/open-collection';
import { derivationView } from '../../derivations/derivation-view';
import type { EngineEnv } from '../../env';
import type { Session } from '../../session/session';
import { cachedReplies, type CachedReplies } from '../asking/cached-replies';
import { readingOptions } from '../asking/run-models';

/** The open collection as the model sees it that writes on demand. Null when no model is chosen. */
export async function onDemandView(
  open: OpenCollection,
  env: Pick<EngineEnv, 'models' | 'settings' | 'clock'>,
  derivation: Pick<Derivation, 'name' | 'reads' | 'writes' | 'purpose'>,
  signal?: AbortSignal,
): Promise<{ readonly model: ChatModelInfo; readonly view: DerivationView } | null> {
  const model = (await env.models.chat(derivation.purpose))?.info;
  if (!model) return null;
  const { parameters } = open.store.state;
  const reading = await readingOptions(readingChoices(parameters), model, env.settings);
  const { contextWindow } = model.capabilities;
  const facts = { env, ...(signal && { signal }), parameters, reading, model: { title: model.title, contextWindow } };
  return { model, view: derivationView(open, derivation, facts) };
}

/** Reports by their communities, or by their ids as they were when an answer used them. */
export interface ReportQuery {
  readonly communities?: readonly number[];
  /** Ids of reports that no longer exist are skipped. */
  readonly reportIds?: readonly string[];
}

/** A community whose report no model has written, or whose report by a model is no longer valid. */
export interface ReportToWrite {
  readonly community: number;
  /** Title of the current report. */
  readonly title: string;
  readonly price: PlanOffer;
  /** True where the price is reckoned by those of others. */
  readonly reckoned?: boolean;
}

/** Reports that could be written, with their model. */
export interface ReportsToWrite {
  /** The name for people of the model that would write them. */
  readonly model: string;
  /** True if they are written without a person's consent each time. */
  readonly byThemselves: boolean;
  /** Number of reports written after an answer that used them. */
  readonly afterAnswer: number;
  /** In the order in which they were wanted. */
  readonly reports: readonly ReportToWrite[];
}

/** Reports whose cost is computed. The cost of the others is estimated by these. */
const PRICED = 20;

/** The wanted reports that are to be written. Null when no model is chosen. Yields after each, and throws the reason of an abort. */
export async function reportsToWrite(
  session: Session,
  { communities = [], reportIds = [] }: ReportQuery,
  { signal = new AbortController().signal }: CallOptions = {},
): Promise<ReportsToWrite | null> {
  const open = await session.whole();
  const { env } = session;
  const reporter = await onDemandView(open, env, reportDerivation, signal);
  if (!reporter) return null;
  const { model, view } = reporter;
  const speed = await knownSpeed(env.settings, model.choice);
  const kept = cachedReplies(env.replies, model.choice, { round: 1 }, { signal });
  const { reports: known } = open.index;
  const wanted = [...new Set([...communities, ...reportIds.flatMap((id) => known.communityOf(id) ?? [])])];
  const work = await reportDerivation.workOn(view, { only: wanted.map(String) });
  const reports: ReportToWrite[] = [];
  const asked: PlanOffer[] = [];
  for (const item of work?.items ?? []) {
    if (!work) break;
    const { community } = item;
    const reckoned = asked.length >= PRICED;
    const price = reckoned ? meanOf(asked) : await priceOf(work, item, { speed, kept });
    reports.push({
      community: community.community,
      title: known.title(community),
      price,
      ...(reckoned && { reckoned }),
    });
    if (!reckoned && price.calls > 0) asked.push(price);
    await env.clock.yield();
    signal.throwIfAborted();
  }
  return { model: model.title, ...onUse(open.store.state, model), reports };
}

/** Averages the price of a report. */
function meanOf(prices: readonly PlanOffer[]): PlanOffer {
  const mean = (of: (price: PlanOffer) => number): number =>
    Math.round(prices.reduce((sum, price) => sum + of(price), 0) / prices.length);
  const isTimed = prices.every(({ seconds }) => seconds !== null);
  return {
    items: 1,
    calls: 1,
    answered: 0,
    promptTokens: mean(({ promptTokens }) => promptTokens),
    replyTokens: mean(({ replyTokens }) => replyTokens),
    seconds: isTimed ? mean(({ seconds }) => seconds ?? 0) : null,
  };
}

/** Reports are written automatically only after a model has read the collection, and while none reads. */
function onUse(
  { parameters, model: run }: IndexState,
  { choice }: ChatModelInfo,
): Pick<ReportsToWrite, 'byThemselves' | 'afterAnswer'> {
  const { when, afterAnswer } = reportsOnUse(parameters);
  const isWanted = when === 'always' || (when === 'tab' && choice.provider !== 'server');
  return { byThemselves: isWanted && run !== undefined && run.phase !== 'running', afterAnswer };
}

interface Pricing {
  readonly speed: ModelSpeed | undefined;
  readonly kept: CachedReplies;
}

/** Nothing where a kept reply can be used. */
async function priceOf<Item extends DerivedItem>(
  work: DerivationWork<Item>,
  item: Item,
  { speed, kept }: Pricing,
): Promise<PlanOffer> {
  const { made } = await kept.try((ask) => work.make(item, { ask }));
  if (made && made.row !== null) return { ...NO_LOAD, items: 1, calls: 0, answered: 1, seconds: 0 };
  const load = sumLoads(work.calls(item));
  return { ...load, items: 1, calls: 1, answered: 0, seconds: speed ? secondsFor(speed, load, 1) : null };
}
