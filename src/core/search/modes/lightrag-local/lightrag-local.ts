import { LOCAL_ANSWER } from '../../../prompts/answers';
import { answerTokens } from '../../model-call/token-budget';
import { readQuestion, type Question } from '../../request/question';
import { answerFrom } from '../../writer/write-answer';
import type { SearchRun } from '../../writer/search-run';
import { neighbourhoodTokens, planCall } from '../estimate';
import type { Mode } from '../mode';
import { lightragContext, type Sought } from './context';
import { askKeywords, KEYWORDS_REPLY, LIGHTRAG_KEYWORDS, type Keywords } from './keywords';
import { LIGHTRAG_LOCAL_PARAMETERS, lightragChoices } from './parameters';

/** Local search of LightRAG (A1.2): keywords of the question, the entities nearest to them, and what the graph holds around these. */
export const LIGHTRAG_LOCAL: Mode = {
  ...LIGHTRAG_LOCAL_PARAMETERS,
  prompts: [LIGHTRAG_KEYWORDS, LOCAL_ANSWER],
  needs: { reports: false },
  shows: ['entities', 'passages'],
  ...searcherFor({}),
  prepare: async (run) => {
    const { keywords } = lightragChoices(run.request.parameters?.['lightrag-local']);
    return keywords ? searcherFor(await soughtBy(run, await askKeywords(run))) : null;
  },
  estimate: (costing) => {
    const { keywords } = lightragChoices(costing.request.parameters?.['lightrag-local']);
    return [
      planCall(costing, { prompt: LIGHTRAG_KEYWORDS, calls: keywords ? 1 : 0, data: 0, reply: KEYWORDS_REPLY }),
      planCall(costing, {
        prompt: LOCAL_ANSWER,
        data: neighbourhoodTokens(costing),
        reply: answerTokens(costing),
        withHistory: true,
      }),
    ];
  },
};

/** Retrieves what is sought, and writes from that. */
function searcherFor(sought: Sought): Pick<Mode, 'retrieve' | 'write'> {
  return {
    retrieve: (retrieval, tokens) => [lightragContext(retrieval, sought, tokens)],
    write: (run) => answerFrom(run, LOCAL_ANSWER, (tokens) => lightragContext(run, sought, tokens)),
  };
}

/**
 * Reads keywords as questions of their own: the low-level ones find entities; where there are none, the high-level ones find relationships. Where
 * there are neither, the question finds entities by its own words. (LightRAG then answers nothing if the question is long.)
 */
async function soughtBy(run: SearchRun, { low, high }: Keywords): Promise<Sought> {
  if (low.length > 0) return { entities: await readKeywords(run, low) };
  return high.length > 0 ? { relationships: await readKeywords(run, high) } : {};
}

async function readKeywords({ index, dense }: SearchRun, keywords: readonly string[]): Promise<Question> {
  const question = keywords.join(', ');
  const read = readQuestion(index, { question, mode: LIGHTRAG_LOCAL_PARAMETERS.name });
  const search = (await dense(question))?.search;
  return search ? { ...read, dense: search } : read;
}
