import { traceSections } from '../../trace';
import type { SearchIndex } from '../../../retrieval';
import { rankReports } from '../../../retrieval/reports';
import type { BuiltContext } from '../../context/context';
import { assemble, fillTable, formOf, renumberContexts } from '../../context/context-table';
import { reportEntries, reportsWithin } from '../../context/report-entries';
import type { PlannedCall } from '../../../models/planned-calls';
import { lazy } from '../../../memo';
import { planCall, reportsCount, reportTokens, roomFor, writtenTokens, type Costing } from '../estimate';
import { GLOBAL_PARAMETERS, globalChoices, type GlobalChoices } from './parameters';
import type { Question } from '../../request/question';
import { questionTask, taskTerms } from '../../request/question-task';
import type { Mode } from '../mode';
import { type SearchRun, NOT_FOUND_WRITTEN, type ModeOutcome, type Retrieval } from '../../writer/search-run';
import { GLOBAL_MAP, GLOBAL_REDUCE, GLOBAL_MAP_SHAPE, RATE_REPORT } from '../../../prompts/answers';
import { globalBatches, type GlobalBatches } from './batches';
import { contextOverflow, tokensForData, tokensForWords, historyOf } from '../../model-call/token-budget';
import { answerFromPassages, nearestPassages, planPassageCall } from '../basic';
import { mapBatches, type MapCall } from '../../writer/map-batches';
import { helpfulFindings, type SaveProgress, joinFindings } from '../../writer/write-answer';
import { RATING, rateReports } from './rate-reports';
import type { History } from '../../context/history';
import { joinMessages, message, type Message } from '../../../message';

/**
 * The reports in batches, or those of these rows. Where they need more batches than are allowed, those that matter most for the question are
 * read. Throws ModelError where the prompt leaves no room for any.
 */
function batchesToRead({ run, choices, history }: GlobalSearch, rows: readonly number[] | undefined): GlobalBatches {
  const { index, question, scope, level } = run;
  const tokens = tokensForData(
    run,
    GLOBAL_MAP,
    mapValues(run, choices, history),
    tokensForWords(run, choices.mapWords),
  );
  const preferred = rankReports(index, question, { level, allow: scope.unit }).map(({ row }) => row);
  const some = { batches: choices.mostBatches, preferred, ...(rows && { rows }) };
  const found = globalBatches(index, { ...choices, tokens, level, scope, ...some });
  if (found.batches.length === 0 && found.left.length > 0) throw contextOverflow(run);
  return found;
}

/** Global search (GraphRAG B2): the reports that bear on the question, points from each batch of them, and one answer from all points. */
export const GLOBAL: Mode = {
  ...GLOBAL_PARAMETERS,
  prompts: [RATE_REPORT, GLOBAL_MAP, GLOBAL_REDUCE],
  hasLevelAtHand: true,
  needs: { reports: true },
  shows: ['communities', 'passages'],
  communities: 12,
  retrieve: retrieveReports,
  write: answerGlobally,
  estimate: planGlobalCalls,
};

/** Part of a batch that is filled: a report that finds no room begins the next. */
const FILLED = 0.8;

/** Estimates the ratings, a call for each batch, and the one that joins their points. */
function planGlobalCalls(costing: Costing): readonly PlannedCall[] {
  const { index, level } = costing;
  const choices = globalChoices(costing.request.parameters?.global);
  const report = lazy(() => reportTokens(costing, choices.content === 'summary' ? 'summary' : 'full_content'));
  const map = { prompt: GLOBAL_MAP, data: 0, reply: tokensForWords(costing, choices.mapWords), withHistory: true };
  const rows = index.tables.communities.flatMap((one, row) =>
    one.level <= level && index.communities.reported.has(one.community) ? [row] : [],
  );
  const ratings = choices.dynamic ? Math.min(choices.mostRatings, reportsCount(costing, rows, choices.leastRank)) : 0;
  const read = choices.dynamic ? ratings : reportsCount(costing, index.communities.rollUp(level), choices.leastRank);
  const room = roomFor(costing, map);
  const batches = room === 0 ? 0 : Math.min(choices.mostBatches, read, Math.ceil((read * report()) / (FILLED * room)));
  if (batches === 0 && ratings === 0) return planPassageCall(costing);
  const sketched = [
    { prompt: RATE_REPORT, calls: ratings, data: Math.min(RATING.report, report()), reply: RATING.reply },
    { ...map, calls: batches, data: (read * report()) / Math.max(1, batches) },
    {
      prompt: GLOBAL_REDUCE,
      calls: Math.min(1, batches),
      data: batches * writtenTokens(map.reply),
      reply: tokensForWords(costing, choices.reduceWords),
      withHistory: true,
    },
  ];
  return sketched.map((one) => planCall(costing, one));
}

/** Communities of the broadest level that are enough to show a collection by. */
const ENOUGH = 3;

/** Reports at most for a question that none bears on: each is composed. */
const MOST_UNASKED = 30;

