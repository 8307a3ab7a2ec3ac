import { BASIC_ANSWER } from '../../prompts/answers';
import { basicContext } from '../context/source-context';
import type { BuiltContext } from '../context/context';
import { BASIC_PARAMETERS } from '../../settings/search-parameters';
import { basicChoices } from '../parameters';
import { answerFrom } from '../writer/write-answer';
import type { ModeOutcome, SearchRun } from '../writer/search-run';
import type { Mode, Retrieval } from './mode';

/** Basic search (GraphRAG B4): the passages nearest to the question, and one call over them. */
export const BASIC: Mode = {
  name: 'basic',
  parameters: BASIC_PARAMETERS,
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: (run) => answerBasically(run),
};

/** One call over the nearest passages. */
export const answerBasically = (run: SearchRun): Promise<ModeOutcome> =>
  answerFrom(run, BASIC_ANSWER, (tokens) => nearestPassages(run, tokens));

/** The passages nearest to the question, within so many tokens. */
export function nearestPassages({ index, question, request, scope }: Retrieval, tokens: number): BuiltContext {
  const { passages } = basicChoices(request.parameters?.basic);
  return basicContext(index, question, { scope, tokens, passages });
}
