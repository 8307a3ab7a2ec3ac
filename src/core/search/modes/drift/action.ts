import type { ModelError } from '../../../errors';
import { message, type Message } from '../../../message';
import { DRIFT_SHAPE, DRIFT_STEP } from '../../../prompts/answers';
import type { ShapeValue } from '../../../shapes/shape';
import { readAnswer } from '../../answer/answer-stream';
import { hasWords } from '../../request/question-words';
import { type BuiltContext, type ContextDataset, type ContextShares, scaleShares } from '../../context/context';
import type { DriftChoices } from './parameters';
import { type Damaged, askForShape } from '../../model-call/call-model';
import type { DriftState } from './state';
import { type Finding, isCrowdedOut, type SearchProgress, type SaveProgress } from '../../writer/write-answer';
import { renumberContexts, renumbered } from '../../context/context-table';
import type { SearchRun } from '../../writer/search-run';
import { localContext, type LocalContextChoice } from '../local/local';
import type { SearchIndex } from '../../../retrieval';
import type { Question } from '../../request/question';
import { contextOverflow, tokensForData, tokensForWords } from '../../model-call/token-budget';

/** Answer to one action, with the context that it was made from. */
export interface IntermediateAnswer {
  readonly context: BuiltContext;
  readonly text: string;
  /** 0 to 100. */
  readonly score: number;
  readonly hints: readonly { readonly dataset: ContextDataset | null; readonly number: number }[];
}

/** A DRIFT search under way. */
export interface DriftRun {
  readonly run: SearchRun;
  readonly choices: DriftChoices;
  readonly tree: DriftState;
  readonly keep: SaveProgress;
  /** In the order in which they came. */
  readonly parts: IntermediateAnswer[];
  /** Errors of calls that failed or gave no readable reply. */
  readonly failures: ModelError[];
  readonly notes: Message[];
}

/** Turns a reply on a context into an intermediate answer. */
export function readIntermediateAnswer(
  { answer, score }: ShapeValue<typeof DRIFT_SHAPE>,
  context: BuiltContext,
): IntermediateAnswer {
  const { text, hints } = readAnswer(answer, bareIn(context));
  return { context, text: hasWords(text) ? text.trim() : '', score, hints };
}

/**
 * Handles a reply that was cut before its score, or whose score cannot be read: it is no answer, and no proof that
 * there is none.
 */
export const DAMAGED_ANSWER: Damaged<typeof DRIFT_SHAPE> = {
  isOfUse: ({ answer, score, follow_ups: followUps }) => (hasWords(answer) ? score > 0 : followUps.some(hasWords)),
};

/** The table that a bare `[1]` means: the first call of DRIFT shows reports alone. */
const bareIn = ({ tables }: BuiltContext): ContextDataset =>
  tables.some(({ dataset, rows }) => dataset === 'Sources' && rows.some(({ used }) => used)) ? 'Sources' : 'Reports';

/** Adds an answer on the way to what is kept. */
export function addIntermediateAnswer(drift: DriftRun, part: IntermediateAnswer): void {
  drift.parts.push(part);
  drift.keep(progressOf(drift));
}

/** Collects the findings so far, with numbers that are unique in the whole search. */
export function progressOf({ parts, notes }: Pick<DriftRun, 'parts' | 'notes'>): SearchProgress {
  const contexts = renumberContexts(parts.map(({ context }) => context));
  const findings = parts.map(({ text, score, hints, context }, at): Finding => {
    const whole = contexts[at] ?? context;
    const references = hints.flatMap(({ dataset, number }) => {
      const known = dataset && renumbered(whole, context, dataset, number);
      return dataset && known ? [{ dataset, number: known }] : [];
    });
    return { text, score, references };
  });
  return { contexts, findings, notes };
}

/** GraphRAG's 0.9 and 0.1 leave nothing for the graph (0.9). */
export const DRIFT_SHARES: ContextShares = { reports: 0.1, graph: 0.3, sources: 0.6 };

/** Builds the context of one step of DRIFT: a local context, mostly of passages. */
export function actionContext(index: SearchIndex, question: Question, choice: LocalContextChoice): BuiltContext {
  return localContext(index, question, { shares: scaleShares(DRIFT_SHARES, choice.tokens), ...choice });
}

/** The answer to a question on the way, and what it leads to. */
interface ActionAnswer extends IntermediateAnswer {
  readonly followUps: readonly string[];
}

/**
 * A question on the way, asked of passages. Undefined where there is nothing to show, null where no reply could be read; throws ModelError.
 * `led` are documents whose words may be in the question.
 */
export async function askAction(
  { run, choices }: Pick<DriftRun, 'run' | 'choices'>,
  question: Question,
  words: string,
  led: readonly string[] = [],
): Promise<ActionAnswer | null | undefined> {
  const values = {
    max_words: String(choices.stepWords),
    follow_ups: String(Math.min(6, choices.followUps)),
    overall: run.question.typed,
    question: words,
  };
  const maxTokens = tokensForWords(run, choices.stepWords);
  const tokens = tokensForData(run, DRIFT_STEP, values, maxTokens);
  const { level, claims, scope } = run;
  const context = actionContext(run.index, question, { ...choices.step, tokens, level, claims, scope });
  if (isCrowdedOut(context, tokens)) throw contextOverflow(run);
  if (context.text === '') return undefined;
  const call = {
    purpose: 'step',
    about: words,
    working: message`Looking up: ${words}`,
    prompt: DRIFT_STEP,
    shape: DRIFT_SHAPE,
    values: { ...values, data: context.text },
    maxTokens,
    temperature: choices.stepTemperature,
    documentIds: [...context.documentIds, ...led],
  } as const;
  const read = await askForShape(run, call, DAMAGED_ANSWER);
  return read && { ...readIntermediateAnswer(read, context), followUps: read.follow_ups };
}