/** The reports that bear on the question, the broadest where it has no subject of its own; passages where there are no reports. */
function retrieveReports(retrieval: Retrieval, tokens: number): readonly BuiltContext[] {
  const { index, question, scope, level, request } = retrieval;
  const { leastRank } = globalChoices(request.parameters?.global);
  const query = byTask(index, question);
  const rankedAt = (deepest: number) => rankReports(index, query, { level: deepest, allow: scope.unit });
  const broadest = question.scope === 'whole' ? rankedAt(0) : [];
  const ranked = broadest.length >= ENOUGH ? broadest : rankedAt(level);
  const relevant = ranked.filter(({ relevance }) => relevance > 0);
  const isOfSome = relevant.length > 0 && question.scope === 'specific';
  const some = isOfSome ? relevant : ranked.slice(0, MOST_UNASKED);
  const shown = reportsWithin(index, some, scope, leastRank);
  const table = fillTable(formOf('Reports'), reportEntries(index, shown, scope), tokens, scope);
  return [table.rows.length === 0 ? nearestPassages(retrieval, tokens) : assemble([table], tokens)];
}

/** A question on the whole that names a task asks for what speaks of it first, in any of the words that name it. */
function byTask({ passages }: SearchIndex, question: Question): Question {
  const task = questionTask(question);
  if (!task || question.words.length > 0) return question;
  const terms = taskTerms(question.language, task).filter((term) => passages.bm25.documentFrequency(term) > 0);
  return { ...question, words: terms.map((term) => ({ terms: [term], weight: passages.bm25.idf(term) })) };
}

/** Answers by map and reduce over batches of reports, saving findings as they come. */
async function answerGlobally(run: SearchRun, keep: SaveProgress): Promise<ModeOutcome> {
  const choices = globalChoices(run.request.parameters?.global);
  const notes: Message[] = [];
  const search: GlobalSearch = { run, choices, history: historyOf(run), notes };
  const rated = choices.dynamic ? await rateReports(run, choices, notes) : null;
  const { batches, left, more } = batchesToRead(search, rated?.any ? rated.rows : undefined);
  if (batches.length === 0 && !rated?.any) return fromPassages(run, notes, choices.leastRank);
  if (left.length + more > 0) notes.push(leftOut(left.length + more, batches.length));
  const contexts = renumberContexts(batches);
  run.emit({ kind: 'context', sections: traceSections(contexts, left) });
  const passedOver = rated?.passedOver ?? [];
  const found = { contexts, left, notes, ...(passedOver.length > 0 && { passedOver }) };
  const { findings, failure } = await mapBatches(mapCall(search), {
    sent: batches,
    contexts,
    onPoints: (points) => keep({ ...found, findings: points }),
  });
  const helping = helpfulFindings(findings);
  // The answer may stand in the rest.
  if (helping.length === 0 && failure) throw failure;
  const mayAnswer = helping.length > 0 || (run.choices.generalKnowledge && batches.length > 0);
  if (!mayAnswer) return { ...found, written: NOT_FOUND_WRITTEN };
  const { reduceWords: words } = choices;
  const joining = { prompt: GLOBAL_REDUCE, words, contexts, notes, called: 'points' } as const;
  return { ...found, written: await joinFindings(run, helping, joining) };
}

/** Before there are any reports on what is asked of, or where none is as important as a person wants. */
async function fromPassages(run: SearchRun, notes: readonly Message[], leastRank: number): Promise<ModeOutcome> {
  const outcome = await answerFromPassages(run);
  const none =
    leastRank > 0
      ? message`There are no community reports of importance ${leastRank} or more, so passages were read in their place.`
      : message`There are no community reports yet, so passages were read in their place.`;
  return { ...outcome, notes: [...notes, none, ...outcome.notes] };
}

const leftOut = (count: number, batches: number): Message =>
  joinMessages(
    count === 1 ? message`One report was not read.` : message`${count} reports were not read.`,
    batches === 1
      ? message`The limit set for Global is ${batches} batch.`
      : message`The limit set for Global is ${batches} batches.`,
    message`Those that matter most were read.`,
  );

/** A Global search under way. */
interface GlobalSearch {
  readonly run: SearchRun;
  readonly choices: GlobalChoices;
  readonly history: History;
  /** A sentence each, added during the search. */
  readonly notes: Message[];
}

/** Values of the prompt for a batch, but its data. */
const mapValues = ({ question }: SearchRun, { points, mapWords }: GlobalChoices, history: History) => ({
  points: String(points),
  max_words: String(mapWords),
  history: history.text,
  question: question.typed,
});

/** The call for the points of a batch of reports. */
function mapCall(search: GlobalSearch): MapCall<typeof GLOBAL_MAP_SHAPE> {
  const { run, choices, history } = search;
  return {
    run,
    history,
    notes: search.notes,
    dataset: 'Reports',
    prompt: GLOBAL_MAP,
    shape: GLOBAL_MAP_SHAPE,
    values: mapValues(run, choices, history),
    maxTokens: tokensForWords(run, choices.mapWords),
    temperature: choices.mapTemperature,
    points: choices.points,
    pointsOf: ({ points }) => points.map(({ reports, ...point }) => ({ ...point, numbers: reports })),
    working: {
      all: (done, of) => message`Reading reports: ${done} of ${of} batches done.`,
      one: (batch) => message`Reading reports: ${batch}.`,
    },
  };
}
