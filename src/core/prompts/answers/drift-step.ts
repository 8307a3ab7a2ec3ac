import { fenced, FENCE_RULE } from '../fence';
import type { Prompt } from '../prompt';

/** Answers one follow-up from the neighbourhood of what it names (GraphRAG B3, action). */
export const DRIFT_STEP: Prompt = {
  name: 'drift-step',
  title: 'DRIFT: answer to a follow-up',
  doc: 'Answers one question on the way from passages, entities and relationships, and says what to look up next.',
  source: 'GraphRAG 3.1 drift_search, local step',
  version: 1,
  system: `You answer one follow-up question on the way to an overall question, from tables of a knowledge graph and source passages. Answer only the follow-up question. Use only the data. ${FENCE_RULE}
Answer with one JSON object:
"answer": up to {max_words} words in the language of the question; cite the supporting rows at the end of each sentence, for example: The mill burned down in 1911 [Data: Sources (72); Entities (61)]. Leave it empty if the data do not answer the question.
"score": 0 to 100, how much this helps to answer the overall question;
"follow_ups": up to {follow_ups} short, self-contained questions that would help to answer the overall question; none if nothing is missing.`,
  user: `${fenced('{data}')}
Overall question: {overall}
Follow-up question: {question}
Answer of up to {max_words} words to the follow-up question, as JSON:`,
};
