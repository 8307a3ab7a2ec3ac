import type { Prompt } from '../prompt';
import { JOINING_RULES } from './rules';

/** Makes one answer of what was found on the way (GraphRAG B3, reduce). */
export const DRIFT_REDUCE: Prompt = {
  name: 'drift-reduce',
  title: 'DRIFT: the answer from all steps',
  doc: 'Joins the answers found on the way into one, the most helpful first.',
  version: 2,
  system: `You answer a question from findings that others made on the way, the most helpful first. Join what belongs together, leave out what does not help, and do not speak of findings, steps or those who made them. Stay within {max_words} words.
${JOINING_RULES}`,
  user: `{data}

{history}
Question: {question}`,
};
