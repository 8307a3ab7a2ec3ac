import { ParseError } from '../../../errors';
import { message } from '../../../message';
import { modelReportsStep } from '../../../index/model-steps';
import { changeFrom } from '../../../index/step';
import { type Ask, noModel } from '../../../models/model-call';
import type { WrittenReport } from '../../../reports/model/write-model-report';
import { viewOf } from '../../collections/collection-view';
import { refreshInTurn } from '../run/commit-buffer';
import { isStillDue, withReports, writeReport } from '../reporting';
import type { ModelContext } from '../run/model-run';
import { askUncached } from './ask-uncached';
import { createSingleReporter } from './reports-to-write';

/** A layer that no report has, so that `dirtyOf` finds each report to be written. */
const NO_LAYER = '';

/** Options of writing a single report. */
export interface ReportWriting {
  /** Also where a valid report by a model exists, and not from cached replies. */
  readonly again?: boolean;
  /** Behind every question, since nobody waits for it. */
  readonly background?: boolean;
}

/**
 * Writes a report on one community that a person opened or asked about. Throws ModelError without a model or when it fails. Throws ParseError
 * when the community has changed or no reply is valid; the earlier report then stays.
 */
export async function writeOneReport(
  context: ModelContext,
  number: number,
  { again = false, background = false }: ReportWriting = {},
): Promise<void> {
  const { open, env, emit, signal } = context;
  const reporter = await createSingleReporter(open, env);
  if (!reporter) throw noModel();
  const { model, choices, prompts, reporting } = reporter;
  const dirty = reporter.dirtyOf(number, again ? NO_LAYER : undefined);
  if (!dirty && !again) return;
  if (!dirty) throw notWritten();
  const write = (ask: Ask): Promise<WrittenReport | undefined> =>
    writeReport({ open, env, signal, model, choices, prompts, ask }, reporting, dirty);
  const isUsable = ({ tally }: WrittenReport): boolean => tally.outcome !== 'none';
  const priority = background ? 'background' : 'question';
  const written = await askUncached(context, model, { write, isUsable, again, priority });
  if (!written) throw notWritten();
  const { row } = written;
  if (!row) throw notWritten();
  await context.alone(async () => {
    if (!isStillDue(open.tables, dirty)) {
      if (!again && (await standsByModel(context, number))) return;
      throw notWritten();
    }
    const replace = { community_reports: withReports(open.tables.community_reports, [row]) };
    await open.commit(() => changeFrom(modelReportsStep, { replace }));
  });
  await refreshInTurn(context);
  emit({ kind: 'committed', view: viewOf(open) });
}

/** Checks if another caller has written the same report first. */
async function standsByModel({ open, env }: ModelContext, number: number): Promise<boolean> {
  const reporter = await createSingleReporter(open, env);
  const isThere = open.tables.communities.some(({ community }) => community === number);
  return isThere && reporter !== null && !reporter.dirtyOf(number);
}

const notWritten = (): ParseError =>
  new ParseError(
    message`The model wrote nothing that can be used, or the community has changed. The report that was there stays.`,
    { traits: ['says what was kept'] },
  );
