import { reasonOf } from '../../../errors';
import { message, type Message } from '../../../message';
import { LIGHTRAG_ANSWER, LIGHTRAG_BYPASS } from '../../../prompts/answers';
import { estimateTokens } from '../../../text/tokens';
import { answerTokens } from '../../model-call/token-budget';
import type { BuiltContext } from '../../context/context';
import { readQuestion, type Question } from '../../request/question';
import type { SearchRequest } from '../../request/search-request';
import { answerFrom, answerWithoutDocuments } from '../../writer/write-answer';
import type { Retrieval, SearchRun } from '../../writer/search-run';
import { neighbourhoodTokens, passagesWithin, planCall } from '../estimate';
import type { Mode } from '../mode';
import { graphContext, naiveContext, passagesToRerank } from './context';
import { askKeywords, KEYWORDS_REPLY, LIGHTRAG_KEYWORDS, typedKeywords, type Keywords } from './keywords';
import { LIGHTRAG_PARAMETERS, lightragChoices, type LightragMode } from './parameters';
import { soughtIn, type GraphMode, type Sought } from './sought';

/** Every mode of LightRAG by its name (A1.2). */
export const LIGHTRAG_MODES: Readonly<Record<LightragMode, Mode>> = {
  'lightrag-mix': graphMode('lightrag-mix'),
  'lightrag-local': graphMode('lightrag-local'),
  'lightrag-global': graphMode('lightrag-global'),
  'lightrag-hybrid': graphMode('lightrag-hybrid'),
  'lightrag-naive': naiveMode('lightrag-naive'),
  'lightrag-bypass': bypassMode('lightrag-bypass'),
};

/** Keywords of the question, the entities and relationships nearest to them, and the passages around these. */
function graphMode(name: GraphMode): Mode {
  const searcherFor = (
    soughtBy: (retrieval: Retrieval) => Sought,
    { reranked, notes = [] }: RerankedAround = {},
  ): Pick<Mode, 'retrieve' | 'write'> => {
    const contextFor = (retrieval: Retrieval, tokens: number): BuiltContext =>
      graphContext(name, withScores(retrieval, reranked), soughtBy(retrieval), tokens);
    return {
      retrieve: (retrieval, tokens) => [contextFor(retrieval, tokens)],
      write: async (run) => {
        const toContext = (tokens: number): BuiltContext => contextFor(run, tokens);
        const outcome = await answerFrom(run, LIGHTRAG_ANSWER, toContext, lastWords(run, name));
        return { ...outcome, notes: [...outcome.notes, ...notes] };
      },
    };
  };
  return {
    ...parametersOf(name),
    prompts: [LIGHTRAG_KEYWORDS, LIGHTRAG_ANSWER],
    needs: { reports: false },
    shows: ['entities', 'passages'],
    ready: ({ relationshipWords }) => relationshipWords.ready(),
    ...searcherFor((retrieval) => {
      const { low, high } = typedKeywords(lightragChoices(retrieval.request, name));
      const read = (words: readonly string[]) => readKeywords(retrieval, name, words);
      return soughtIn(name, { low: read(low), high: read(high) }, retrieval.question);
    }),
    prepare: async (run) => {
      const keywords = await keywordsFor(run, name);
      if (!keywords) return null;
      const [low, high] = await Promise.all([
        compareKeywords(run, name, keywords.low),
        compareKeywords(run, name, keywords.high),
      ]);
      const soughtBy = ({ question }: Retrieval): Sought => soughtIn(name, { low, high }, question);
      return searcherFor(soughtBy, await rerankAround(run, passagesToRerank(name, run, soughtBy(run))));
    },
    estimate: (costing) => {
      const choices = lightragChoices(costing.request, name);
      const isAsked = choices.keywords && !hasAny(typedKeywords(choices));
      return [
        planCall(costing, { prompt: LIGHTRAG_KEYWORDS, calls: isAsked ? 1 : 0, data: 0, reply: KEYWORDS_REPLY }),
        planCall(costing, {
          prompt: LIGHTRAG_ANSWER,
          data: neighbourhoodTokens(costing) + estimateTokens(choices.instruction),
          reply: answerTokens(costing),
          withHistory: true,
        }),
      ];
    },
  };
}

