import { ParseError } from '../../../errors';
import { message } from '../../../message';
import { reportDerivation } from '../../../reports/model/report-derivation';
import type { ModelContext } from '../run/model-run';
import { onDemandView } from './reports-to-write';
import { writeOne } from './write-one';

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
  const priority = background ? 'background' : 'question';
  const outcome = await writeOne(context, reportDerivation, String(number), { again, priority });
  if (outcome === 'made' || (outcome === 'none' && !again)) return;
  if (outcome === 'changed' && !again && (await standsByModel(context, number))) return;
  throw notWritten();
}

/** Checks if another caller who wanted the same was first. */
async function standsByModel({ open, env, signal }: ModelContext, number: number): Promise<boolean> {
  const reporter = await onDemandView(open, env, reportDerivation, signal);
  const isThere = open.tables.communities.some(({ community }) => community === number);
  if (!reporter || !isThere) return false;
  const work = await reportDerivation.workOn(reporter.view, { only: [String(number)] });
  return work?.items.length === 0;
}

const notWritten = (): ParseError =>
  new ParseError(
    message`The model wrote nothing that can be used, or the community has changed. The report that was there stays.`,
    { traits: ['says what was kept'] },
  );
