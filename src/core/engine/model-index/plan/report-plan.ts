import { foldEdits } from '../../../graph/edits/fold-edits';
import { isByNoModel } from '../../../provenance';
import { reportChoices } from '../../../index/model-steps';
import { sumLoads, type PlanPart } from '../../../index/planning';
import type { Ask } from '../../../models/model-call';
import type { CallOptions } from '../../../platform';
import {
  listOutdatedReports,
  listInvalidReports,
  type OutdatedReport,
  type WantedReports,
  listAffectedReports,
} from '../../../reports/staleness/outdated-reports';
import type { TokenLoad } from '../../../models/speed';
import { estimateReports, reportLayer } from '../../../reports/model/write-model-report';
import type { ModelContexts } from '../../../reports/staleness/valid-reports';
import { countNameOccurrences } from '../../../descriptions/list-descriptions';
import { runWork, type Work } from '../../../work';
import type { EngineEnv } from '../../env';
import { remainingCalls } from '../asking/cached-replies';
import { reportingOn, type Reporting, writeReport } from '../reporting';
import type { PlanInputs } from './plan-parts';

/** Reports to write: by the plan, and besides it. */
interface ReportPlan {
  readonly part: PlanPart;
  /** Reports that another model wrote, or the same with other words; null where there are none. */
  readonly otherwise: PlanPart | null;
  /** Reports that are written only when they are opened. Null where there are none, or while that is not known. */
  readonly rest: PlanPart | null;
}

type PlanReports = CallOptions & { readonly env: Pick<EngineEnv, 'clock'>; readonly offers?: boolean };

/** Communities whose prompts are sketched; of more, the rest is reckoned by them. */
const SKETCHED = 200;
/** Most reports whose cached replies are looked up. Where there are more, none are. */
const TRIED_MOST = 200;

/**
 * Plans the reports on the current communities. Reading will change these, but hardly their number: until it is done, prompts are only
 * sketched, since whole prompts take long to build.
 */
export async function reportPlan(planned: PlanInputs, options: PlanReports): Promise<ReportPlan> {
  const { open, parameters, extras, todo, reading, reporter } = planned;
  const chosen = reportChoices(parameters, reading.depth).wanted;
  const all: WantedReports = { ...chosen, which: 'all' };
  const wanted = extras.allReports ? all : chosen;
  const by = { contextWindow: reporter.contextWindow, form: reading.depth };
  const reporting = reportingOn(open.tables, parameters, by, { which: 'none' });
  const { contexts, choice } = reporting;
  const guessed = todo.units.length > 0 && !extras.onlyReports;
  const untried = untriedIn(planned, reporting);
  const dueOf = (ofLayer?: string): readonly OutdatedReport[] =>
    untried(
      guessed
        ? listInvalidReports(open.tables, contexts, wanted, ofLayer)
        : listOutdatedReports(open.tables, contexts, choice, wanted, ofLayer),
    );
  const partOf = async (reports: readonly OutdatedReport[], isSketched = guessed): Promise<PlanPart> => ({
    ...(await priced(reports, isSketched, { ...planned, ...options, reporting })),
    guessed,
  });
  const due = guessed ? [...dueOf(), ...untried(await touchedBy(planned, contexts, wanted, options))] : dueOf();
  const layer = reportLayer(reporter.title, reading.prompts, reading.language);
  const otherwise = options.offers || extras.writeAgain ? without(dueOf(layer), due) : [];
  const rest = options.offers && !guessed ? without(untried(listInvalidReports(open.tables, contexts, all)), due) : [];
  return {
    part: await partOf(extras.writeAgain ? [...due, ...otherwise] : due),
    otherwise: unlessNone(await partOf(otherwise)),
    rest: unlessNone(await partOf(rest, true)),
  };
}

/** Drops the reports that already failed in this round. */
function untriedIn({ model }: PlanInputs, { contexts, choice }: Reporting) {
  const tried = new Set(model?.failedItems);
  return (reports: readonly OutdatedReport[]): readonly OutdatedReport[] =>
    tried.size === 0
      ? reports
      : reports.filter(({ community }) => !tried.has(contexts.outline(community.community, choice)?.key ?? ''));
}

type Pricing = PlanInputs & PlanReports & { readonly reporting: Reporting };

/** Estimates the writing of these reports; where they are only sketched, from a sample. */
async function priced(
  reports: readonly OutdatedReport[],
  isSketched: boolean,
  { open, reading, reporter, kept, reporting, env, signal = new AbortController().signal }: Pricing,
): Promise<Omit<PlanPart, 'guessed'>> {
  const { contexts, choice, limits } = reporting;
  const { language, prompts } = reading;
  const sampled = isSketched ? sampleOf(reports) : reports;
  const shown = isSketched ? { context: contexts.sketch } : contexts;
  const each = await Promise.all(
    sampled.map(async (one) => {
      const calls = estimateReports([one], shown, choice, { limits, language, prompts });
      // What is only sketched is not what would be asked.
      if (isSketched || sampled.length > TRIED_MOST) return { calls, answered: 0 };
      const write = (ask: Ask): Promise<unknown> =>
        writeReport({ open, env, signal, model: reporter, choices: reading, prompts, ask }, reporting, one);
      return remainingCalls(calls, await kept.reports.try(write));
    }),
  );
  return scaled(each, reports.length, sampled.length);
}

/** Reports that what is read next will likely outdate. */
async function touchedBy(
  { open, todo }: PlanInputs,
  contexts: ModelContexts,
  wanted: WantedReports,
  { env, signal }: PlanReports,
): Promise<readonly OutdatedReport[]> {
  const { tables } = open;
  if (tables.community_reports.every(({ method }) => isByNoModel(method))) return [];
  const keys = foldEdits(await open.read('edits'));
  const unread = todo.units.flatMap(({ mentions }) => mentions);
  function* work(): Work<readonly OutdatedReport[]> {
    return yield* listAffectedReports(tables, contexts, wanted, yield* countNameOccurrences(unread, keys));
  }
  return runWork(work(), { clock: env.clock, ...(signal && { signal }) });
}

function sampleOf(reports: readonly OutdatedReport[]): readonly OutdatedReport[] {
  const every = Math.ceil(reports.length / SKETCHED);
  return reports.filter((_, at) => at % every === 0);
}

/** The part that these make, as so many of so many. */
function scaled(
  each: readonly { readonly calls: readonly TokenLoad[]; readonly answered: number }[],
  all: number,
  sampled: number,
): Omit<PlanPart, 'guessed'> {
  const times = all / Math.max(1, sampled);
  const calls = each.flatMap((one) => one.calls);
  const { promptTokens, replyTokens } = sumLoads(calls);
  const counted = Math.round(calls.length * times);
  const answered = Math.round(each.reduce((sum, one) => sum + one.answered, 0) * times);
  return {
    step: 'reports',
    items: Math.round(each.filter((one) => one.calls.length + one.answered > 0).length * times),
    calls: counted,
    answered,
    promptTokens: Math.round(promptTokens * times),
    replyTokens: Math.round(replyTokens * times),
  };
}

const unlessNone = (part: PlanPart): PlanPart | null => (part.items > 0 ? part : null);

function without(list: readonly OutdatedReport[], others: readonly OutdatedReport[]): readonly OutdatedReport[] {
  const known = new Set(others.map(({ community }) => community.community));
  return list.filter(({ community }) => !known.has(community.community));
}
