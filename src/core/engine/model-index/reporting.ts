import { modelReportsStep, reportChoices, type ReportChoices } from '../../index/model-steps';
import type { IndexTables } from '../../index/index-tables';
import { tablesFor } from '../../index/step';
import type { ContextChoice, ReportForm } from '../../reports/context/context-page';
import { listOutdatedReports, type OutdatedReport, type WantedReports } from '../../reports/staleness/outdated-reports';
import { reportLimits, type ReportLimits, reportChoice } from '../../reports/model/limits';
import { modelContexts, type ModelContexts } from '../../reports/staleness/valid-reports';
import { reportTables } from '../../reports/context/report-tables';
import type { IndexState } from '../../ports/index-state';
import type { CommunityReportRow } from '../../tables/tables';
import { reportLayer, writeModelReport, type WrittenReport } from '../../reports/model/write-model-report';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../collections/open-collection';
import { ATTEMPTS } from './asking/run-models';
import type { ModelRun } from './run/model-run';

/** Inputs of reports, for one state of the tables. */
export interface Reporting {
  readonly contexts: ModelContexts;
  readonly choice: ContextChoice;
  readonly limits: ReportLimits;
  /** Reports still to be written, deepest level first. */
  readonly dirty: readonly OutdatedReport[];
}

/** With `layer`, reports of other layers are to be written again. */
export function reportingOn(
  all: IndexTables,
  parameters: IndexState['parameters'],
  { contextWindow, form }: { readonly contextWindow: number; readonly form: ReportForm },
  wanted: Partial<WantedReports> = {},
  layer?: string,
): Reporting {
  const tables = tablesFor(modelReportsStep, all);
  const choices = reportChoices(parameters, form);
  const contexts = modelContexts(reportTables({ ...tables, textUnits: tables.text_units }), tables.covariates);
  const { limits, choice } = reportForm(choices, contextWindow);
  const dirty = listOutdatedReports(tables, contexts, choice, { ...choices.wanted, ...wanted }, layer);
  return { contexts, choice, limits, dirty };
}

function reportForm(
  { form, size, maxInputTokens, windowShare }: ReportChoices,
  contextWindow: number,
): Pick<Reporting, 'limits' | 'choice'> {
  const limits = reportLimits(form, size, contextWindow);
  return { limits, choice: reportChoice({ form, contextWindow, windowShare, maxInputTokens, limits }) };
}

/**
 * Checks that a report is still to be written as it was begun. Neither its community nor its row may have been
 * replaced.
 */
export function isStillDue(
  { communities, community_reports }: Pick<IndexTables, 'communities' | 'community_reports'>,
  { community, standing }: OutdatedReport,
): boolean {
  const now = community_reports.find((row) => row.community === community.community) ?? null;
  return now === standing && communities.includes(community);
}

/** The table of reports with some that were written, each in the place of the one on its community. */
export function withReports(
  rows: readonly CommunityReportRow[],
  written: readonly CommunityReportRow[],
): readonly CommunityReportRow[] {
  const fresh = new Map(written.map((row) => [row.community, row]));
  const replaced = rows.map((row) => {
    const other = fresh.get(row.community);
    fresh.delete(row.community);
    return other ?? row;
  });
  return [...replaced, ...fresh.values()];
}

/** Environment for writing a report. */
interface Writing extends Pick<ModelRun, 'prompts' | 'ask' | 'signal'> {
  readonly open: Pick<OpenCollection, 'tables'>;
  readonly env: Pick<EngineEnv, 'clock'>;
  readonly model: Pick<ModelRun['model'], 'title'>;
  readonly choices: Pick<ModelRun['choices'], 'language'>;
  readonly onUseless?: () => void;
}

/** Asks for one report; undefined for a community that is gone. */
export async function writeReport(
  run: Writing,
  { contexts, choice, limits }: Omit<Reporting, 'dirty'>,
  { community }: OutdatedReport,
): Promise<WrittenReport | undefined> {
  run.signal.throwIfAborted();
  const standingNow = new Map(run.open.tables.community_reports.map((row) => [row.community, row]));
  const context = contexts.context(community.community, choice, (number) => standingNow.get(number));
  if (!context) return undefined;
  const today = new Date(run.env.clock.now()).toISOString().slice(0, 10);
  const { model, choices, prompts } = run;
  const { language } = choices;
  const layer = reportLayer(model.title, prompts, language);
  const { onUseless } = run;
  const options = { layer, today, limits, language, attempts: ATTEMPTS, prompts, onUseless };
  return writeModelReport(context, options, run.ask);
}
