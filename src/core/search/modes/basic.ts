import { BASIC_ANSWER } from '../../prompts/answers/basic-answer';
import { basicContext } from '../context/basic-context';
import type { BuiltContext } from '../context/context';
import { costPart, passageTokens, type CostPart, type Costing } from '../cost/costing';
import { answerTokens } from '../model-call/token-budget';
import { BASIC_PARAMETERS, basicChoices } from '../parameters';
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
  cost: basicParts,
};

/** One call over the nearest passages. */
export const answerBasically = (run: SearchRun): Promise<ModeOutcome> =>
  answerFrom(run, BASIC_ANSWER, (tokens) => nearestPassages(run, tokens));

/** The passages nearest to the question, within so many tokens. */
export function nearestPassages({ index, question, request, scope }: Retrieval, tokens: number): BuiltContext {
  const { passages } = basicChoices(request.parameters?.basic);
  return basicContext(index, question, { scope, tokens, passages });
}

/** What Basic asks of the model. */
export function basicParts(costing: Costing): readonly CostPart[] {
  const { index, scope, request } = costing;
  const { passages } = basicChoices(request.parameters?.basic);
  const all = passageTokens(index, scope);
  const mean = passageTokens(index, { ...scope, everything: true }) / Math.max(1, index.unitAt.size);
  const data = Math.min(all, passages * mean);
  return [costPart(costing, { prompt: BASIC_ANSWER, calls: 1, data, reply: answerTokens(costing), withHistory: true })];
}
