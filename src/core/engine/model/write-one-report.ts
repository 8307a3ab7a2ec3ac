import { ParseError } from '../../errors';
import type { Ask } from '../../models/ask';
import type { DirtyReport } from '../../reports/model/dirty-reports';
import { reportLayer } from '../../reports/model/report-layer';
import { writeModelReport, type WrittenReport } from '../../reports/model/write-model-report';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import { viewOf } from '../view';
import { askFreshly } from './ask-freshly';
import { noModel } from './chosen-models';
import { refreshAlone } from './derive-alone';
import type { ModelRun } from './model-run';
import { ATTEMPTS } from './reading-options';
import { reporterAlone } from './reporter-alone';
import { withReports, type Reporting } from './reporting';
import type { ModelContext } from './run-model-index';

interface Writing extends Pick<ModelRun, 'prompts' | 'ask' | 'signal'> {
  readonly open: Pick<OpenCollection, 'tables'>;
  readonly env: Pick<EngineEnv, 'clock'>;
  readonly model: Pick<ModelRun['model'], 'title'>;
  readonly choices: Pick<ModelRun['choices'], 'language'>;
}

/** Asked of `dirtyOf`: no report stands for it, so that each is written. */
const ANY_LAYER = '';

export interface HowToWrite {
  /** Also where a model's report stands. */
  readonly again?: boolean;
  /** Behind every question, since nobody waits for it. */
  readonly background?: boolean;
}

/**
 * Has the chosen model report on one community that a person looks at or asked about, ahead of an index run. Throws ModelError without a model
 * or when it fails, and ParseError when the community is gone or changes meanwhile or no reply could be used; the report that stood before
 * then stays.
 */
export async function writeReportOn(
  context: ModelContext,
  number: number,
  { again = false, background = false }: HowToWrite = {},
): Promise<void> {
  const { open, env, emit, signal } = context;
  const reporter = await reporterAlone(open, env);
  if (!reporter) throw noModel();
  const { model, choices, prompts, reporting } = reporter;
  const dirty = reporter.dirtyOf(number, again ? ANY_LAYER : undefined);
  if (!dirty && !again) return;
  if (!dirty) throw notWritten();
  const write = (ask: Ask): Promise<WrittenReport | undefined> =>
    writeOne({ open, env, signal, model, choices, prompts, ask }, reporting, dirty);
  const isUsable = ({ tally }: WrittenReport): boolean => tally.outcome !== 'none';
  const priority = background ? 'background' : 'question';
  const written = await askFreshly(context, model, { write, isUsable, again, priority });
  if (!written) throw notWritten();
  const { row } = written;
  await context.alone(async () => {
    const { community_reports: rows } = open.tables;
    if (!rows.includes(dirty.standing)) throw notWritten();
    await open.commit(() => ({
      replace: { community_reports: withReports(rows, new Map([[dirty.standing, row]])) },
    }));
  });
  await refreshAlone(context);
  emit({ kind: 'committed', view: viewOf(open) });
}

/** Asks for one report; undefined for a community that is gone. */
export async function writeOne(
  run: Writing,
  { contexts, choice, limits }: Omit<Reporting, 'dirty'>,
  { community, standing }: DirtyReport,
): Promise<WrittenReport | undefined> {
  run.signal.throwIfAborted();
  const standingNow = new Map(run.open.tables.community_reports.map((row) => [row.community, row]));
  const context = contexts.context(community.community, choice, (number) => standingNow.get(number));
  if (!context) return undefined;
  const today = new Date(run.env.clock.now()).toISOString().slice(0, 10);
  const { model, choices, prompts } = run;
  const { language } = choices;
  const layer = reportLayer(model.title, prompts, language);
  const options = { layer, today, standing, limits, language, attempts: ATTEMPTS, prompts };
  return writeModelReport(context, options, run.ask);
}

const notWritten = (): ParseError =>
  new ParseError(
    'The model wrote nothing that can be used, or the community has changed. The report that was there stays.',
    { traits: ['says what was kept'] },
  );
