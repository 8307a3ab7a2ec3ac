import { ModelError } from '../../../errors';
import { RATE_REPORT, RATE_SHAPE } from '../../../prompts/answers/rate-report';
import { clipToTokens } from '../../../reports/model/clip-text';
import { reportEntry } from '../../context/report-entries';
import type { ContextItem } from '../../events';
import type { GlobalChoices } from '../../parameters';
import { askForShape } from '../../model-call/ask-for-shape';
import { selectReports, type Selection } from './community-selection';
import { inLanes } from '../../model-call/concurrency';
import { noRoom, roomForData } from '../../model-call/token-budget';
import type { SearchRun } from '../../writer/search-run';

/** Tokens of a reply, which is a digit with the JSON around it that a server may want, and of a report: its beginning says what it is about. */
export const RATING = { reply: 12, report: 600 } as const;
/** Ratings after which no more are asked for where none could be read. */
const TRIED = 10;

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
  /** Rows whose replies were no digit. */
  readonly unreadable: Set<number>;
  /** Ratings that could be read. */
  read: number;
  /** Reports without anything to show. */
  empty: number;
}

/**
 * The reports that the model finds to bear on the question (dynamic community selection). One whose rating fails, or cannot be read (GraphRAG
 * B2.1), is read rather than missed; where none of the first ten can be read, none is taken for rated. Throws the failure where all ratings of a
 * level fail.
 */
export async function rateReports(run: SearchRun, choices: GlobalChoices, notes: string[]): Promise<Rated> {
  const { index, scope, level } = run;
  const rating: Rating = { run, choices, failures: [], unreadable: new Set(), read: 0, empty: 0 };
  const selection = await selectReports(index, scope.unit, { ...choices, level }, (rows) => rateLevel(rating, rows));
  if (isOfNoUse(rating)) {
    notes.push(noneRead(rating), ...failedNotes(rating));
    return { rows: [], any: false, passedOver: [] };
  }
  notes.push(...notesOf(rating, selection));
  const { rows, ratings } = selection;
  return { rows, any: ratings.size > rating.empty, passedOver: passedOver(run, selection, rating.unreadable) };
}

const isOfNoUse = ({ read, unreadable }: Rating): boolean => read === 0 && unreadable.size > 0;

const isGivenUp = ({ read, unreadable }: Rating): boolean => read === 0 && unreadable.size >= TRIED;

function noneRead(rating: Rating): string {
  const asked = `None of the model’s ratings could be read (asked for: ${String(rating.unreadable.size)})`;
  return `${asked}, so ${isGivenUp(rating) ? 'no more were asked for, and ' : ''}the reports were taken by their rank.`;
}

function failedNotes({ failures }: Rating): readonly string[] {
  const [failure] = failures;
  const many = `${String(failures.length)} ${failures.length === 1 ? 'rating' : 'ratings'}`;
  return failure ? [`${many} failed: ${failure.message}`] : [];
}

function* notesOf({ read, failures, unreadable }: Rating, { rows, unrated }: Selection): Generator<string> {
  const [failure] = failures;
  yield `The model rated ${String(read)} reports; ${String(rows.length)} reports were taken to bear on the question.`;
  if (unreadable.size > 0)
    yield `Ratings that could not be read: ${String(unreadable.size)}. These reports were taken to bear on the question.`;
  if (failure) yield `${String(failures.length)} reports were read without a rating, which failed: ${failure.message}`;
  if (unrated > 0)
    yield `${String(unrated)} further reports were not rated: the limit of ratings set for Global was reached.`;
}

function passedOver(
  { index, scope }: SearchRun,
  { rows, ratings }: Selection,
  unreadable: ReadonlySet<number>,
): readonly ContextItem[] {
  const taken = new Set([...rows, ...unreadable]);
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

/** The rating of a report; where it fails or cannot be read, one with which the report is read. */
async function rateOrRead(rating: Rating, row: number): Promise<number> {
  const { run, choices, failures } = rating;
  if (isGivenUp(rating)) return choices.leastRating;
  try {
    const digit = await rateReport(run, row);
    if (digit === null) rating.unreadable.add(row);
    else if (digit === undefined) rating.empty += 1;
    else rating.read += 1;
    return digit === null ? choices.leastRating : (digit ?? 0);
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    failures.push(error);
    return choices.leastRating;
  }
}

/** 0 to 5; null where no reply could be read, undefined for a report with nothing to show. */
async function rateReport(run: SearchRun, row: number): Promise<number | null | undefined> {
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
  return digit === null ? null : Number(digit);
}
