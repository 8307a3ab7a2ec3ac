import { ModelError } from '../../errors';
import { RATE_REPORT, RATE_SHAPE } from '../../prompts/answers/rate-report';
import { clipToTokens } from '../../reports/model/clip-text';
import { reportEntry } from '../context/report-entries';
import type { ContextItem } from '../events';
import type { GlobalChoices } from '../parameters/global-parameters';
import { askForShape } from './ask-for-shape';
import { selectReports, type Selection } from './dynamic-selection';
import { inLanes } from './in-lanes';
import { noRoom } from './no-room';
import { roomForData } from './prompt-room';
import type { SearchRun } from './search-run';

/** Tokens of a reply, which is a digit and whatever a tokenizer puts around it, and of a report: its beginning says what it is about. */
export const RATING = { reply: 4, report: 600 } as const;
/** Of a reply that is no digit (GraphRAG B2.1): the report is read rather than missed. */
const UNREADABLE = 1;

/** Reports that the model rated. */
export interface Rated {
  /** Rows of those that bear on the question, the best rated first. */
  readonly rows: readonly number[];
  /** Whether there was any to rate. */
  readonly any: boolean;
  /** The others that were rated, the best rated first. */
  readonly passedOver: readonly ContextItem[];
}

interface Rating {
  readonly run: SearchRun;
  readonly choices: GlobalChoices;
  readonly failures: ModelError[];
  /** Reports without anything to show. */
  empty: number;
}

/**
 * The reports that the model finds to bear on the question (dynamic community selection). One whose rating fails is read rather than missed;
 * throws the failure where all ratings of a level fail.
 */
export async function rateReports(run: SearchRun, choices: GlobalChoices, notes: string[]): Promise<Rated> {
  const { index, scope, level } = run;
  const rating: Rating = { run, choices, failures: [], empty: 0 };
  const selection = await selectReports(index, scope.unit, { ...choices, level }, (rows) => rateLevel(rating, rows));
  const { rows, ratings, unrated } = selection;
  const [failure] = rating.failures;
  const rated = ratings.size - rating.failures.length - rating.empty;
  notes.push(
    `The model rated ${String(rated)} reports; ${String(rows.length)} reports were taken to bear on the question.`,
  );
  if (failure)
    notes.push(
      `${String(rating.failures.length)} reports were read without a rating, which failed: ${failure.message}`,
    );
  if (unrated > 0)
    notes.push(`${String(unrated)} further reports were not rated: the limit of ratings set for Global was reached.`);
  return { rows, any: ratings.size > rating.empty, passedOver: passedOver(run, selection) };
}

function passedOver({ index, scope }: SearchRun, { rows, ratings }: Selection): readonly ContextItem[] {
  const taken = new Set(rows);
  const others = [...ratings].filter(([row]) => !taken.has(row)).sort(([, a], [, b]) => b - a);
  return others.flatMap(([row, score]): readonly ContextItem[] => {
    const entry = reportEntry(index, { row, score }, scope);
    return entry ? [{ kind: 'report', id: entry.id, title: entry.title, score, used: false }] : [];
  });
}

async function rateLevel(rating: Rating, rows: readonly number[]): Promise<readonly number[]> {
  const { run, failures } = rating;
  const before = failures.length;
  const ratings = await inLanes(rows, run.model.capabilities.parallel, (row, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: `Rating reports: ${String(at)} of ${String(rows.length)} of this level.` });
    return rateOrRead(rating, row);
  });
  const failed = failures.slice(before);
  if (failed[0] && failed.length === rows.length) throw failed[0];
  return ratings;
}

/** The rating of a report; where it fails, one with which the report is read. */
async function rateOrRead(rating: Rating, row: number): Promise<number> {
  const { run, choices, failures } = rating;
  try {
    const digit = await rateReport(run, row);
    if (digit === undefined) rating.empty += 1;
    return digit ?? 0;
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    failures.push(error);
    return choices.leastRating;
  }
}

/** 0 to 5; undefined for a report with nothing to show. */
async function rateReport(run: SearchRun, row: number): Promise<number | undefined> {
  const { index, scope, question } = run;
  const entry = reportEntry(index, { row, score: 0 }, scope);
  if (!entry) return undefined;
  const values = { question: question.typed };
  const room = Math.min(RATING.report, roomForData(run, RATE_REPORT, { ...values, report: '' }, RATING.reply));
  if (room === 0) throw noRoom(run);
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
