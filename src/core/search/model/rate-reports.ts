import { RATE_REPORT, RATE_SHAPE } from '../../prompts/answers/rate-report';
import { clipToTokens } from '../../reports/model/clip-text';
import { reportEntry } from '../context/report-entries';
import type { GlobalChoices } from '../parameters/global-parameters';
import { askForShape } from './ask-for-shape';
import { selectReports } from './dynamic-selection';
import { inLanes } from './in-lanes';
import { roomForData } from './prompt-room';
import type { SearchRun } from './search-run';

/** Tokens of a reply, which is a digit and whatever a tokenizer puts around it, and of a report: its beginning says what it is about. */
export const RATING = { reply: 4, report: 600 } as const;
/** Of a reply that is no digit (GraphRAG B2.1): the report is read rather than missed. */
const UNREADABLE = 1;

/** Rows of the reports that the model finds to bear on the question (dynamic community selection). */
export async function rateReports(run: SearchRun, choices: GlobalChoices, notes: string[]): Promise<readonly number[]> {
  const { index, scope, level } = run;
  const selection = await selectReports(index, scope.unit, { ...choices, level }, (rows) =>
    inLanes(rows, run.model.capabilities.parallel, async (row, at) => {
      run.signal.throwIfAborted();
      run.emit({ kind: 'working', words: `Rating reports: ${String(at)} of ${String(rows.length)} of this level.` });
      return rateReport(run, row);
    }),
  );
  const { rows, ratings, unrated } = selection;
  notes.push(
    `The model rated ${String(ratings.size)} reports; ${String(rows.length)} of them bear on the question and were read.`,
  );
  if (unrated > 0)
    notes.push(`${String(unrated)} further reports were not rated: the limit of ratings set for Global was reached.`);
  return rows;
}

async function rateReport(run: SearchRun, row: number): Promise<number> {
  const { index, scope, question } = run;
  const entry = reportEntry(index, { row, score: 0 }, scope);
  if (!entry) return 0;
  const values = { question: question.typed };
  const room = Math.min(RATING.report, roomForData(run, RATE_REPORT, { ...values, report: '' }, RATING.reply));
  const report = clipToTokens(`${entry.title}\n${entry.wordings[0]?.text ?? ''}`, room);
  const digit = await askForShape(run, {
    purpose: 'rate',
    about: entry.title,
    prompt: RATE_REPORT,
    shape: RATE_SHAPE,
    values: { ...values, report },
    maxTokens: RATING.reply,
    temperature: 0,
    documentIds: entry.documentIds(),
  });
  return digit === null ? UNREADABLE : Number(digit);
}
