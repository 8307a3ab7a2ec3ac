import { wholeConversations } from '../../conversations/conversations';
import type { EvaluationQuestion, QuestionOrigin } from '../../evaluation/evaluation';
import type { EvaluationQuestionRow } from '../../tables/tables';
import { listed } from '../collections/projections/used-table';
import type { OpenCollection } from '../collections/open-collection';
import type { Session } from '../session/session';
import { questionOf, rowOfQuestion } from './evaluation-rows';

export const questionsOf = async (open: OpenCollection): Promise<readonly EvaluationQuestion[]> =>
  (await listed(open, open.evaluationQuestions)).map(questionOf);

/** Adds or replaces questions by their ids. */
export function keepQuestions(open: OpenCollection, questions: readonly EvaluationQuestion[]): Promise<void> {
  return open.evaluationQuestions.turns.run(async () => {
    const before = new Map((await listed(open, open.evaluationQuestions)).map((row) => [row.id, row]));
    const owners = new Map(open.tables.text_units.map((row) => [row.id, row.document_id]));
    const rows = questions.map((one) => rowOfQuestion(one, documentsOf(one, before.get(one.id), owners)));
    if (rows.length > 0) await open.store.commit(() => ({ patch: { evaluation_questions: { rows, removed: [] } } }));
  });
}

/** Origins of questions that are made of the words of documents. A person's own belong to no document. */
const MADE: readonly QuestionOrigin[] = ['model', 'index'];

function documentsOf(
  { origin, evidence, assertions }: EvaluationQuestion,
  before: EvaluationQuestionRow | undefined,
  owners: ReadonlyMap<string, string>,
): readonly string[] {
  if (!MADE.includes(origin)) return [];
  const units = [...evidence, ...assertions.flatMap(({ textUnitIds }) => textUnitIds)];
  return [...new Set([...(before?.document_ids ?? []), ...units.flatMap((id) => owners.get(id) ?? [])])];
}

/** Removes questions; their results go in the same commit. */
export const removeQuestions = (open: OpenCollection, ids: readonly string[]): Promise<void> =>
  open.evaluationQuestions.turns.run(() =>
    open.store.commit(() => ({ patch: { evaluation_questions: { rows: [], removed: ids } } })),
  );

/** Removes those of some questions that nobody has changed since. */
export const removeUnchanged = (
  open: OpenCollection,
  questions: ReadonlyMap<string, EvaluationQuestion>,
): Promise<void> =>
  open.evaluationQuestions.turns.run(async () => {
    const same = (await questionsOf(open)).filter(
      (one) => JSON.stringify(one) === JSON.stringify(questions.get(one.id)),
    );
    const removed = same.map(({ id }) => id);
    if (removed.length > 0) await open.store.commit(() => ({ patch: { evaluation_questions: { rows: [], removed } } }));
  });

/** Questions of conversations that are not in the set, the newest first. */
export async function askedQuestions({ env }: Session, open: OpenCollection): Promise<readonly string[]> {
  const known = new Set((await questionsOf(open)).map(({ question }) => question.trim()));
  const conversations = await wholeConversations(env.conversations, open.record.id);
  const asked = conversations.flatMap(({ turns }) => turns.map(({ question }) => question.trim()).reverse());
  return [...new Set(asked)].filter((question) => question !== '' && !known.has(question));
}
