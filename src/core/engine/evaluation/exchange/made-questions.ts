import type { EvaluationQuestion } from '../../../evaluation/evaluation';
import { chatChecker, chosenNliChecker } from '../../../evaluation/judging/claim-checker';
import type { Judge } from '../../../evaluation/judging/judge';
import { passageVectors } from '../../../evaluation/judging/passage-clusters';
import { indexQuestions } from '../../../evaluation/questions/index-questions';
import { makeQuestions, type QuestionSource } from '../../../evaluation/questions/make-questions';
import { sumLoads } from '../../../index/planning';
import type { ChatModelInfo } from '../../../models/chat-model';
import { message } from '../../../message';
import { noModel, type Ask } from '../../../models/model-call';
import { knownSpeed, secondsFor } from '../../../models/speed';
import type { CallOptions } from '../../../platform';
import type { SearchIndex } from '../../../retrieval';
import { mainLanguage } from '../../../retrieval/lexical/languages';
import { runWork } from '../../../work';
import { createAsker } from '../../asking/ask-model';
import { chosenChecker, keptThresholds } from '../../asking/search-models';
import type { EngineEnv } from '../../env';
import { editedPrompts } from '../../session/setting-calls';
import type { Session } from '../../session/session';
import type { EvaluationEvent, EvaluationPlan, WantedQuestions } from '../evaluation-calls';
import { judgeOf } from '../items/judge-items';
import { rehearsal } from '../items/rehearsal';
import { keepQuestions, questionsOf, removeUnchanged } from '../question-set';

const NEVER = new AbortController().signal;
const LANGUAGE = 'the language of the passages';

/** Makes questions and keeps them, to be approved. See `EvaluationCalls.makeQuestions`. */
export const makeAndKeep = (
  session: Session,
  wanted: WantedQuestions,
  { signal: stop }: CallOptions = {},
): AsyncIterable<EvaluationEvent> =>
  session.streamBeside<EvaluationEvent>(stop, async ({ open, env, signal, emit }) => {
    const before = await questionsOf(open);
    const known = before.map(({ question }) => question);
    const kept = new Map<string, EvaluationQuestion>();
    const keep = async (made: readonly EvaluationQuestion[]): Promise<void> => {
      const inSet = new Set((await questionsOf(open)).map(({ id }) => id));
      const questions = made.filter((one) => !inSet.has(one.id) && isWanted(one, wanted));
      for (const one of questions) kept.set(one.id, one);
      await keepQuestions(await session.changeable(open), questions);
      emit({ kind: 'questions', questions });
    };
    const make = async (): Promise<readonly EvaluationQuestion[]> => {
      const model = await env.models.chat('answers');
      if (!model) throw noModel();
      const { ask, over } = createAsker(session, open.record.id, model.info, { signal });
      const asking: Ask = async (call) => (await ask(call, () => undefined, over)).reply;
      const maker = { ...(await makerOf(env, model.info)), ask: asking };
      const source = await sourceOf(env, { index: open.index, maker, signal });
      const onProgress = (done: number, of: number): void => emit({ kind: 'progress', part: 'questions', done, of });
      return makeQuestions(maker, source, wanted, { known, onProgress, onMade: keep, signal });
    };
    const chosen = wanted.withoutModel ? ofIndex(open.index, wanted, before) : await make();
    if (wanted.withoutModel) await keep(chosen);
    const questions = chosen.filter(({ id }) => kept.delete(id));
    // A question that a person approved or changed meanwhile stays, whether it was chosen or not.
    await removeUnchanged(await session.changeable(open), kept);
    const count = countOf(wanted);
    if (questions.length < count) {
      const reason = message`${questions.length} of ${count} questions were made. Others are in the set already, or could not be made of the documents.`;
      emit({ kind: 'failed', part: 'questions', question: '', contestants: [], reason });
    }
    emit({ kind: 'questions', questions });
  });

/** Checks for questions that are not only made to be joined to others. */
const isWanted = ({ questionClass }: EvaluationQuestion, wanted: WantedQuestions): boolean =>
  questionClass === null || wanted[questionClass] > 0;

/** Calls and tokens of the same. */
export async function planQuestions(
  session: Session,
  wanted: WantedQuestions,
  signal = NEVER,
): Promise<EvaluationPlan> {
  const { env } = session;
  const { index } = await session.whole();
  const known = (await questionsOf(session.current())).map(({ question }) => question);
  const info = wanted.withoutModel ? null : ((await env.models.chat('answers'))?.info ?? null);
  const price = info && rehearsal(env, info, new Set());
  const maker = info && price && { ...(await makerOf(env, info)), rehearse: price.find };
  const source = maker && (await sourceOf(env, { index, maker, signal }));
  if (maker && source) await makeQuestions(maker, source, wanted, { known, signal });
  const load = { calls: price?.calls.length ?? 0, ...sumLoads(price?.calls ?? []) };
  const speed = info && (await knownSpeed(env.settings, info.choice));
  const items = countOf(wanted);
  return {
    ...{ model: info?.title ?? null, judge: null, checker: source?.checker.title ?? null, bounds: null, notes: [] },
    ...{ parts: [{ part: 'questions', items, kept: 0, ...load }], ...load },
    seconds: !info ? 0 : speed ? secondsFor(speed, load, info.capabilities.parallel) : null,
  };
}

const makerOf = async ({ settings }: EngineEnv, info: ChatModelInfo): Promise<Judge> =>
  judgeOf(info, { prompts: await editedPrompts(settings) });

interface Source extends Required<CallOptions> {
  readonly index: SearchIndex;
  readonly maker: Judge;
}

/** The collection with the checker of sentences, or else the model that makes the questions, to check what they rest on. */
async function sourceOf(env: EngineEnv, { index, maker, signal }: Source): Promise<QuestionSource> {
  const model = await chosenChecker(env, signal);
  const chosen = model && { model, thresholds: await keptThresholds(env, model) };
  return {
    ...{ index, language: LANGUAGE },
    checker: chosenNliChecker(maker, chosen) ?? chatChecker(maker),
    vectors: await runWork(passageVectors(index), { clock: env.clock, signal }),
  };
}

function ofIndex(
  index: SearchIndex,
  wanted: WantedQuestions,
  before: readonly EvaluationQuestion[],
): readonly EvaluationQuestion[] {
  const count = countOf(wanted);
  return indexQuestions(index, count + before.length, mainLanguage(index.tables.documents))
    .filter(({ id, question }) => !before.some((one) => one.id === id || one.question === question))
    .slice(0, count);
}

const countOf = ({ local, linked, global }: WantedQuestions): number => local + linked + global;
