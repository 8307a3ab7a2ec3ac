import type { Contestant, EvaluationQuestion, Judgement } from '../../../evaluation/evaluation';
import type { CheckedPassage } from '../../../evaluation/judging/check-claims';
import type { Judge } from '../../../evaluation/judging/judge';
import { createCallCounter, noModel, type Ask } from '../../../models/model-call';
import type { ChatModelInfo } from '../../../models/chat-model';
import { replyFormOf } from '../../../prompts/prompt';
import { rehearsal } from './rehearsal';
import type { JudgementNames } from '../stored-evaluation';
import { resultRow, type Evaluation, type ResultItem } from '../result-items';

/** Something that is to be judged. */
export interface JudgedItem {
  readonly question: EvaluationQuestion;
  readonly contestants: readonly Contestant[];
  readonly names: JudgementNames;
  /** Names how it is judged. */
  readonly how: string;
  /** Title of who judges. */
  readonly by: string;
  readonly documentIds: readonly string[];
  judge(judge: Judge): Promise<Judgement>;
}

/** A judge by its model, which asks nobody. */
export const judgeOf = (
  { title, choice, capabilities }: ChatModelInfo,
  { prompts }: Pick<Evaluation, 'prompts'>,
): Judge => ({
  ...{ title, prompts, model: JSON.stringify(choice), form: replyFormOf(capabilities) },
  ...{ contextWindow: capabilities.contextWindow, parallel: capabilities.parallel },
  ask: () => Promise.reject(noModel()),
});

/** The row of a judgement as an item. */
export function judgementItem({ env }: Evaluation, model: ChatModelInfo, judge: Judge, item: JudgedItem): ResultItem {
  const { question, contestants, names, how, by, documentIds } = item;
  const head = { id: names.id, key: `${names.subject} ${how}`, question_id: question.id, model: by };
  return {
    ...{ id: names.id, key: head.key, question, contestants },
    price: async (made) => {
      const { calls, find } = rehearsal(env, model, made);
      await item.judge({ ...judge, rehearse: find });
      return { calls, context: [] };
    },
    make: async ({ ask, onUseless }) => {
      const counter = createCallCounter();
      const counting: Ask = async (call) => {
        const reply = await ask(call);
        counter.count(reply);
        return reply;
      };
      const judgement = await item.judge({ ...judge, ask: counting, onUseless });
      const { calls, promptTokens, completionTokens, seconds } = counter.tally;
      const row = resultRow({
        ...{ ...head, kind: judgement.kind, calls, seconds, tokens: promptTokens + completionTokens },
        ...('mode' in judgement && { mode: judgement.mode }),
        ...('other' in judgement && { other_mode: judgement.other }),
        ...{ value: JSON.stringify(judgement), document_ids: [...new Set(documentIds)] },
      });
      return { row, found: { judgements: 1 } };
    },
  };
}

/** Text units as passages; those that are gone are left out. */
export const passagesOf = (
  { open: { index } }: Pick<Evaluation, 'open'>,
  ids: readonly string[],
): readonly CheckedPassage[] =>
  ids.flatMap((id) => {
    const unit = index.unitOf(id);
    return unit ? [{ id, text: unit.text, documentIds: [unit.document_id] }] : [];
  });
