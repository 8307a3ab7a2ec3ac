import type { ContextItem } from '../../trace';
import type { SearchIndex } from '../../../retrieval/index';
import { hasUnit, rankOf } from '../../../retrieval/reports';
import type { UnitFilter } from '../../../retrieval/text-units';
import { ModelError, reasonOf } from '../../../errors';
import { message, type Message } from '../../../message';
import { RATE_REPORT, RATE_SHAPE } from '../../../prompts/answers';
import { clipToTokens } from '../../../text/clip';
import { reportEntry } from '../../context/report-entries';
import type { GlobalChoices } from './parameters';
import { mapConcurrent } from '../../../async';
import { askForShape, noUsableReplies } from '../../model-call/call-model';
import { contextOverflow, tokensForData } from '../../model-call/token-budget';
import type { SearchRun } from '../../writer/search-run';

/** Choices of rating reports and selecting them. */
export interface SelectionChoices {
  /** Deepest level that is rated. */
  readonly level: number;
  /** 1 to 5. */
  readonly leastRating: number;
  readonly keepParents: boolean;
  readonly mostRatings: number;
  /** Reports of a lower rank, from 0 to 10, are left out; default 0. */
  readonly leastRank?: number;
}

/** The reports that were chosen by their ratings. */
interface Selection {
  /** Row numbers of the reports that bear on the question, the best rated first. */
  readonly rows: readonly number[];
  /** 0 to 5, by row number. */
  readonly ratings: ReadonlyMap<number, number>;
  /** Reports that were to be rated when the ratings ended. */
  readonly unrated: number;
}

/** Rates the reports of these rows; as many results. */
type Rate = (rows: readonly number[]) => Promise<readonly number[]>;

/**
 * Dynamic community selection (GraphRAG B2.1): rates reports from the broadest down and goes on below those that bear on the question.
 * Where none of them does, the next level is rated as a whole. The weightiest of a level are rated first.
 */
export async function selectReports(
  index: SearchIndex,
  allow: UnitFilter,
  choices: SelectionChoices,
  rate: Rate,
): Promise<Selection> {
  const ratings = new Map<number, number>();
  const relevant = new Set<number>();
  let unrated = 0;
  const reports = (numbers: readonly number[]) => reportsBelow(index, numbers, allow, choices);
  const weightOf = (row: number): number => index.communities.occurrence(row);
  const byWeight = (a: number, b: number): number => weightOf(b) - weightOf(a) || a - b;
  const isNew = (row: number): boolean => !ratings.has(row);
  let queue = reports(communitiesOf(index, 0));
  for (let level = 1; queue.length > 0; level++) {
    const room = Math.max(0, choices.mostRatings - ratings.size);
    const now = [...queue].sort(byWeight).slice(0, room);
    unrated += queue.length - now.length;
    if (now.length === 0) break;
    const given = await rate(now);
    const next = new Set<number>();
    for (const [at, row] of now.entries()) {
      const rating = given[at] ?? 0;
      ratings.set(row, rating);
      if (rating < choices.leastRating) continue;
      relevant.add(row);
      const below = reports(childrenOf(index, row));
      for (const child of below) next.add(child);
      if (below.length > 0 && !choices.keepParents) relevant.delete(row);
    }
    queue = [...next].filter(isNew);
    for (let at = level; queue.length === 0 && relevant.size === 0 && at <= choices.level; at++)
      queue = reports(communitiesOf(index, at)).filter(isNew);
  }
  // A report that bears on the question while nothing below it was found to, such as where the ratings ended before, stands for its parts.
  const covered = (row: number): boolean => relevant.has(row) || reports(childrenOf(index, row)).some(covered);
  for (const [row, rating] of [...ratings].reverse()) {
    if (rating >= choices.leastRating && !covered(row)) relevant.add(row);
  }
  const rows = [...relevant].sort(byWeight).sort((a, b) => (ratings.get(b) ?? 0) - (ratings.get(a) ?? 0));
  return { rows, ratings, unrated };
}

const communitiesOf = ({ tables }: SearchIndex, level: number): readonly number[] =>
  tables.communities.filter((one) => one.level === level).map(({ community }) => community);

function childrenOf({ tables }: SearchIndex, row: number): readonly number[] {
  return tables.communities[row]?.children ?? [];
}

/** The reports on these communities that are read; one without such a report is replaced by its children's. */
function reportsBelow(
  index: SearchIndex,
  numbers: readonly number[],
  allow: UnitFilter,
  choices: SelectionChoices,
): readonly number[] {
  const { byNumber, reported, reportOf } = index.communities;
  return numbers.flatMap((number) => {
    const community = byNumber.get(number);
    if (!community || community.level > choices.level) return [];
    const row = reported.has(number) ? reportOf.get(number) : undefined;
    const least = choices.leastRank ?? 0;
    if (row === undefined || (least > 0 && rankOf(index, row) < least))
      return reportsBelow(index, community.children, allow, choices);
    return hasUnit(index, row, allow) ? [row] : [];
  });
}

