import { readingChoices, type ReadingChoices, reportsOnUse } from '../../../index/model-steps';
import type { ChatModelInfo } from '../../../models/chat-model';
import type { EditedPrompt } from '../../../prompts/prompt';
import { listOutdatedReports, type OutdatedReport } from '../../../reports/staleness/outdated-reports';
import type { EngineEnv } from '../../env';
import type { OpenCollection } from '../../collections/open-collection';
import { readingOptions } from '../asking/run-models';
import { reportingOn, type Reporting, writeReport } from '../reporting';
import { NO_LOAD, type PlanOffer } from '../../../index/planning';
import { knownSpeed, secondsFor, type ModelSpeed } from '../../../models/speed';
import { estimateReports } from '../../../reports/model/write-model-report';
import type { CallOptions } from '../../../platform';
import type { IndexState } from '../../../ports/index-state';
import type { Session } from '../../session/session';
import { cachedReplies } from '../asking/cached-replies';

/** Model and choices for reports on single communities, ahead of an index run. */
interface SingleReporter {
  readonly model: ChatModelInfo;
  readonly choices: ReadingChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly reporting: Omit<Reporting, 'dirty'>;
  /**
   * Undefined where a valid report by a model exists (of `layer`, if given), or where there is nothing to report on.
   */
  dirtyOf(community: number, layer?: string): OutdatedReport | undefined;
}

/** The chosen model as it would report on the open collection now; null when none is chosen. */
export async function createSingleReporter(
  open: OpenCollection,
  { models, settings }: Pick<EngineEnv, 'models' | 'settings'>,
): Promise<SingleReporter | null> {
  const model = (await models.chat('reports'))?.info;
  if (!model) return null;
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const { prompts, contextWindow } = await readingOptions(choices, model, settings);
  const { tables } = open;
  const reporting = reportingOn(tables, parameters, { contextWindow, form: choices.depth }, { which: 'none' });
  const { contexts, choice } = reporting;
  const dirtyOf: SingleReporter['dirtyOf'] = (number, layer) => {
    const isThis = ({ community }: { readonly community: number }): boolean => community === number;
    const own = {
      communities: tables.communities.filter(isThis),
      community_reports: tables.community_reports.filter(isThis),
    };
    return listOutdatedReports(own, contexts, choice, { which: 'all', most: 1, leastSize: 2 }, layer)[0];
  };
  return { model, choices, prompts, reporting, dirtyOf };
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
  { whole, env }: Session,
  { communities = [], reportIds = [] }: ReportQuery,
  { signal = new AbortController().signal }: CallOptions = {},
): Promise<ReportsToWrite | null> {
  const open = await whole();
  const reporter = await createSingleReporter(open, env);
  if (!reporter) return null;
  const speed = await knownSpeed(env.settings, reporter.model.choice);
  const { store } = open;
  const { reports: known } = open.index;
  const wanted = new Set([...communities, ...reportIds.flatMap((id) => known.communityOf(id) ?? [])]);
  const reports: ReportToWrite[] = [];
  const asked: PlanOffer[] = [];
  for (const community of wanted) {
    const dirty = reporter.dirtyOf(community);
    const reckoned = asked.length >= PRICED;
    if (dirty) {
      const price = reckoned ? meanOf(asked) : await priceOf({ env, open, speed, signal }, reporter, dirty);
      reports.push({ community, title: known.title(dirty.community), price, ...(reckoned && { reckoned }) });
      if (!reckoned && price.calls > 0) asked.push(price);
    }
    await env.clock.yield();
    signal.throwIfAborted();
  }
  return { model: reporter.model.title, ...onUse(store.state, reporter.model), reports };
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
  readonly env: Session['env'];
  readonly open: OpenCollection;
  readonly speed: ModelSpeed | undefined;
  readonly signal: AbortSignal;
}

/** Estimates the price; zero where a kept reply can be used. */
async function priceOf(
  { env, open, speed, signal }: Pricing,
  { model, choices, reporting, prompts }: SingleReporter,
  dirty: OutdatedReport,
): Promise<PlanOffer> {
  const { contexts, choice, limits } = reporting;
  const { made } = await cachedReplies(env.replies, model.choice, { round: 1 }, { signal }).try((ask) =>
    writeReport({ open, env, signal, model, choices, prompts, ask }, reporting, dirty),
  );
  if (made && made.tally.outcome !== 'none') return { ...NO_LOAD, items: 1, calls: 0, answered: 1, seconds: 0 };
  const reportOf = (number: number) => open.tables.community_reports.find(({ community }) => community === number);
  const { language } = choices;
  const [call = NO_LOAD] = estimateReports([dirty], contexts, choice, { limits, language, prompts }, reportOf);
  return { ...call, items: 1, calls: 1, answered: 0, seconds: speed ? secondsFor(speed, call, 1) : null };
}
