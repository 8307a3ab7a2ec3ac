import { ModelError } from '../../errors';
import { DRIFT_PRIMER, DRIFT_SHAPE } from '../../prompts/answers/drift-primer';
import { DRIFT_REDUCE } from '../../prompts/answers/drift-reduce';
import { DRIFT_STEP } from '../../prompts/answers/drift-step';
import type { ShapeValue } from '../../shapes/shape';
import { readAnswer } from '../answer/answer-stream';
import type { BuiltContext, ContextDataset } from '../context/context';
import { driftStepContext, primerFolds } from '../context/drift-context';
import { driftChoices, type DriftChoices } from '../parameters/drift-parameters';
import { pickReports } from '../pick-reports';
import { readQuestion, type Question } from '../question';
import { documentsOf } from './answer-from';
import { answerValues } from './answer-values';
import { askForShape, noneReadable } from './ask-for-shape';
import type { DriftAction } from './drift-action';
import { createDriftTree, type DriftSteering, type DriftTree } from './drift-tree';
import { findingsTable, type Finding } from './findings-table';
import { measureByWords } from './follow-up-measure';
import { hypothesisFor } from './hypothesis';
import { inLanes } from './in-lanes';
import type { ModeOutcome } from './mode-outcome';
import { numberedOn, numberIn } from './numbered-on';
import { historyOf, roomForData, tokensForWords } from './prompt-room';
import type { SearchRun } from './search-run';
import { writtenSoFar } from './stopped';
import { sectionsOf } from './trace-sections';
import { writeAnswer } from './write-answer';
import { NOTHING_WRITTEN } from './written';

/** What an answer on the way was made from, and what it says. */
interface Step {
  readonly context: BuiltContext;
  readonly text: string;
  readonly score: number;
  readonly hints: readonly { readonly dataset: ContextDataset | null; readonly number: number }[];
}

interface Drift {
  readonly run: SearchRun;
  readonly choices: DriftChoices;
  readonly tree: DriftTree;
  readonly steps: Step[];
  /** Calls of which no reply could be read. */
  unreadable: number;
  readonly notes: string[];
}

/**
 * DRIFT search (GraphRAG B3): a first answer from the nearest reports, rounds of further questions answered from passages, the most
 * promising first, and one answer from all that was found.
 */
export async function answerByDrift(run: SearchRun, steering: DriftSteering): Promise<ModeOutcome> {
  const choices = driftChoices(run.request.parameters?.drift);
  const measure = measureByWords(run.question, (text) => run.index.names.namesIn(text).length > 0);
  const onChange = (action: DriftAction): void => run.emit({ kind: 'action', action });
  const tree = createDriftTree(run.question.typed, measure, steering, onChange);
  const drift: Drift = { run, choices, tree, steps: [], unreadable: 0, notes: [] };
  try {
    await prime(drift);
    tree.grow(0, [...steering.pursued]);
    for (let round = 1; ; round++) {
      run.signal.throwIfAborted();
      // What a person pursues is asked also when the rounds are over.
      const actions = tree.next(round <= choices.depth ? choices.followUps : 0, choices.depth);
      if (actions.length === 0) break;
      await inLanes(actions, run.model.capabilities.parallel, (action) => step(drift, action));
    }
  } catch (error) {
    if (!run.signal.aborted) throw error;
    const { contexts, findings } = found(drift);
    return { contexts, written: writtenSoFar(run, findings, contexts), notes: drift.notes };
  }
  return join(drift);
}

/** A first answer from the reports nearest to the question, and what to ask further. */
async function prime(drift: Drift): Promise<void> {
  const { run, choices, tree, steps, notes } = drift;
  tree.change(0, { state: 'asking' });
  const folds = foldsFor(run, choices, await hypothesisFor(run, choices, notes));
  if (folds.length === 0) {
    notes.push('There are no community reports to begin with, so the question itself was asked of the passages.');
    tree.change(0, { state: 'nothing found', score: 0 });
    await askItself(drift);
    return;
  }
  const replies = await inLanes(folds, run.model.capabilities.parallel, (fold, at) => {
    run.signal.throwIfAborted();
    run.emit({ kind: 'working', words: 'Reading the nearest reports.' });
    return askForShape(run, {
      purpose: 'primer',
      about: folds.length === 1 ? '' : `part ${String(at + 1)} of ${String(folds.length)}`,
      prompt: DRIFT_PRIMER,
      shape: DRIFT_SHAPE,
      values: { ...primerValues(run, choices), data: fold.text },
      maxTokens: tokensForWords(run, 2 * choices.stepWords),
      temperature: choices.stepTemperature,
      documentIds: fold.documentIds,
    });
  });
  drift.unreadable += replies.filter((one) => one === null).length;
  const made = replies.flatMap((one, at) => (one ? [stepOf(one, folds[at] as BuiltContext)] : []));
  steps.push(...made);
  const score = made.reduce((sum, one) => sum + one.score, 0) / Math.max(1, made.length);
  const answer = made.map(({ text }) => text).join('\n\n');
  const documentIds = [...new Set(folds.flatMap((fold) => fold.documentIds))];
  tree.change(0, {
    state: answer === '' ? 'nothing found' : 'answered',
    score: Math.round(score),
    answer,
    documentIds,
  });
  tree.grow(
    0,
    replies.flatMap((one) => one?.follow_ups ?? []),
  );
  if (tree.actions.length > 1) return;
  notes.push('The first call gave no further questions, so the question itself was asked of the passages.');
  await askItself(drift);
}

const primerValues = ({ question }: SearchRun, { stepWords, followUps }: DriftChoices) => ({
  max_words: String(2 * stepWords),
  follow_ups: String(Math.min(6, followUps + 1)),
  question: question.typed,
});

