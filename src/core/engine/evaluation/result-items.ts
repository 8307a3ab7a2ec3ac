import type { Asker, DerivedItem, Made } from '../../derivation/derivation';
import type { TokenLoad } from '../../models/speed';
import type { Contestant, EvaluationChoice, EvaluationQuestion } from '../../evaluation/evaluation';
import type { ChosenNli } from '../../evaluation/judging/claim-checker';
import type { ClaimSize } from '../../evaluation/judging/judge';
import type { ChatModelInfo } from '../../models/chat-model';
import type { EntailmentModel } from '../../models/encoders';
import type { EditedPrompt } from '../../prompts/prompt';
import type { Thresholds } from '../../search/grounding';
import type { EvaluationResultRow } from '../../tables/tables';
import { chosenChecker } from '../asking/search-models';
import type { OpenCollection } from '../collections/open-collection';
import { listed } from '../collections/projections/used-table';
import type { EngineEnv } from '../env';
import { indexDigest } from './items/index-digest';
import { questionOf } from './evaluation-rows';
import { editedPrompts } from '../session/setting-calls';

/** A row of results that is to be made. */
export interface ResultItem extends DerivedItem {
  /** Names everything that the row follows from. A row of its id with another key is made again. */
  readonly key: string;
  readonly question: EvaluationQuestion;
  /** Contestants whose answers it is, or is about. */
  readonly contestants: readonly Contestant[];
  /** Expects its calls, without those that kept replies answer, and those that items before it make. It adds their names to these. */
  price(made: Set<string>): Promise<ItemPrice>;
  /** Makes it. ModelErrors of `ask` pass through. */
  make(asker: Asker): Promise<Made<EvaluationResultRow>>;
}

/** Expected calls of an item, and the text units that an answer would be written from. */
export interface ItemPrice {
  readonly calls: readonly TokenLoad[];
  readonly context: readonly string[];
}

/** An evaluation of the open collection by the models that are chosen now. */
export interface Evaluation {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly signal: AbortSignal;
  readonly choice: EvaluationChoice;
  /** The questions that are approved. */
  readonly questions: readonly EvaluationQuestion[];
  /** One for each mode. */
  readonly contestants: readonly Contestant[];
  /** The model that answers; null where passages alone are found. */
  readonly writer: ChatModelInfo | null;
  /** The model that judges; null without one. */
  readonly judge: ChatModelInfo | null;
  /** The entailment model that labels claims in place of the judge; null without one. */
  readonly checker: ChosenNli | null;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  /** Names the state of the index. */
  readonly digest: string;
  /** Taken for a price where no claims are kept. */
  readonly claimSize?: ClaimSize;
}

type Opened = Pick<Evaluation, 'open' | 'env' | 'signal'>;

/** Reads what a choice means now. Loads no weights, unless `thresholdsOf` does. */
export async function readEvaluation(
  { open, env, signal }: Opened,
  choice: EvaluationChoice,
  thresholdsOf: (model: EntailmentModel) => Promise<Thresholds | null>,
): Promise<Evaluation> {
  const rows = await listed(open, open.evaluationQuestions);
  const isWritten = choice.measures.some((measure) => measure !== 'retrieval');
  const contestants = new Map(choice.contestants.map((one) => [one.mode, one]));
  const isChecked = choice.measures.some((measure) => measure === 'claims' || measure === 'support');
  const model = isChecked ? await chosenChecker(env, signal) : null;
  const [answers, reports] = [await env.models.chat('answers'), await env.models.chat('reports')];
  return {
    ...{ open, env, signal, choice, contestants: [...contestants.values()] },
    questions: rows.map(questionOf).filter(({ isApproved }) => isApproved),
    writer: (isWritten && answers?.info) || null,
    judge: reports?.info ?? null,
    checker: model && { model, thresholds: await thresholdsOf(model) },
    prompts: await editedPrompts(env.settings),
    digest: await indexDigest(open.store.snapshot, env.clock),
  };
}

/** Results that are kept, by their ids. */
export const keptResults = async (open: OpenCollection): Promise<ReadonlyMap<string, EvaluationResultRow>> =>
  new Map((await listed(open, open.evaluationResults)).map((row) => [row.id, row]));

/** A row of results in which only these columns have something. */
export const resultRow = (
  filled: Pick<EvaluationResultRow, 'id' | 'question_id' | 'kind' | 'key'> & Partial<EvaluationResultRow>,
): EvaluationResultRow => ({
  ...{ mode: '', other_mode: null, model: null, text: '', found: [], context: [] },
  ...{ calls: 0, tokens: 0, seconds: 0, value: 'null', document_ids: [] },
  ...filled,
});
