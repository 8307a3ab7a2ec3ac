import type { Consequence } from '../consequences';
import type { UsedTable } from './used-table';

/** The tables of evaluations of an open collection. */
interface EvaluationTables {
  readonly evaluationQuestions: UsedTable<'evaluation_questions'>;
  readonly evaluationResults: UsedTable<'evaluation_results'>;
}

/**
 * Has a change that removes documents also remove questions and results with their words, and one that removes questions their results. A
 * person's own questions lose their marked evidence there. A document that is made again keeps all of them. Results of questions that are gone
 * are not kept.
 */
export const forgetsEvaluation =
  ({ evaluationQuestions, evaluationResults }: EvaluationTables): Consequence =>
  async (change, { tables }) => {
    const again = new Set(change.append?.documents?.map(({ id }) => id));
    const gone = new Set(change.removeDocuments?.filter((id) => !again.has(id)));
    const { evaluation_questions: changed, evaluation_results: made, ...patch } = change.patch ?? {};
    const removed = new Set(changed?.removed);
    if (gone.size + removed.size === 0) {
      if (!made) return change;
      const known = new Set((await evaluationQuestions.list()).map(({ id }) => id));
      const rows = made.rows.filter((row) => known.has(row.question_id));
      return { ...change, patch: { ...change.patch, evaluation_results: { ...made, rows } } };
    }
    const isGone = (id: string): boolean => gone.has(id);
    const unitsGone = new Set(tables.text_units.flatMap((row) => (isGone(row.document_id) ? [row.id] : [])));
    const isThere = (id: string): boolean => !unitsGone.has(id);
    const [before, results] = [await evaluationQuestions.list(), await evaluationResults.list()];
    const questions = before
      .filter((row) => !removed.has(row.id) && !row.document_ids.some(isGone))
      .map((row) => (row.evidence.every(isThere) ? row : { ...row, evidence: row.evidence.filter(isThere) }));
    const asked = new Set(questions.map(({ id }) => id));
    const kept = results.filter((row) => asked.has(row.question_id) && !row.document_ids.some(isGone));
    const isSame = questions.length === before.length && questions.every((row, at) => row === before[at]);
    // Whole tables are written again, so that the words leave the disk.
    const replace = {
      ...(!isSame && { evaluation_questions: questions }),
      ...(kept.length < results.length && { evaluation_results: kept }),
    };
    if (Object.keys(replace).length === 0) return change;
    return { ...change, ...(changed && { patch }), replace: { ...change.replace, ...replace } };
  };