/** Tokens of a reply, a digit that may have JSON around it, and of a report, whose beginning names its subject. */
export const RATING = { reply: 12, report: 600 } as const;
/** Ratings after which no more are asked for where none came. */
const TRIED = 10;

/** Reports that the model rated. */
interface Rated {
  /** Rows of those that bear on the question, the best rated first. */
  readonly rows: readonly number[];
  /** True if there was any report to rate. */
  readonly any: boolean;
  /** The others that were rated, the best rated first. */
  readonly passedOver: readonly ContextItem[];
}

interface Rating {
  readonly run: SearchRun;
  readonly choices: GlobalChoices;
  /** Error of a missing rating, by row of the report: such a report is read rather than missed. */
  readonly missing: Map<number, ModelError>;
  /** Ratings that came. */
  came: number;
  /** Reports without anything to show. */
  empty: number;
}

/**
 * The reports that the model finds to bear on the question (dynamic community selection). One whose rating fails, or cannot be read (GraphRAG
 * B2.1), is read rather than missed; where none of the first ten comes, none is taken for rated. Throws the signal's reason when aborted.
 */
export async function rateReports(run: SearchRun, choices: GlobalChoices, notes: Message[]): Promise<Rated> {
  const { index, scope, level } = run;
  const rating: Rating = { run, choices, missing: new Map(), came: 0, empty: 0 };
  const selection = await selectReports(index, scope.unit, { ...choices, level }, (rows) => rateLevel(rating, rows));
  notes.push(...notesOf(rating, selection));
  if (rating.came === 0 && rating.missing.size > 0) return { rows: [], any: false, passedOver: [] };
  const { rows, ratings } = selection;
  const taken = new Set([...rows, ...rating.missing.keys()]);
  const others = [...ratings].filter(([row]) => !taken.has(row)).sort(([, a], [, b]) => b - a);
  const passedOver = others.flatMap(([row, score]): readonly ContextItem[] => {
    const entry = reportEntry(index, { row, score }, scope);
    return entry ? [{ kind: 'report', id: entry.id, title: entry.title, score, used: false }] : [];
  });
  return { rows, any: ratings.size > rating.empty, passedOver };
}

const isGivenUp = ({ came, missing }: Rating): boolean => came === 0 && missing.size >= TRIED;

function* notesOf(rating: Rating, { rows, unrated }: Selection): Generator<Message> {
  const { came, missing } = rating;
  const [first] = missing.values();
  if (came === 0 && first) {
    yield isGivenUp(rating)
      ? message`None of the ratings came (asked for: ${missing.size}), so no more were asked for, and the reports were taken by their rank: ${reasonOf(first)}`
      : message`None of the ratings came (asked for: ${missing.size}), so the reports were taken by their rank: ${reasonOf(first)}`;
    return;
  }
  yield message`The model rated ${came} reports; ${rows.length} bear on the question.`;
  if (first) yield message`Ratings that did not come: ${missing.size}. These reports were read: ${reasonOf(first)}`;
  if (unrated > 0)
    yield message`${unrated} further reports were not rated: the limit of ratings set for Global was reached.`;
}

async function rateLevel(rating: Rating, rows: readonly number[]): Promise<readonly number[]> {
  const { run, choices, missing } = rating;
  return mapConcurrent(rows, run.model.capabilities.parallel, async (row, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: message`Rating reports: ${at} of ${rows.length} of this level.` });
    if (isGivenUp(rating)) return choices.leastRating;
    try {
      const digit = await rateReport(run, row);
      if (digit === undefined) rating.empty += 1;
      else rating.came += 1;
      return digit ?? 0;
    } catch (error) {
      if (!(error instanceof ModelError) || run.signal.aborted) throw error;
      missing.set(row, error);
      return choices.leastRating;
    }
  });
}

/** 0 to 5; undefined for a report with nothing to show. Throws ModelError, also where no reply could be read. */
async function rateReport(run: SearchRun, row: number): Promise<number | undefined> {
  const { index, scope, question } = run;
  const entry = reportEntry(index, { row, score: 0 }, scope);
  if (!entry) return undefined;
  const values = { question: question.typed };
  const room = Math.min(RATING.report, tokensForData(run, RATE_REPORT, { ...values, report: '' }, RATING.reply));
  if (room === 0) throw contextOverflow(run);
  const report = clipToTokens(`${entry.title}\n${entry.wordings[0]?.text ?? ''}`, room);
  const digit = await askForShape(run, {
    purpose: 'rate',
    about: entry.title,
    working: message`Rating “${entry.title}”.`,
    prompt: RATE_REPORT,
    shape: RATE_SHAPE,
    values: { ...values, report },
    maxTokens: RATING.reply,
    temperature: 0,
    documentIds: entry.documentIds(),
  });
  if (digit === null) throw noUsableReplies();
  return Number(digit);
}
