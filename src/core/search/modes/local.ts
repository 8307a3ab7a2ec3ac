import { LOCAL_ANSWER } from '../../prompts/answers';
import type { BuiltContext } from '../context/context';
import { localContext } from '../context/local-context';
import { LOCAL_PARAMETERS } from '../../settings/search-parameters';
import { localChoices } from '../parameters';
import { answerFrom } from '../writer/write-answer';
import type { Mode, Retrieval } from './mode';

/** Local search (GraphRAG B1): the neighbourhood of what the question names or means, and one call over it. */
export const LOCAL: Mode = {
  name: 'local',
  parameters: LOCAL_PARAMETERS,
  shows: ['entities', 'passages'],
  retrieve: (retrieval, tokens) => [neighbourhood(retrieval, tokens)],
  write: (run) => answerFrom(run, LOCAL_ANSWER, (tokens) => neighbourhood(run, tokens)),
};

function neighbourhood({ index, question, request, scope, level, claims }: Retrieval, tokens: number): BuiltContext {
  return localContext(index, question, { ...localChoices(request.parameters?.local), scope, tokens, level, claims });
}
