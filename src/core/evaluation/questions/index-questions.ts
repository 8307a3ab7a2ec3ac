import type { SearchIndex } from '../../retrieval';
import { groundedQuestions } from '../../search/questions/questions';
import type { EvaluationQuestion } from '../evaluation';
import { questionId } from './draft-question';

/** Questions from names, dates and relations of the index, without a model, with their text units as evidence. None is approved. */
export const indexQuestions = (index: SearchIndex, count: number, language: string): readonly EvaluationQuestion[] =>
  groundedQuestions(index, count, language).map(({ question, textUnitIds }) => ({
    id: questionId(question),
    question,
    questionClass: null,
    origin: 'index',
    reference: null,
    assertions: [],
    evidence: textUnitIds,
    isApproved: false,
    madeBy: null,
  }));
