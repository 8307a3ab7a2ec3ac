import type { Prompt } from '../prompt';
import { ANSWER_RULES } from './rules';

/** Answers from the neighbourhood of what a question names (GraphRAG B1). */
export const LOCAL_ANSWER: Prompt = {
  name: 'local-answer',
  title: 'Local answer',
  doc: 'Answers from reports, entities, relationships, claims and passages around what the question names.',
  version: 1,
  system: `You answer a question from tables about people, places and things, and from passages of documents.
${ANSWER_RULES}`,
  user: `{data}

{history}
Question: {question}`,
};
