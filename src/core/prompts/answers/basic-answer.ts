import type { Prompt } from '../prompt';
import { ANSWER_RULES } from './rules';

/** Answers from passages alone (GraphRAG B4). */
export const BASIC_ANSWER: Prompt = {
  name: 'basic-answer',
  title: 'Basic answer',
  doc: 'Answers from the passages nearest to the question, the nearest first.',
  version: 1,
  system: `You answer a question from passages of documents, the nearest to the question first.
${ANSWER_RULES}`,
  user: `{data}

{history}
Question: {question}`,
};
