import { MEASURES, type EvaluationChoice, type Measure } from '../../../evaluation/evaluation';
import type { Judge } from '../../../evaluation/judging/judge';
import type { ChatPurpose } from '../../../models/chat-model';
import type { EvaluationResultRow } from '../../../tables/tables';
import { answerItems } from './answer-items';
import type { EvaluationPlanPart } from '../evaluation-calls';
import { judgementItem, judgeOf, type JudgedItem } from './judge-items';
import { INSTRUMENTS } from './judged-answers';
import { claimSizeIn, columnsOf, keptModes } from '../stored-evaluation';
import { ratedQuestions } from './rating-items';
import type { Evaluation, ResultItem } from '../result-items';

type Rows = ReadonlyMap<string, EvaluationResultRow>;

/** A part of an evaluation: a derivation over questions, their modes and the model. */
export interface PartOfEvaluation {
  readonly part: EvaluationPlanPart['part'];
  /** The model that it asks. */
  readonly purpose: ChatPurpose;
  isWanted(choice: EvaluationChoice): boolean;
  /** Every item, kept or not, by the answers that are kept. */
  items(evaluation: Evaluation, rows: Rows): Promise<readonly ResultItem[]>;
}

/** Parts of an evaluation in the order in which they are made. */
const PARTS: readonly PartOfEvaluation[] = [
  { part: 'answers', purpose: 'answers', isWanted: () => true, items: async (evaluation) => answerItems(evaluation) },
  {
    part: 'ratings',
    purpose: 'reports',
    isWanted: ({ measures, ratesPassages }) => ratesPassages && measures.includes('retrieval'),
    items: (evaluation, rows) => judged(evaluation, {}, (judge) => ratedQuestions(evaluation, judge, rows)),
  },
  ...MEASURES.filter((one) => one !== 'retrieval').map(measure),
];

/** Parts that a choice asks for. */
export const partsOf = (choice: EvaluationChoice): readonly PartOfEvaluation[] =>
  PARTS.filter(({ isWanted }) => isWanted(choice));

function measure(part: Exclude<Measure, 'retrieval'>): PartOfEvaluation {
  return {
    ...{ part, purpose: 'reports' },
    isWanted: ({ measures }) => measures.includes(part),
    items: (evaluation, rows) =>
      judged(
        evaluation,
        part === 'claims' ? { claimSize: claimSizeIn(rows) ?? evaluation.claimSize } : {},
        async (judge) => {
          const columns = columnsOf(evaluation, rows);
          return evaluation.questions.flatMap((question) => {
            const all = keptModes(evaluation, rows, question, columns).filter(
              ({ answer, isEarlier }) => answer.model !== null && !isEarlier,
            );
            const modes = all.filter(({ answer }) => answer.model === evaluation.writer?.title);
            return INSTRUMENTS[part](evaluation, judge, { question, modes, all });
          });
        },
      ),
  };
}

/** Items of the judge that is chosen, with what is known of it; none without one. */
async function judged(
  evaluation: Evaluation,
  known: Pick<Judge, 'claimSize'>,
  itemsBy: (judge: Judge) => Promise<readonly JudgedItem[]>,
): Promise<readonly ResultItem[]> {
  const { judge: model } = evaluation;
  if (!model) return [];
  const judge = { ...judgeOf(model, evaluation), ...known };
  return (await itemsBy(judge)).map((item) => judgementItem(evaluation, model, judge, item));
}
