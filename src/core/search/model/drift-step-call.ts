import { DRIFT_SHAPE } from '../../prompts/answers/drift-primer';
import { DRIFT_STEP } from '../../prompts/answers/drift-step';
import { driftStepContext } from '../context/drift-context';
import type { Question } from '../question';
import { isCrowdedOut } from './answer-from';
import { askForShape } from './ask-for-shape';
import { DAMAGED_PART, partOf, type DriftPart, type DriftSearch } from './drift-search';
import { noRoom } from './no-room';
import { roomForData, tokensForWords } from './prompt-room';

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
    ...(run.request.documentIds && { documentIds: run.request.documentIds }),
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
