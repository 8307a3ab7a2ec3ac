import { reportChoices } from '../../index/model/model-reports-step';
import { sumLoads, type PlanPart } from '../../index/model/model-plan';
import { dirtyReports, type DirtyReport, type WantedReports } from '../../reports/model/dirty-reports';
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

/** Reports on the communities as they are now: where passages are still to be read, they will be others, and about as many. */
export function reportPlan(planned: Planned, withOffers: boolean): ReportPlan {
  const { open, parameters, extras, todo, model, reading, reporter } = planned;
  const { depth: form, language, prompts } = reading;
  const chosen = reportChoices(parameters, form).wanted;
  const wanted: WantedReports = extras.allReports ? { ...chosen, which: 'all' } : chosen;
  const layer = reportLayer(reporter.title, prompts, language);
  const by = { contextWindow: reporter.contextWindow, form };
  const { contexts, choice, limits } = reportingOn(open.tables, parameters, by, { which: 'none' });
  // What no reply could be used for is not asked for again in the same round.
  const tried = new Set(model?.unwritten);
  const dirtyOf = (which: WantedReports, ofLayer?: string): readonly DirtyReport[] =>
    dirtyReports(open.tables, contexts, choice, which, ofLayer).filter(
      ({ community }) => tried.size === 0 || !tried.has(contexts.outline(community.community, choice)?.key ?? ''),
    );
  const part = (dirty: readonly DirtyReport[]): PlanPart => {
    const calls = estimateReports(dirty, contexts, choice, { limits, language, prompts });
    const { length } = calls;
    const guessed = todo.units.length > 0;
    return { step: 'reports', title: 'Writing reports', items: length, calls: length, ...sumLoads(calls), guessed };
  };
  const due = dirtyOf(wanted);
  const otherwise = withOffers || extras.writeAgain ? without(dirtyOf(wanted, layer), due) : [];
  const rest = withOffers && todo.units.length === 0 ? without(dirtyOf({ ...chosen, which: 'all' }), due) : [];
  return {
    part: part(extras.writeAgain ? [...due, ...otherwise] : due),
    otherwise: otherwise.length > 0 ? part(otherwise) : null,
    rest: rest.length > 0 ? part(rest) : null,
  };
}

function without(list: readonly DirtyReport[], others: readonly DirtyReport[]): readonly DirtyReport[] {
  const known = new Set(others.map(({ community }) => community.community));
  return list.filter(({ community }) => !known.has(community.community));
}
