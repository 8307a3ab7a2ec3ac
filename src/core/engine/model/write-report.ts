import type { OutdatedReport } from '../../reports/staleness/outdated-reports';
import { reportLayer, writeModelReport, type WrittenReport } from '../../reports/model/write-model-report';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import { ATTEMPTS } from './asking/reading-options';
import type { Reporting } from './reporting';
import type { ModelRun } from './run/model-run';

/** What a report is written with. */
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
  { community, standing }: OutdatedReport,
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
  const options = { layer, today, standing, limits, language, attempts: ATTEMPTS, prompts, onUseless };
  return writeModelReport(context, options, run.ask);
}
