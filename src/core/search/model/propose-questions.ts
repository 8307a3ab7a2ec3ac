import type { SearchIndex } from '../../retrieval/index';
import { scopeOf } from '../context/scope';
import type { SearchRequest } from '../events';
import { answerChoices } from '../parameters/answer-parameters';
import { DEFAULT_LEVEL } from '../parameters/level';
import { readQuestion } from '../question';
import { followUps } from './follow-ups';
import type { SearchRun } from './search-run';

/** Questions of the model that lead on from its answer; its calls are told by `emit`. Throws ModelError, and the signal's reason when aborted. */
export async function proposeQuestions(
  index: SearchIndex,
  request: SearchRequest,
  answer: string,
  env: Pick<SearchRun, 'model' | 'prompts' | 'ask' | 'claims' | 'emit' | 'signal' | 'carried'>,
): Promise<readonly string[]> {
  const choices = answerChoices(request.parameters?.answers);
  const run: SearchRun = {
    ...env,
    index,
    request,
    choices,
    question: readQuestion(index, request),
    scope: scopeOf(index, request.documentIds),
    level: request.level ?? DEFAULT_LEVEL,
    dense: () => Promise.resolve(null),
  };
  return followUps(run, answer, choices.followUps);
}
