import type { Prompt } from '../prompt';
import { ANSWER_REMINDER, ANSWER_RULES, DATA_AND_HISTORY } from './rules';

/** Answers from the neighbourhood of what a question names (GraphRAG B1). */
export const LOCAL_ANSWER: Prompt = {
  name: 'local-answer',
  title: 'Local answer',
  doc: 'Answers from reports, entities, relationships, claims and passages around what the question names.',
  source: 'GraphRAG 3.1 local_search',
  version: 1,
  system: `You answer a question from a knowledge graph: tables of reports, entities, relationships and claims, and source passages.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};
