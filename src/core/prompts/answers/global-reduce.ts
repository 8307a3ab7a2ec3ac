import type { Prompt } from '../prompt';
import { DATA_AND_HISTORY, JOINING_REMINDER, JOINING_RULES } from './rules';

/** Makes one answer of the points of all batches (GraphRAG B2, reduce). */
export const GLOBAL_REDUCE: Prompt = {
  name: 'global-reduce',
  title: 'Global: the answer from all points',
  doc: 'Joins the points that were drawn from the reports into one answer, the most important first.',
  source: 'GraphRAG 3.1 global_search, reduce',
  version: 2,
  system: `You answer a question on a whole collection of documents from findings, most important first. Merge related findings, leave out irrelevant ones, and write one answer in your own voice, up to {max_words} words.
${JOINING_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${JOINING_REMINDER}`,
};
