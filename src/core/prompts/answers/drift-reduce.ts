import type { Prompt } from '../prompt';
import { DATA_AND_HISTORY, JOINING_REMINDER, JOINING_RULES } from './rules';

/** Makes one answer of what was found on the way (GraphRAG B3, reduce). */
export const DRIFT_REDUCE: Prompt = {
  name: 'drift-reduce',
  title: 'DRIFT: the answer from all steps',
  doc: 'Joins the answers found on the way into one, the most helpful first.',
  source: 'GraphRAG 3.1 drift_search, reduce',
  version: 2,
  system: `You answer a question from findings of earlier search steps, most helpful first. Merge related findings, leave out irrelevant ones, and write one answer in your own voice, up to {max_words} words.
${JOINING_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${JOINING_REMINDER}`,
};
