import type { Prompt } from '../prompt';
import { JOINING_RULES } from './rules';

/** Makes one answer of the points of all batches (GraphRAG B2, reduce). */
export const GLOBAL_REDUCE: Prompt = {
  name: 'global-reduce',
  title: 'Global: the answer from all points',
  doc: 'Joins the points that were drawn from the reports into one answer, the weightiest first.',
  version: 2,
  system: `You answer a question on a whole collection of documents from points that others drew from reports on its parts, the weightiest first. Join what belongs together, leave out what does not help, and do not speak of points or of those who drew them. Stay within {max_words} words.
${JOINING_RULES}`,
  user: `{data}

{history}
Question: {question}`,
};
