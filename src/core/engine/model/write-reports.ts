import type { CommunityReportRow } from '../../tables/tables';
import type { DirtyReport } from '../../reports/model/dirty-reports';
import type { ReportTally } from '../../reports/model/report-tally';
import { reportLayer } from '../../reports/model/report-layer';
import type { WrittenReport } from '../../reports/model/write-model-report';
import { inOrder } from './in-order';
import { further, withUnwritten, type ModelRun } from './model-run';
import { namedCounts } from './reading-counts';
import { reportingOn, type Reporting } from './reporting';
import { writeOne } from './write-one-report';

/** Milliseconds between two commits. */
const CHECKPOINT_MS = 3_000;

/**
 * Has the model report on the wanted communities whose report does not stand for the tables, level by level from the deepest, so that a
 * community can be told by the reports of its parts. When tables change meanwhile, what is outdated by that is written again.
 */
export async function writeReports(run: ModelRun): Promise<void> {
  const { open, signal } = run;
  const { extras = {}, unwritten } = open.store.state.model ?? {};
  const tried = new Set(unwritten);
  const { title, capabilities } = run.reporter.model;
  const by = { contextWindow: capabilities.contextWindow, form: run.choices.depth };
  const layer = extras.writeAgain ? reportLayer(title, run.prompts, run.choices.language) : undefined;
  for (;;) {
    signal.throwIfAborted();
    const { parameters } = open.store.state;
    const reporting = reportingOn(open.tables, parameters, by, extras.allReports ? { which: 'all' } : {}, layer);
    const isNew = ({ community }: DirtyReport): boolean =>
      !tried.has(reporting.contexts.outline(community.community, reporting.choice)?.key ?? '');
    const dirty = reporting.dirty.filter(isNew);
    if (dirty.length === 0) break;
    run.progress.begin('reports', dirty.length);
    for (const level of byLevel(dirty)) await writeLevel(run, reporting, level, tried);
  }
  await open.refreshIndex({ signal });
}

/** The list as it is, cut where the level changes. */
function byLevel(dirty: readonly DirtyReport[]): readonly (readonly DirtyReport[])[] {
  const levels = new Map<number, DirtyReport[]>();
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
  level: readonly DirtyReport[],
  tried: Set<string>,
): Promise<void> {
  const { clock } = run.env;
  const written = writtenReports(run, tried);
  let last = clock.now();
  try {
    await inOrder(
      level,
      run.reporter.model.capabilities.parallel,
      (dirty) => writeOne({ ...run, ...run.reporter }, reporting, dirty),
      async (report, { standing, community }) => {
        const key = reporting.contexts.outline(community.community, reporting.choice)?.key ?? '';
        written.add(standing, key, report);
        run.progress.add(1);
        if (clock.now() - last < CHECKPOINT_MS) return;
        await written.commit();
        last = clock.now();
      },
    );
  } finally {
    await written.commit();
  }
}

/**
 * Gathers reports and puts them in place of those that they were written for. Where these no longer stand, since everything was derived
 * again, the report is not tried yet: it is made again, from replies that are known where nothing changed for it.
 */
function writtenReports(run: ModelRun, tried: Set<string>) {
  const { open } = run;
  let waiting = new Map<CommunityReportRow, { readonly report: WrittenReport; readonly key: string }>();
  return {
    add: (standing: CommunityReportRow, key: string, report: WrittenReport | undefined): void => {
      if (report) waiting.set(standing, { report, key });
    },
    commit: async (): Promise<void> => {
      if (waiting.size === 0) return;
      await open.commit((state) => {
        const { community_reports: reports } = open.tables;
        const placed = reports.flatMap((row) => waiting.get(row) ?? []);
        for (const { key } of placed) tried.add(key);
        const rows = reports.map((row) => {
          const one = waiting.get(row)?.report;
          return one && one.tally.outcome !== 'none' ? one.row : row;
        });
        const model = further(run, state.model, ...placed.map(({ report }) => countsOf(report.tally)));
        const failed = placed.filter(({ report }) => report.tally.outcome === 'none').map(({ key }) => key);
        return { replace: { community_reports: rows }, state: { model: withUnwritten(model, failed) } };
      });
      waiting = new Map();
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
    [outcome === 'none' ? 'reports not written' : 'reports']: 1,
    ...(citations.unknown > 0 && { 'rejected: unknown reference': citations.unknown }),
    ...(findings.unsourced > 0 && { 'findings without source': findings.unsourced }),
    'failed replies': failedReplies,
    ...namedCounts('repaired', repairs),
  };
}