function foldsFor(run: SearchRun, choices: DriftChoices, near: Question): readonly BuiltContext[] {
  const { index, scope, level, request } = run;
  const ranked = pickReports(index, near, { level, allow: scope.unit }).slice(0, choices.reports);
  const replyTokens = tokensForWords(run, 2 * choices.stepWords);
  const tokens = roomForData(run, DRIFT_PRIMER, primerValues(run, choices), replyTokens);
  const documents = request.documentIds ? { documentIds: request.documentIds } : {};
  return primerFolds(index, ranked, { tokens, folds: choices.folds, ...documents });
}

/** Where reports lead nowhere: the person's question as a step of its own. */
async function askItself(drift: Drift): Promise<void> {
  const { run, choices, steps, tree } = drift;
  const made = await askStep(run, choices, run.question, run.question.typed);
  if (made === null) drift.unreadable += 1;
  if (!made) return;
  steps.push(made);
  const { text: answer, score, context } = made;
  tree.change(0, {
    state: answer === '' ? 'nothing found' : 'answered',
    score,
    answer,
    documentIds: context.documentIds,
  });
  tree.grow(0, made.followUps);
}

async function step(drift: Drift, { id, question }: DriftAction): Promise<void> {
  const { run, choices, tree, steps, notes } = drift;
  run.signal.throwIfAborted();
  tree.change(id, { state: 'asking' });
  run.emit({ kind: 'working', words: `Looking up: ${question}` });
  try {
    const read = readQuestion(run.index, { question, mode: 'drift' });
    const dense = (await run.dense(question))?.search;
    const led = tree.documentsAbove(id);
    const made = await askStep(run, choices, dense ? { ...read, dense } : read, question, led);
    if (made === null) drift.unreadable += 1;
    if (made) steps.push(made);
    if (!made || made.text === '') return tree.change(id, { state: 'nothing found', score: made?.score ?? 0 });
    const { text: answer, score, context } = made;
    tree.change(id, { state: 'answered', score, answer, documentIds: context.documentIds });
    tree.grow(id, made.followUps);
  } catch (error) {
    tree.change(id, { state: 'failed' });
    if (!(error instanceof ModelError) || run.signal.aborted) throw error;
    notes.push(`“${question}” was not answered: ${error.message}`);
  }
}

/** Undefined where there is nothing to show, null where no reply could be read. */
async function askStep(
  run: SearchRun,
  choices: DriftChoices,
  question: Question,
  words: string,
  /** Documents whose words may be in the question. */
  led: readonly string[] = [],
): Promise<(Step & { readonly followUps: readonly string[] }) | null | undefined> {
  const values = {
    max_words: String(choices.stepWords),
    follow_ups: String(Math.min(6, choices.followUps)),
    overall: run.question.typed,
    question: words,
  };
  const maxTokens = tokensForWords(run, choices.stepWords);
  const context = driftStepContext(run.index, question, {
    tokens: roomForData(run, DRIFT_STEP, values, maxTokens),
    level: run.level,
    claims: run.claims,
    ...(run.request.documentIds && { documentIds: run.request.documentIds }),
  });
  if (context.text === '') return undefined;
  const read = await askForShape(run, {
    purpose: 'step',
    about: words,
    prompt: DRIFT_STEP,
    shape: DRIFT_SHAPE,
    values: { ...values, data: context.text },
    maxTokens,
    temperature: choices.stepTemperature,
    documentIds: [...context.documentIds, ...led],
  });
  return read && { ...stepOf(read, context), followUps: read.follow_ups };
}

function stepOf({ answer, score }: ShapeValue<typeof DRIFT_SHAPE>, context: BuiltContext): Step {
  const { text, hints } = readAnswer(answer);
  return { context, text: text.trim(), score, hints };
}

/** What was found, with numbers that hold for the whole search. */
function found({ steps }: Drift): {
  readonly contexts: readonly BuiltContext[];
  readonly findings: readonly Finding[];
} {
  const contexts = numberedOn(steps.map(({ context }) => context));
  const findings = steps.map(({ text, score, hints, context }, at): Finding => {
    const whole = contexts[at] ?? context;
    const references = hints.flatMap(({ dataset, number }) => {
      const known = dataset && numberIn(whole, context, dataset, number);
      return dataset && known ? [{ dataset, number: known }] : [];
    });
    return { text, score, references };
  });
  return { contexts, findings };
}

/** One answer from all that was found, the most helpful first. */
async function join(drift: Drift): Promise<ModeOutcome> {
  const { run, choices, notes, steps, unreadable } = drift;
  if (steps.length === 0 && unreadable > 0) throw noneReadable();
  const history = historyOf(run);
  const { contexts, findings } = found(drift);
  run.emit({ kind: 'context', sections: sectionsOf(contexts) });
  const helping = findings.filter(({ text, score }) => text !== '' && score > 0);
  if (helping.length === 0) return { contexts, written: { ...NOTHING_WRITTEN, notFound: true }, notes };
  const values = { ...answerValues(run, history.text), max_words: String(choices.reduceWords) };
  const maxTokens = tokensForWords(run, choices.reduceWords);
  const table = findingsTable(helping, roomForData(run, DRIFT_REDUCE, values, maxTokens));
  run.emit({ kind: 'working', words: `Joining ${String(table.shown)} answers.` });
  const written = await writeAnswer(
    run,
    {
      purpose: 'reduce',
      prompt: DRIFT_REDUCE,
      values: { ...values, data: table.text },
      maxTokens,
      temperature: run.choices.temperature,
      documentIds: documentsOf(contexts, history),
    },
    contexts,
  );
  return { contexts, written, notes };
}
