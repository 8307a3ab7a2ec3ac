import { BASIC_ANSWER } from '../../prompts/answers';
import type { BuiltContext } from '../context/context';
import { BASIC_PARAMETERS } from '../search-parameters';
import { basicChoices } from '../parameters';
import { answerFrom } from '../writer/write-answer';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import type { Mode } from './mode';
import type { SearchIndex } from '../../retrieval';
import { documentLeads } from '../../retrieval/document-leads';
import type { Question } from '../request/question';
import { rankTextUnits } from '../../retrieval/text-units';
import { assemble, fillTable, formOf } from '../context/context-table';
import { sourceEntries } from '../context/source-entries';
import type { Scope } from '../context/scope';

/** Basic search (GraphRAG B4): the passages nearest to the question, and one call over them. */
export const BASIC: Mode = {
  name: 'basic',
  parameters: BASIC_PARAMETERS,
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: (run) => answerFromPassages(run),
};

/** One call over the nearest passages. */
export const answerFromPassages = (run: SearchRun): Promise<ModeOutcome> =>
  answerFrom(run, BASIC_ANSWER, (tokens) => nearestPassages(run, tokens));

/** The passages nearest to the question, within so many tokens. */
export function nearestPassages({ index, question, request, scope }: Retrieval, tokens: number): BuiltContext {
  const { passages } = basicChoices(request.parameters?.basic);
  return basicContext(index, question, { scope, tokens, passages });
}

const PASSAGES = 10;

/**
 * The best passages in rank order (GraphRAG B4 has them in the order of the table), or how the documents begin where nothing matches. Never over
 * the budget.
 */
export function basicContext(
  index: SearchIndex,
  question: Question,
  {
    tokens,
    scope,
    passages = PASSAGES,
  }: { readonly tokens: number; readonly scope: Scope; readonly passages?: number },
): BuiltContext {
  const ranked = rankTextUnits(index, question, scope.unit).hits.slice(0, passages);
  const hits = ranked.length > 0 ? ranked : documentLeads(index, scope.unit, passages);
  return assemble([fillTable(formOf('Sources'), sourceEntries(index, hits), tokens, scope)], tokens);
}
