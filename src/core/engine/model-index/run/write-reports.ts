import { modelReportsStep } from '../../../index/model-steps';
import { tablesFor } from '../../../index/step';
import type { IndexState } from '../../../ports/index-state';
import type { TableChange } from '../../../ports/collections';
import type { OutdatedReport } from '../../../reports/staleness/outdated-reports';
import { mapInOrder } from '../../../async';
import { reportLayer, type ReportTally, type WrittenReport } from '../../../reports/model/write-model-report';
import { namedCounts, INVALID_REPLY_KINDS } from '../asking/cached-replies';
import { isStillDue, reportingOn, withReports, type Reporting, writeReport } from '../reporting';
import { refreshInTurn, createCommitBuffer } from './commit-buffer';
import { nextRunState, withFailedItems, type ModelRun } from './model-run';

/**
 * Writes the outdated reports on the wanted communities, level by level from the deepest, so that a report can use those of its
 * sub-communities. Reports that become outdated meanwhile are written again.
 */
export async function writeReports(run: ModelRun): Promise<void> {
  const { open, signal } = run;
  const { extras = {}, failedItems } = open.store.state.model ?? {};
  const tried = new Set(failedItems);
  const { title, capabilities } = run.reporter.model;
  const by = { contextWindow: capabilities.contextWindow, form: run.choices.depth };
  const layer = extras.writeAgain ? reportLayer(title, run.prompts, run.choices.language) : undefined;
  for (;;) {
    signal.throwIfAborted();
    const { parameters } = open.store.state;
    const reporting = reportingOn(open.tables, parameters, by, extras.allReports ? { which: 'all' } : {}, layer);
    const isNew = ({ community }: OutdatedReport): boolean =>
      !tried.has(reporting.contexts.outline(community.community, reporting.choice)?.key ?? '');
    const dirty = reporting.dirty.filter(isNew);
    if (dirty.length === 0) break;
    run.invalidReplies.reset();
    run.progress.begin('reports', dirty.length);
    for (const level of byLevel(dirty)) await writeLevel(run, reporting, level, tried);
  }
  await refreshInTurn(run);
}

/** The reports by level, in their order. */
function byLevel(dirty: readonly OutdatedReport[]): readonly (readonly OutdatedReport[])[] {
  const levels = new Map<number, OutdatedReport[]>();
  for (const one of dirty) {
    const list = levels.get(one.community.level);
    if (list) list.push(one);
    else levels.set(one.community.level, [one]);
  }
  return [...levels.values()];
}

async function writeLevel(
  run: ModelRun,
  reporting: Reporting,
  level: readonly OutdatedReport[],
  tried: Set<string>,
): Promise<void> {
  const written = createCommitBuffer<Written>(
    run,
    modelReportsStep,
    (items, state) => changeOf(run, items, state, tried),
    run.alone,
  );
  try {
    await mapInOrder(
      level,
      run.reporter.model.capabilities.parallel,
      (dirty) => writeReport({ ...run, ...run.reporter, onUseless: run.onInvalid.reports }, reporting, dirty),
      async (report, due) => {
        const key = reporting.contexts.outline(due.community.community, reporting.choice)?.key ?? '';
        if (report) written.add({ due, key, report });
        run.progress.add(1);
        await written.commitIfDue();
      },
    );
  } finally {
    await written.commit();
  }
}

interface Written {
  /** As it was begun. */
  readonly due: OutdatedReport;
  /** Names what the model was shown. */
  readonly key: string;
  readonly report: WrittenReport;
}

/**
 * Replaces the reports for which these were written. Where the graph was derived again meanwhile, a report is made
 * again, from cached replies if its context is the same.
 */
function changeOf(run: ModelRun, items: readonly Written[], state: IndexState, tried: Set<string>): TableChange {
  const tables = tablesFor(modelReportsStep, run.open.tables);
  const placed = items.filter(({ due }) => isStillDue(tables, due));
  for (const { key } of placed) tried.add(key);
  const failed = placed.filter(({ report }) => report.tally.outcome === 'none');
  const model = nextRunState(run, state.model, ...placed.map(({ report }) => countsOf(report.tally)));
  const rows = placed.flatMap(({ report }) => report.row ?? []);
  return {
    ...(rows.length > 0 && { replace: { community_reports: withReports(tables.community_reports, rows) } }),
    state: {
      model: withFailedItems(
        model,
        failed.map(({ key }) => key),
      ),
    },
  };
}

function countsOf({
  outcome,
  citations,
  findings,
  failedReplies,
  repairs,
}: ReportTally): Readonly<Record<string, number>> {
  return {
    [outcome === 'none' ? INVALID_REPLY_KINDS.reports : 'reports']: 1,
    ...(citations.unknown > 0 && { 'rejected: unknown reference': citations.unknown }),
    ...(findings.unsourced > 0 && { 'findings without source': findings.unsourced }),
    'failed replies': failedReplies,
    ...namedCounts('repaired', repairs),
  };
}