/** The passages nearest to the question, without keywords and without the graph. */
function naiveMode(name: LightragMode): Mode {
  return {
    ...parametersOf(name),
    prompts: [LIGHTRAG_ANSWER],
    needs: { reports: false },
    shows: ['passages'],
    retrieve: (retrieval, tokens) => [naiveContext(name, retrieval, tokens)],
    write: (run) => answerFrom(run, LIGHTRAG_ANSWER, (tokens) => naiveContext(name, run, tokens), lastWords(run, name)),
    estimate: (costing) => {
      const { passages, instruction } = lightragChoices(costing.request, name);
      const data = Math.min(passages, passagesWithin(costing)) * costing.passage + estimateTokens(instruction);
      return [planCall(costing, { prompt: LIGHTRAG_ANSWER, data, reply: answerTokens(costing), withHistory: true })];
    },
  };
}

/** The question and the conversation, without anything of the documents. */
function bypassMode(name: LightragMode): Mode {
  return {
    ...parametersOf(name),
    prompts: [LIGHTRAG_BYPASS],
    needs: { reports: false },
    withoutDocuments: true,
    shows: [],
    retrieve: () => [],
    write: (run) => answerWithoutDocuments(run, LIGHTRAG_BYPASS, lastWords(run, name)),
    estimate: (costing) => {
      const data = estimateTokens(lightragChoices(costing.request, name).instruction);
      return [planCall(costing, { prompt: LIGHTRAG_BYPASS, data, reply: answerTokens(costing), withHistory: true })];
    },
  };
}

function parametersOf(name: LightragMode): (typeof LIGHTRAG_PARAMETERS)[number] {
  const found = LIGHTRAG_PARAMETERS.find((one) => one.name === name);
  if (!found) throw new RangeError(`LightRAG has no mode ${name}.`);
  return found;
}

/** A person's own instruction, behind everything else. */
function lastWords({ request }: { readonly request: SearchRequest }, name: LightragMode) {
  const { instruction } = lightragChoices(request, name);
  return { instruction: instruction === '' ? '' : `\n${instruction}` };
}

const hasAny = ({ low, high }: Keywords): boolean => low.length + high.length > 0;

/** Keywords as they were typed, else as the model names them. Null where none are wanted. */
async function keywordsFor(run: SearchRun, name: GraphMode): Promise<Keywords | null> {
  const choices = lightragChoices(run.request, name);
  const typed = typedKeywords(choices);
  if (hasAny(typed)) return typed;
  return choices.keywords ? askKeywords(run) : null;
}

/** Passages that a reranker reads besides those nearest to the question. */
const RERANKED = 30;

/** Scores of a reranker, with notes on what it did not read. */
interface RerankedAround {
  readonly reranked?: ReadonlyMap<number, number>;
  readonly notes?: readonly Message[];
}

/**
 * Scores the passages around the keywords with a reranker, where it read those nearest to the question. Where it fails, also to load, the
 * scores of these still count.
 */
async function rerankAround(
  { index, question, readers, signal }: SearchRun,
  slots: readonly number[],
): Promise<RerankedAround> {
  const { reranked, text } = question;
  if (!reranked) return {};
  const unread = slots.filter((slot) => !reranked.has(slot)).slice(0, RERANKED);
  if (unread.length === 0) return { reranked };
  const texts = unread.map((slot) => index.unitAt.get(slot)?.text ?? '');
  try {
    const model = await readers.reranker();
    if (!model) return {};
    const scores = await model.rank(text, texts, { signal });
    return { reranked: new Map([...reranked, ...unread.map((slot, at) => [slot, scores[at] ?? 0] as const)]) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { notes: [message`The reranker read ${reranked.size} passages only: ${reasonOf(error)}`] };
  }
}

/** A retrieval in which more passages were reranked. */
const withScores = (retrieval: Retrieval, reranked?: ReadonlyMap<number, number>): Retrieval =>
  reranked ? { ...retrieval, question: { ...retrieval.question, reranked } } : retrieval;

/** Keywords of one level as one question, by its words. */
function readKeywords({ index }: Retrieval, mode: GraphMode, keywords: readonly string[]): Question | undefined {
  return keywords.length === 0 ? undefined : readQuestion(index, { question: keywords.join(', '), mode });
}

/** The same, by meaning too where there are vectors. */
async function compareKeywords(
  run: SearchRun,
  mode: GraphMode,
  keywords: readonly string[],
): Promise<Question | undefined> {
  const read = readKeywords(run, mode, keywords);
  const search = read && (await run.dense(read.typed))?.search;
  return read && search ? { ...read, dense: search } : read;
}
