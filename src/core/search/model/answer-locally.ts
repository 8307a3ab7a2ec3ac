import { LOCAL_ANSWER } from '../../prompts/answers/local-answer';
import { localContext } from '../context/local-context';
import { localChoices } from '../parameters/local-parameters';
import { answerFrom } from './answer-from';
import type { ModeOutcome } from './mode-outcome';
import type { SearchRun } from './search-run';

/** Local search (GraphRAG B1): one call over the neighbourhood of what the question names or means. */
export function answerLocally(run: SearchRun): Promise<ModeOutcome> {
  const { ranking, ...choices } = localChoices(run.request.parameters?.local);
  return answerFrom(run, LOCAL_ANSWER, (tokens) =>
    localContext(run.index, run.question, {
      ...choices,
      tokens,
      level: run.level,
      claims: run.claims,
      rankBy: ranking === 'weight' ? 'weight' : 'combined_degree',
      ...(run.request.documentIds && { documentIds: run.request.documentIds }),
    }),
  );
}
