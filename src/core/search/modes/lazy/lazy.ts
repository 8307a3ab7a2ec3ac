import { message } from '../../../message';
import type { PlannedCall } from '../../../models/planned-calls';
import { GLOBAL_REDUCE } from '../../../prompts/answers';
import { estimateTokens } from '../../../text/tokens';
import type { BuiltContext } from '../../context/context';
import { askForShape } from '../../model-call/call-model';
import { tokensForData, tokensForWords } from '../../model-call/token-budget';
import { readQuestion } from '../../request/question';
import type { EncoderRun, ModeOutcome, Retrieval, SearchRun } from '../../writer/search-run';
import { answerFromPassages, nearestPassages, passageContext } from '../basic';
import { passagesWithin, planCall, roomFor, writtenTokens, type Costing } from '../estimate';
import type { Mode } from '../mode';
import { answerFromClaims, CLAIM_WORDS } from './claims';
import { LAZY_PARAMETERS, lazyChoices } from './parameters';
import { EXPAND_SHAPE, LAZY_CLAIMS, LAZY_EXPAND, LAZY_TEST } from './prompts';
import { conceptsOf } from './ranking';
import { testPassages, type TestedPassages } from './test-passages';
import { encoderTester, modelTester, TESTING } from './testers';
import { clipToTokens } from '../../../text/clip';

/** Lazy search (LazyGraphRAG): a budget of relevance tests over passages by communities that no model made, then claims of the relevant ones. */
export const LAZY: Mode = {
  ...LAZY_PARAMETERS,
  prompts: [LAZY_EXPAND, LAZY_TEST, LAZY_CLAIMS, GLOBAL_REDUCE],
  needs: { reports: false },
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: (run) => answerUntested(run),
  prepare: testByModel,
  sift: testByEncoder,
  estimate: planTests,
};

/** Tests with the chat model, or with an encoder where a person chose that; null where none is at hand. */
async function testByModel(run: SearchRun): ReturnType<NonNullable<Mode['prepare']>> {
  const { expand, tester: chosen } = lazyChoices(run.request.parameters?.lazy);
  const retrieval = expand ? await expanded(run) : run;
  const tester =
    chosen === 'model'
      ? modelTester(retrieval, retrieval.question.text)
      : await encoderTester(run.readers, retrieval, run.signal);
  if (!tester) return null;
  const tested = await testPassages({ ...run, retrieval, tester });
  return {
    retrieve: (shown, tokens) => [testedContext(shown, tested, tokens)],
    write: (writing, keep) => {
      writing.signal.throwIfAborted();
      return answerFromClaims(writing, tested, keep);
    },
  };
}

/** Tests with an encoder where no chat model is asked; null where none is at hand. */
async function testByEncoder(run: EncoderRun): ReturnType<NonNullable<Mode['sift']>> {
  const tester = await encoderTester(run.readers, run, run.signal);
  if (!tester) return null;
  const tested = await testPassages({ ...run, retrieval: run, tester });
  return (shown, tokens) => [testedContext(shown, tested, tokens)];
}

/** The relevant passages, or the nearest ones where none is. */
function testedContext(retrieval: Retrieval, { relevant }: TestedPassages, tokens: number): BuiltContext {
  if (relevant.length === 0) return nearestPassages(retrieval, tokens);
  const { index, scope } = retrieval;
  return passageContext(index, relevant, { scope, tokens, passages: relevant.length });
}

async function answerUntested(run: SearchRun): Promise<ModeOutcome> {
  const outcome = await answerFromPassages(run);
  return { ...outcome, notes: [...outcome.notes, message`No passage was tested: the nearest ones were read instead.`] };
}

/** Tokens of the question in the collection's terms. */
const EXPANDED = 160;

/**
 * The same search for the question with concepts of the collection in it, whose documents it carries. It stays as it was where the reply
 * cannot be read.
 */
async function expanded(run: SearchRun): Promise<SearchRun> {
  const working = message`Naming concepts of your documents in the question.`;
  run.emit({ kind: 'working', words: working });
  const { typed: question } = run.question;
  const room = tokensForData(run, LAZY_EXPAND, { question, concepts: '' }, EXPANDED);
  const { names, documentIds } = conceptsOf(run);
  const concepts = clipToTokens(names, room);
  if (concepts === '') return run;
  const read = await askForShape(run, {
    purpose: 'expand',
    working,
    prompt: LAZY_EXPAND,
    shape: EXPAND_SHAPE,
    values: { question, concepts },
    maxTokens: EXPANDED,
    temperature: 0,
    documentIds,
  });
  if (!read) return run;
  const words = `${question}\n${read.expanded}`;
  const asked = readQuestion(run.index, { question: words, mode: LAZY_PARAMETERS.name });
  const { reranked, dense: before } = run.question;
  const dense = (await run.dense(words))?.search ?? before;
  const carried = [...(run.carried ?? []), ...documentIds];
  return { ...run, carried, question: { ...asked, ...(dense && { dense }), ...(reranked && { reranked }) } };
}

/** Tokens before a passage in a row or in a test: its place. */
const PLACE = 20;

/** Estimates the most calls: as if the budget were spent, and all tested passages were relevant. */
function planTests(costing: Costing): readonly PlannedCall[] {
  const choices = lazyChoices(costing.request.parameters?.lazy);
  const concepts = choices.expand ? estimateTokens(conceptsOf(costing).names) : 0;
  const tests = Math.min(choices.budget, passagesWithin(costing));
  const passage = costing.passage + PLACE;
  const claims = {
    prompt: LAZY_CLAIMS,
    data: 0,
    reply: tokensForWords(costing, choices.claims * CLAIM_WORDS),
    withHistory: true,
  };
  const each = Math.max(1, Math.min(choices.passages, Math.floor(roomFor(costing, claims) / passage)));
  const batches = Math.ceil(tests / each);
  const sketched = [
    { prompt: LAZY_EXPAND, calls: concepts > 0 ? 1 : 0, data: concepts, reply: EXPANDED },
    {
      prompt: LAZY_TEST,
      calls: choices.tester === 'model' ? tests : 0,
      data: Math.min(TESTING.passage, passage) + (concepts > 0 ? EXPANDED : 0),
      reply: TESTING.reply,
    },
    { ...claims, calls: batches, data: Math.min(each, tests) * passage },
    {
      prompt: GLOBAL_REDUCE,
      data: batches * writtenTokens(claims.reply),
      reply: tokensForWords(costing, choices.answerWords),
      withHistory: true,
    },
  ];
  return sketched.map((one) => planCall(costing, one));
}
