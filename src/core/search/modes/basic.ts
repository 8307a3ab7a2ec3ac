import { BASIC_ANSWER } from '../../prompts/answers';
import type { Prompt } from '../../prompts/prompt';
import type { BuiltContext } from '../context/context';
import type { PlannedCall } from '../../models/planned-calls';
import { choicesOf, number, type Values } from '../../parameters';
import type { SearchParameters } from '../search-parameters';
import { answerTokens } from '../model-call/token-budget';
import { answerFrom } from '../writer/write-answer';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import { passagesWithin, planCall, type Costing } from './estimate';
import type { Mode } from './mode';
import type { SearchIndex } from '../../retrieval';
import { documentLeads } from '../../retrieval/documents/document-leads';
import type { Question } from '../request/question';
import { rankTextUnits } from '../../retrieval/text-units';
import type { Hit } from '../../vectors/top-k';
import { assemble, fillTable, formOf } from '../context/context-table';
import { sourceEntries } from '../context/source-entries';
import type { Scope } from '../context/scope';

const BASIC_PARAMETERS = {
  name: 'basic',
  title: 'Basic',
  doc: 'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning. Takes one call for the answer.',
  parameters: [
    number('passages', 'Passages', 10, [1, 100], {
      doc: 'Shows the model at most this many passages. More cover more and take longer to read (GraphRAG: 10).',
    }),
  ],
} satisfies SearchParameters;

/** Reads the parameters of Basic; what is missing has its default. */
const basicChoices = (chosen?: Values) => choicesOf(BASIC_PARAMETERS, chosen);

/** Basic search (GraphRAG B4): the passages nearest to the question, and one call over them. */
export const BASIC: Mode = {
  ...BASIC_PARAMETERS,
  prompts: [BASIC_ANSWER],
  needs: { reports: false },
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: (run) => answerFromPassages(run),
  estimate: (costing) => planPassageCall(costing),
};

/** Estimates the one call over the nearest passages. */
export const planPassageCall = (costing: Costing): readonly PlannedCall[] =>
  planPassages(costing, basicChoices(costing.request.parameters?.basic).passages, BASIC_ANSWER);

/** Estimates one call over so many passages at most. */
export function planPassages(costing: Costing, passages: number, prompt: Prompt): readonly PlannedCall[] {
  const data = Math.min(passages, passagesWithin(costing)) * costing.passage;
  return [planCall(costing, { prompt, data, reply: answerTokens(costing), withHistory: true })];
}

/** One call over the nearest passages. */
export const answerFromPassages = (run: SearchRun): Promise<ModeOutcome> =>
  answerFrom(run, BASIC_ANSWER, (tokens) => nearestPassages(run, tokens));

/** The passages nearest to the question, within so many tokens. */
export function nearestPassages({ index, question, request, scope }: Retrieval, tokens: number): BuiltContext {
  const { passages } = basicChoices(request.parameters?.basic);
  return basicContext(index, question, { scope, tokens, passages });
}

const PASSAGES = 10;

/** Room for passages. */
interface PassageRoom {
  readonly tokens: number;
  readonly scope: Scope;
  /** At most; default 10. */
  readonly passages?: number;
}

/** The best passages in rank order (GraphRAG B4 has them in the order of the table). */
export const basicContext = (index: SearchIndex, question: Question, room: PassageRoom): BuiltContext =>
  passageContext(index, rankTextUnits(index, question, room.scope.unit).hits, room);

/** The first of these passages, or how the documents begin where there are none. Never over the budget. */
export function passageContext(
  index: SearchIndex,
  ranked: readonly Hit[],
  { tokens, scope, passages = PASSAGES }: PassageRoom,
): BuiltContext {
  const hits = ranked.length > 0 ? ranked.slice(0, passages) : documentLeads(index, scope.unit, passages);
  return assemble([fillTable(formOf('Sources'), sourceEntries(index, hits), tokens, scope)], tokens);
}
