import { reportChoices } from '../../index/model/model-reports-step';
import { sumLoads, type PlanPart } from '../../index/model/model-plan';
import { dirtyReports, openReports, type DirtyReport, type WantedReports } from '../../reports/model/dirty-reports';
import { estimateReports } from '../../reports/model/estimate-reports';
import { reportLayer } from '../../reports/model/report-layer';
import type { Planned } from './plan-parts';
import { reportingOn } from './reporting';

/** What reports there are to write: by the plan, and besides it. */
export interface ReportPlan {
  readonly part: PlanPart;
  /** Reports that another model wrote, or the same with other words; null where there are none. */
  readonly otherwise: PlanPart | null;
  /** Reports that the plan leaves until they are opened; null where there are none, or while that is not known. */
  readonly rest: PlanPart | null;
}

/**
 * Reports on the communities as they are now. Where passages are still to be read, they will be others, and about as many: then their prompts
 * are sketched, since the very prompts take long where communities have many parts.
 */
export function reportPlan(planned: Planned, withOffers: boolean): ReportPlan {
  const { open, parameters, extras, todo, model, reading, reporter } = planned;
  const { depth: form, language, prompts } = reading;
  const chosen = reportChoices(parameters, form).wanted;
  const wanted: WantedReports = extras.allReports ? { ...chosen, which: 'all' } : chosen;
  const layer = reportLayer(reporter.title, prompts, language);
  const by = { contextWindow: reporter.contextWindow, form };
  const { contexts, choice, limits } = reportingOn(open.tables, parameters, by, { which: 'none' });
  const guessed = todo.units.length > 0 && !extras.onlyReports;
  // What no reply could be used for is not asked for again in the same round.
  const tried = new Set(model?.unwritten);
  const untried = (reports: readonly DirtyReport[]): readonly DirtyReport[] =>
    tried.size === 0
      ? reports
      : reports.filter(({ community }) => !tried.has(contexts.outline(community.community, choice)?.key ?? ''));
  const dueOf = (ofLayer?: string): readonly DirtyReport[] =>
    untried(
      guessed
        ? openReports(open.tables, contexts, wanted, ofLayer)
        : dirtyReports(open.tables, contexts, choice, wanted, ofLayer),
    );
  const part = (reports: readonly DirtyReport[], sketched: boolean): PlanPart => {
    const looked = sketched ? sampleOf(reports) : reports;
    const shown = sketched ? { context: contexts.sketch } : contexts;
    const calls = estimateReports(looked, shown, choice, { limits, language, prompts });
    return { ...scaled(calls, reports.length / Math.max(1, looked.length)), guessed };
  };
  const due = dueOf();
  const otherwise = withOffers || extras.writeAgain ? without(dueOf(layer), due) : [];
  const all = { ...chosen, which: 'all' } as const;
  const rest = withOffers && !guessed ? without(untried(openReports(open.tables, contexts, all)), due) : [];
  return {
    part: part(extras.writeAgain ? [...due, ...otherwise] : due, guessed),
    otherwise: unlessNone(part(otherwise, guessed)),
    rest: unlessNone(part(rest, true)),
  };
}

/** Communities whose prompts are sketched; of more, the rest is reckoned by them. */
const LOOKED_AT = 200;

function sampleOf(reports: readonly DirtyReport[]): readonly DirtyReport[] {
  const every = Math.ceil(reports.length / LOOKED_AT);
  return reports.filter((_, at) => at % every === 0);
}

/** The part that so many times these calls make. */
function scaled(calls: ReturnType<typeof estimateReports>, times: number): Omit<PlanPart, 'guessed'> {
  const items = Math.round(calls.length * times);
  const { promptTokens, replyTokens } = sumLoads(calls);
  return {
    step: 'reports',
    title: 'Writing reports',
    items,
    calls: items,
    promptTokens: Math.round(promptTokens * times),
    replyTokens: Math.round(replyTokens * times),
  };
}

const unlessNone = (part: PlanPart): PlanPart | null => (part.items > 0 ? part : null);

function without(list: readonly DirtyReport[], others: readonly DirtyReport[]): readonly DirtyReport[] {
  const known = new Set(others.map(({ community }) => community.community));
  return list.filter(({ community }) => !known.has(community.community));
}
