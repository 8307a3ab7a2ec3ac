import type { PlanOffer } from '../../index/model/model-plan';
import { reportsOnUse } from '../../index/model/model-reports-step';
import type { ChatModelInfo } from '../../models/chat-model';
import { knownSpeed, secondsFor, type ModelSpeed } from '../../models/speed';
import type { DirtyReport } from '../../reports/model/dirty-reports';
import { estimateReports } from '../../reports/model/estimate-reports';
import type { IndexState } from '../../ports';
import type { OpenCollection } from '../open-collection';
import type { Session } from '../session';
import { reporterAlone, type ReporterAlone } from './reporter-alone';

/** Reports by their communities, or by their ids as they were when an answer used them. */
export interface WantedNow {
  readonly communities?: readonly number[];
  /** Those that no longer stand are passed over. */
  readonly reportIds?: readonly string[];
}

/** A community whose report no model has written, or of which a model's report no longer stands. */
export interface ReportToWrite {
  readonly community: number;
  /** Of the report that stands so far. */
  readonly title: string;
  readonly price: PlanOffer;
}

export interface ReportsToWrite {
  /** The name for people of the model that would write them. */
  readonly model: string;
  /** Whether they are written without a person's word. */
  readonly byThemselves: boolean;
  /** How many are, after an answer that used them. */
  readonly afterAnswer: number;
  /** In the order in which they were wanted. */
  readonly reports: readonly ReportToWrite[];
}

/** What of the wanted reports there is to write; null when no model is chosen. */
export async function reportsToWrite(
  { current, env }: Session,
  { communities = [], reportIds = [] }: WantedNow,
): Promise<ReportsToWrite | null> {
  const open = current();
  const reporter = await reporterAlone(open, env);
  if (!reporter) return null;
  const speed = await knownSpeed(env.settings, reporter.model.choice);
  const { tables, store } = open;
  const byId = new Map(tables.community_reports.map(({ id, community }) => [id, community]));
  const wanted = new Set([...communities, ...reportIds.flatMap((id) => byId.get(id) ?? [])]);
  const dirty = [...wanted].flatMap((community) => reporter.dirtyOf(community) ?? []);
  return {
    model: reporter.model.title,
    ...onUse(store.state, reporter.model),
    reports: dirty.map((one) => ({
      community: one.community.community,
      title: one.standing.title,
      price: priceOf(open, reporter, one, speed),
    })),
  };
}

/** Only what a model has read is written about by itself, and not while one reads. */
function onUse(
  { parameters, model: run }: IndexState,
  { choice }: ChatModelInfo,
): Pick<ReportsToWrite, 'byThemselves' | 'afterAnswer'> {
  const { when, afterAnswer } = reportsOnUse(parameters);
  const isWanted = when === 'always' || (when === 'tab' && choice.provider !== 'server');
  return { byThemselves: isWanted && run !== undefined && run.phase !== 'running', afterAnswer };
}

function priceOf(
  { tables }: OpenCollection,
  { reporting, choices: { language }, prompts }: ReporterAlone,
  dirty: DirtyReport,
  speed: ModelSpeed | undefined,
): PlanOffer {
  const { contexts, choice, limits } = reporting;
  const reportOf = (number: number) => tables.community_reports.find(({ community }) => community === number);
  const [call] = estimateReports([dirty], contexts, choice, { limits, language, prompts }, reportOf);
  const load = call ?? { promptTokens: 0, replyTokens: 0 };
  return { items: 1, calls: 1, ...load, seconds: speed ? secondsFor(speed, load, 1) : null };
}
