import { fenced, FENCE_RULE } from '../fence';
import type { RecordShape } from '../../shapes/shape';
import type { Prompt } from '../prompt';

/** A first answer from reports, and what to ask further (GraphRAG B3, primer). */
export const DRIFT_PRIMER: Prompt = {
  name: 'drift-primer',
  title: 'DRIFT: first answer from reports',
  doc: 'Answers from the reports nearest to the question as far as they go, and says what to look up next.',
  source: 'GraphRAG 3.1 drift_search, primer',
  version: 1,
  system: `You begin to answer a question from community reports. Use only the reports. ${FENCE_RULE}
Answer with one JSON object:
"answer": what the reports say on the question, up to {max_words} words in the language of the question; cite the supporting reports at the end of each sentence, for example: The mill burned down in 1911 [Data: Reports (71, 73)].
"score": 0 to 100, how well that answers the question;
"follow_ups": {follow_ups} short questions that the documents should answer next, each self-contained and about one named person, place, thing or event of the reports.`,
  user: `${fenced('{data}')}
Question: {question}
Answer of up to {max_words} words and {follow_ups} follow-up questions, as JSON:`,
};

/** Of both prompts that answer a part and ask further. */
export const DRIFT_SHAPE = {
  kind: 'record',
  fields: {
    answer: { kind: 'text', max: 2400 },
    score: { kind: 'number', min: 0, max: 100 },
    follow_ups: { kind: 'texts', max: 200, items: 6 },
  },
} as const satisfies RecordShape;
