import { LOCAL_ANSWER } from '../../prompts/answers/local-answer';
import type { BuiltContext } from '../context/context';
import { localContext } from '../context/local-context';
import { costPart, passageTokens } from '../cost/costing';
import { answerTokens } from '../model-call/token-budget';
import { LOCAL_PARAMETERS, localChoices } from '../parameters';
import { answerFrom } from '../writer/write-answer';
import type { Mode, Retrieval } from './mode';

/** Entities, relationships and reports beside the passages, as a share of these: where all passages fit, so do they. */
export const AND_GRAPH = 1.3;

/** Local search (GraphRAG B1): the neighbourhood of what the question names or means, and one call over it. */
export const LOCAL: Mode = {
  name: 'local',
  parameters: LOCAL_PARAMETERS,
  shows: ['entities', 'passages'],
  retrieve: (retrieval, tokens) => [neighbourhood(retrieval, tokens)],
  write: (run) => answerFrom(run, LOCAL_ANSWER, (tokens) => neighbourhood(run, tokens)),
  cost: (costing) => {
    const data = AND_GRAPH * passageTokens(costing.index, costing.scope);
    return [
      costPart(costing, { prompt: LOCAL_ANSWER, calls: 1, data, reply: answerTokens(costing), withHistory: true }),
    ];
  },
};

function neighbourhood({ index, question, request, scope, level, claims }: Retrieval, tokens: number): BuiltContext {
  const { ranking, ...choices } = localChoices(request.parameters?.local);
  const rankBy = ranking === 'weight' ? 'weight' : 'combined_degree';
  return localContext(index, question, { ...choices, scope, tokens, level, claims, rankBy });
}
