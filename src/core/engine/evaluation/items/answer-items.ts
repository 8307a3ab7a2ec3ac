import type { Contestant, EvaluationQuestion } from '../../../evaluation/evaluation';
import { shortId, stableId } from '../../../ids';
import type { ChatModelInfo } from '../../../models/chat-model';
import { noModel, type Ask } from '../../../models/model-call';
import type { PlannedCall } from '../../../models/planned-calls';
import type { TokenLoad } from '../../../models/speed';
import { promptVersion } from '../../../prompts/prompt';
import { writtenTokens } from '../../../search/modes/estimate';
import { MODES } from '../../../search/modes/modes';
import { answerCalls } from '../../../search/search-cost';
import type { EvaluationResultRow } from '../../../tables/tables';
import { answerQuestion, requestOf, shownTo } from './answer-question';
import { resultRow, type Evaluation, type ItemPrice, type ResultItem } from '../result-items';
import { rehearsal } from './rehearsal';

/** Every answer of an evaluation, kept or not. A mode that shows no documents has none without a model. */
export const answerItems = (evaluation: Evaluation): readonly ResultItem[] =>
  evaluation.questions.flatMap((question) =>
    evaluation.contestants
      .filter(({ mode }) => evaluation.writer !== null || !MODES[mode].withoutDocuments)
      .map((contestant) => answerItem(evaluation, question, contestant)),
  );

/** A kept answer. It is `earlier` where it was made from an earlier state of the collection. */
interface FoundAnswer {
  readonly row: EvaluationResultRow;
  readonly isEarlier: boolean;
}

/**
 * The kept answer to a question by the model of a contestant; by the chosen one, or else by passages alone, where it names none. Null where it is
 * not kept, or follows from other words.
 */
export function keptAnswer(
  evaluation: Evaluation,
  rows: ReadonlyMap<string, EvaluationResultRow>,
  question: EvaluationQuestion,
  contestant: Contestant,
): FoundAnswer | null {
  const { writer } = evaluation;
  const chosen = writer?.title ?? null;
  const { model = chosen } = contestant;
  const find = (title: string | null, how: string): FoundAnswer | null => {
    const { id, subject, state } = namesOf(evaluation, question, { ...contestant, model: title });
    const row = rows.get(id);
    const [ofSubject, ofState, ofHow = ''] = row?.key.split(' ') ?? [];
    return row && ofSubject === subject && ofHow.startsWith(how) ? { row, isEarlier: ofState !== state } : null;
  };
  return (model === chosen && find(chosen, choiceKey(writer))) || find(model === chosen ? null : model, '');
}

/** The names of an answer by a model, wherever it runs: its id, the start of its key, and the state of the collection, which comes next. */
function namesOf(
  { prompts, digest }: Pick<Evaluation, 'prompts' | 'digest'>,
  { id, question }: EvaluationQuestion,
  { mode, model }: Contestant,
): Pick<ResultItem, 'id'> & { readonly subject: string; readonly state: string } {
  const versions = model ? MODES[mode].prompts.map((prompt) => promptVersion(prompt, prompts[prompt.name])) : [];
  return {
    id: stableId('answer', id, mode, NO_SETTINGS, model ?? ''),
    subject: stableId(question, mode, NO_SETTINGS, ...versions),
    state: shortId(digest),
  };
}

/** Part of the names under which answers were kept from the first: a mode has no settings of its own here. */
const NO_SETTINGS = '[]';

const noAnswer: Ask = () => Promise.reject(noModel());

/** The end of an answer's key. */
const choiceKey = (writer: ChatModelInfo | null): string => (writer ? shortId(JSON.stringify(writer.choice)) : '');

function answerItem(evaluation: Evaluation, question: EvaluationQuestion, contestant: Contestant): ResultItem {
  const { writer: model, prompts, choice } = evaluation;
  const { id, subject, state } = namesOf(evaluation, question, { ...contestant, model: model?.title ?? null });
  const names = { id, key: `${subject} ${state} ${choiceKey(model)}` };
  const request = requestOf(question, contestant, model);
  const answering = { ...evaluation, model, prompts };
  return {
    ...names,
    question,
    contestants: [{ ...contestant, model: model?.title ?? null }],
    price: async (made) => {
      if (model) return priceOf(evaluation, model, { request, made });
      const { context } = choice.ratesPassages ? await shownTo(answering, request, noAnswer) : { context: [] };
      return { calls: [], context };
    },
    make: async ({ ask }) => {
      const made = await answerQuestion(answering, request, ask);
      const head = { question_id: question.id, kind: 'answer', mode: contestant.mode, model: model?.title ?? null };
      return { row: resultRow({ ...names, ...head, ...made }), found: { answers: 1 } };
    },
  };
}

/**
 * Calls of an answer: those whose prompts do not depend on a reply that is missing are built as they would be sent, the others are
 * estimated.
 */
async function priceOf(
  { open, env, signal, prompts }: Evaluation,
  model: ChatModelInfo,
  { request, made }: { readonly request: ReturnType<typeof requestOf>; readonly made: Set<string> },
): Promise<ItemPrice> {
  const { calls: built, find } = rehearsal(env, model, made);
  let answered = 0;
  const ask: Ask = async (call) => {
    const before = built.length;
    const kept = await find(call, writtenTokens(call.maxTokens));
    if (call.anew !== undefined) answered--;
    else if (built.length === before) answered++;
    if (kept) return kept;
    throw noModel(); // as if there were none: nothing is sent
  };
  const { context, isAnswered } = await shownTo({ open, env, signal, model, prompts }, request, ask);
  if (isAnswered) return { calls: built, context };
  const hasVectors = open.store.files.vectors.sets().length > 0;
  const expected = answerCalls(open.index, request, { model, prompts, hasVectors }).flatMap(eachOf);
  return { calls: [...built, ...expected.slice(built.length + answered)], context };
}

const eachOf = ({ calls = 1, ...load }: PlannedCall): readonly TokenLoad[] => Array.from({ length: calls }, () => load);
