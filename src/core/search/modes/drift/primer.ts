import type { SearchIndex } from '../../../retrieval/index';
import type { Question } from '../../request/question';
import { assemble, fillTable, formOf } from '../../context/context-table';
import type { BuiltContext } from '../../context/context';
import { reportEntries, reportEntry, reportsWithin, type RankedReport } from '../../context/report-entries';
import type { Scope } from '../../context/scope';
import { ModelError, reasonOf } from '../../../errors';
import { message, type Message } from '../../../message';
import { DRIFT_HYPOTHESIS, DRIFT_PRIMER, DRIFT_SHAPE } from '../../../prompts/answers';
import { hasWords } from '../../request/question-words';
import { clipToTokens } from '../../../text/clip';
import type { DriftChoices } from './parameters';
import { rankReports } from '../../../retrieval/reports';
import { callModel, askForShape, noUsableReplies } from '../../model-call/call-model';
import { tokensForData, contextOverflow, tokensForWords } from '../../model-call/token-budget';
import type { SearchRun } from '../../writer/search-run';
import { mapConcurrent } from '../../../async';
import {
  addIntermediateAnswer,
  DAMAGED_ANSWER,
  readIntermediateAnswer,
  type IntermediateAnswer,
  type DriftRun,
  askAction,
} from './action';

/**
 * The nearest reports, best first, divided into folds of equal size for the primer (GraphRAG B3); the first ones have one more. A fold
 * of at most so many estimated tokens always shows something: none is made where no report finds room.
 */
export function primerFolds(
  index: SearchIndex,
  ranked: readonly RankedReport[],
  { tokens, folds, scope }: { readonly tokens: number; readonly folds: number; readonly scope: Scope },
): readonly BuiltContext[] {
  const entries = [...reportEntries(index, reportsWithin(index, ranked, scope), scope)];
  return folded(entries, folds)
    .map((fold) => assemble([fillTable(formOf('Reports'), fold, tokens, scope)], tokens))
    .filter(({ text }) => text !== '');
}

/** Neighbours stay together; no part is empty. */
function folded<T>(items: readonly T[], parts: number): readonly (readonly T[])[] {
  const count = Math.min(items.length, Math.max(1, Math.floor(parts)));
  const each = Math.floor(items.length / Math.max(1, count));
  const longer = items.length % Math.max(1, count);
  return Array.from({ length: count }, (_, at) => {
    const start = at * each + Math.min(at, longer);
    return items.slice(start, start + each + (at < longer ? 1 : 0));
  });
}

/** Tokens of its reply, and of the report that shows the manner. */
export const HYPOTHESIS = { reply: 300, report: 400 } as const;

/**
 * The question with rankings by the meaning of a made-up answer (HyDE); as it is where there is no embedding model, where a person switched
 * it off, or where the call fails.
 */
async function hypothesisFor(run: SearchRun, choices: DriftChoices, notes: Message[]): Promise<Question> {
  const { index, question, scope, level } = run;
  if (!choices.hypothesis || !question.dense) return question;
  const [nearest] = rankReports(index, question, { level, allow: scope.unit });
  const example = nearest && reportEntry(index, nearest, scope);
  if (!example) return question;
  const values = { question: question.typed };
  const room = Math.min(
    HYPOTHESIS.report,
    tokensForData(run, DRIFT_HYPOTHESIS, { ...values, report: '' }, HYPOTHESIS.reply),
  );
  const working = message`Imagining an answer to search by.`;
  run.emit({ kind: 'working', words: working });
  try {
    const { text } = await callModel(run, {
      purpose: 'hypothesis',
      working,
      prompt: DRIFT_HYPOTHESIS,
      values: { ...values, report: clipToTokens(example.wordings[0]?.text ?? '', room) },
      maxTokens: HYPOTHESIS.reply,
      temperature: 0,
      documentIds: example.documentIds(),
    });
    const dense = hasWords(text) ? (await run.dense(text))?.search : undefined;
    return dense ? { ...question, dense } : question;
  } catch (error) {
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    notes.push(message`No answer was imagined to search by: ${reasonOf(error)}`);
    return question;
  }
}

/**
 * The beginning of a DRIFT search: a first answer from the reports nearest to the question, and what to ask further. Throws ModelError where
 * all of its calls fail.
 */
