import { DRIFT_SHAPE } from '../../../prompts/answers/drift-primer';
import { DRIFT_STEP } from '../../../prompts/answers/drift-step';
import { driftStepContext } from '../../context/drift-context';
import type { Question } from '../../request/question';
import { isCrowdedOut } from '../../writer/write-answer';
import { askForShape } from '../../model-call/ask-for-shape';
import { DAMAGED_PART, partOf, type DriftPart, type DriftSearch } from './drift-search';
import { noRoom, roomForData, tokensForWords } from '../../model-call/token-budget';

/**
 * - `waiting`: not asked yet; left like that where the rounds ended before its turn.
 * - `asking`: under way.
 * - `answered`, `nothing found`, `failed`: how it ended.
 * - `stopped`: by a person; nothing below it is asked.
 */
export type ActionState = 'waiting' | 'asking' | 'answered' | 'nothing found' | 'failed' | 'stopped';

/** A question of a DRIFT search and what came of it (GraphRAG's action graph). */
export interface DriftAction {
  /** From 0, the question that the person asked. */
  readonly id: number;
  /** Null for the person's own. */
  readonly parent: number | null;
  /** 0 for the person's own. */
  readonly depth: number;
  readonly question: string;
  readonly state: ActionState;
  /** Of one that was stopped: true where that was while it was being asked. */
  readonly begun?: true;
  /** How soon it is asked, 0 to 1. */
  readonly priority: number;
  /** How much its answer helps, 0 to 100: as the model says, or without one the share of the question that it holds; null where unknown. */
  readonly score: number | null;
  /** Without references; empty without one. */
  readonly answer: string;
  /** Documents whose words its answer was made from. */
  readonly documentIds: readonly string[];
}

/** The answer to a question on the way, and what it leads to. */
export interface StepPart extends DriftPart {
  readonly followUps: readonly string[];
}

/**
 * A question on the way, asked of passages. Undefined where there is nothing to show, null where no reply could be read; throws ModelError.
 * `led` are documents whose words may be in the question.
 */
export async function askStep(
  { run, choices }: Pick<DriftSearch, 'run' | 'choices'>,
  question: Question,
  words: string,
  led: readonly string[] = [],
): Promise<StepPart | null | undefined> {
  const values = {
    max_words: String(choices.stepWords),
    follow_ups: String(Math.min(6, choices.followUps)),
    overall: run.question.typed,
    question: words,
  };
  const maxTokens = tokensForWords(run, choices.stepWords);
  const tokens = roomForData(run, DRIFT_STEP, values, maxTokens);
  const context = driftStepContext(run.index, question, {
    tokens,
    level: run.level,
    claims: run.claims,
    scope: run.scope,
  });
  if (isCrowdedOut(context, tokens)) throw noRoom(run);
  if (context.text === '') return undefined;
  const call = {
    purpose: 'step',
    about: words,
    prompt: DRIFT_STEP,
    shape: DRIFT_SHAPE,
    values: { ...values, data: context.text },
    maxTokens,
    temperature: choices.stepTemperature,
    documentIds: [...context.documentIds, ...led],
  } as const;
  const read = await askForShape(run, call, DAMAGED_PART);
  return read && { ...partOf(read, context), followUps: read.follow_ups };
}
