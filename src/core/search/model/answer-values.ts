import { KNOWLEDGE } from '../../prompts/answers/rules';
import type { SearchRun } from './search-run';

/** What stands for the placeholders that every prompt of an answer has, but its data. */
export const answerValues = ({ choices, question }: SearchRun, history: string) => ({
  knowledge: choices.generalKnowledge ? KNOWLEDGE.allowed : KNOWLEDGE.none,
  response_type: choices.responseType,
  history,
  question: question.typed,
});