export async function primeDrift(drift: DriftRun): Promise<void> {
  const { run, choices, tree, notes } = drift;
  tree.change(0, { state: 'asking' });
  const folds = foldsFor(run, choices, await hypothesisFor(run, choices, notes));
  if (folds.length === 0) {
    notes.push(
      message`There are no community reports to begin with, so the question itself was asked of the passages.`,
    );
    tree.change(0, { state: 'nothing found', score: 0 });
    return askItself(drift);
  }
  const read = await readFolds(drift, folds);
  const made = read.flatMap((one) => one ?? []);
  const documentIds = [...new Set(folds.flatMap((fold) => fold.documentIds))];
  tree.change(0, { ...stateOf(made), documentIds });
  tree.grow(
    0,
    made.flatMap(({ followUps }) => followUps),
  );
  if (tree.actions.length > 1) return;
  notes.push(message`The first call gave no further questions, so the question itself was asked of the passages.`);
  await askItself(drift);
}

interface FirstPart extends IntermediateAnswer {
  readonly followUps: readonly string[];
}

function stateOf(made: readonly IntermediateAnswer[]) {
  const score = Math.round(made.reduce((sum, one) => sum + one.score, 0) / Math.max(1, made.length));
  const answer = made.map(({ text }) => text).join('\n\n');
  return { state: answer === '' ? 'nothing found' : 'answered', score, answer } as const;
}

const READING = message`Reading the closest reports.`;

/** Reads each part of the nearest reports; null for one without a reply. */
async function readFolds(drift: DriftRun, folds: readonly BuiltContext[]): Promise<readonly (FirstPart | null)[]> {
  const { run, failures, notes } = drift;
  const failed: ModelError[] = [];
  const read = await mapConcurrent(folds, run.model.capabilities.parallel, async (fold, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: READING });
    const about = folds.length === 1 ? '' : message`part ${at + 1} of ${folds.length}`;
    try {
      return await readFold(drift, fold, about);
    } catch (error) {
      if (!(error instanceof ModelError) || run.signal.aborted) throw error;
      failed.push(error);
      if (folds.length > 1) {
        notes.push(message`Of the closest reports ${about} was not read: ${reasonOf(error)}`);
      }
      return null;
    }
  });
  if (failed[0] && failed.length === folds.length) throw failed[0];
  failures.push(...failed);
  return read;
}

/** Null where no reply could be read. */
async function readFold(drift: DriftRun, fold: BuiltContext, about: Message): Promise<FirstPart | null> {
  const { run, choices } = drift;
  const call = {
    purpose: 'primer',
    about,
    working: READING,
    prompt: DRIFT_PRIMER,
    shape: DRIFT_SHAPE,
    values: { ...primerValues(run, choices), data: fold.text },
    maxTokens: tokensForWords(run, 2 * choices.stepWords),
    temperature: choices.stepTemperature,
    documentIds: fold.documentIds,
  } as const;
  const read = await askForShape(run, call, DAMAGED_ANSWER);
  if (!read) {
    drift.failures.push(noUsableReplies());
    return null;
  }
  const part = readIntermediateAnswer(read, fold);
  addIntermediateAnswer(drift, part);
  return { ...part, followUps: read.follow_ups };
}

const primerValues = ({ question }: SearchRun, { stepWords, followUps }: DriftChoices) => ({
  max_words: String(2 * stepWords),
  follow_ups: String(Math.min(6, followUps + 1)),
  question: question.typed,
});

/** Throws ModelError where there are reports and no room for any. */
function foldsFor(run: SearchRun, choices: DriftChoices, near: Question): readonly BuiltContext[] {
  const { index, scope, level } = run;
  const ranked = rankReports(index, near, { level, allow: scope.unit }).slice(0, choices.reports);
  const replyTokens = tokensForWords(run, 2 * choices.stepWords);
  const tokens = tokensForData(run, DRIFT_PRIMER, primerValues(run, choices), replyTokens);
  if (tokens === 0) throw contextOverflow(run);
  return primerFolds(index, ranked, { tokens, folds: choices.folds, scope });
}

/** Asks the person's question as a step of its own, where reports lead nowhere. */
async function askItself(drift: DriftRun): Promise<void> {
  const { run, tree, failures } = drift;
  const made = await askAction(drift, run.question, run.question.typed);
  if (made === null) failures.push(noUsableReplies());
  if (!made) return;
  addIntermediateAnswer(drift, made);
  tree.change(0, { ...stateOf([made]), documentIds: made.context.documentIds });
  tree.grow(0, made.followUps);
}
