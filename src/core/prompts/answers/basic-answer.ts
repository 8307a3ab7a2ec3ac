import type { Prompt } from '../prompt';
import { ANSWER_REMINDER, ANSWER_RULES, DATA_AND_HISTORY } from './rules';

/** Answers from passages alone (GraphRAG B4). */
export const BASIC_ANSWER: Prompt = {
  name: 'basic-answer',
  title: 'Basic answer',
  doc: 'Answers from the passages nearest to the question, the nearest first.',
  source: 'GraphRAG 3.1 basic_search',
  version: 1,
  system: `You answer a question from passages of documents, nearest to the question first.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};
