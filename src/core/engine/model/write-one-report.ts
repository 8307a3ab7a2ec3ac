import { ModelError, ParseError } from '../../errors';
import { readingChoices } from '../../index/model/reading-step';
import type { DirtyReport } from '../../reports/model/dirty-reports';
import { reportLayer } from '../../reports/model/report-layer';
import { writeModelReport, type WrittenReport } from '../../reports/model/write-model-report';
import { viewOf } from '../view';
import { createAsk } from './model-ask';
import type { ModelRun } from './model-run';
import { ATTEMPTS, readingOptions } from './reading-options';
import { reportingOn, withReports, type Reporting } from './reporting';
import type { ModelContext } from './run-model-index';
import { createSpending } from './spending';

type Writing = Pick<ModelRun, 'open' | 'env' | 'signal' | 'model' | 'choices' | 'prompts' | 'ask'>;

/**
 * Has the chosen model report on one community that a person looks at, ahead of an index run. Throws ModelError without a model or when it
 * fails, and ParseError when the community is gone or no reply could be used; the report that stood before then stays.
 */
export async function writeReportOn(context: ModelContext, number: number): Promise<void> {
  const { open, env, emit, signal, queue } = context;
  const model = await env.models.chat('reports');
  if (!model) throw new ModelError('No chat model is chosen. Choose one in Settings, under Models.');
  const { info } = model;
  const choices = readingChoices(open.store.state.parameters);
  const { prompts, contextWindow } = await readingOptions(choices, info, env.settings);
  const every = { which: 'all', leastSize: 2 } as const;
  const form = choices.depth;
  const reporting = reportingOn(open.tables, open.store.state.parameters, { contextWindow, form }, every);
  const dirty = reporting.dirty.find(({ community }) => community.community === number);
  if (!dirty) return;
  const asking = { queue, choice: info.choice, collection: open.record.id, signal } as const;
  const ask = createAsk({
    ...asking,
    purpose: 'reports',
    priority: 'question',
    spending: createSpending(),
    onSign: () => undefined,
  });
  const written = await writeOne({ open, env, signal, model: info, choices, prompts, ask }, reporting, dirty);
  if (!written || written.tally.outcome === 'none') throw notWritten();
  const reports = new Map([[dirty.standing, written.row]]);
  await open.commit(() => ({ replace: { community_reports: withReports(open.tables.community_reports, reports) } }));
  await open.refreshIndex({ signal });
  emit({ kind: 'committed', view: viewOf(open) });
}

/** Asks for one report; undefined for a community that is gone. */
export async function writeOne(
  run: Writing,
  { contexts, choice, limits }: Reporting,
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
    'The model wrote nothing that can be used, or the community has changed. The report from the documents’ own sentences stays.',
    { traits: ['says what was kept'] },
  );
