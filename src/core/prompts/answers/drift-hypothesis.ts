import { fenced, FENCE_RULE } from '../fence';
import type { Prompt } from '../prompt';

/** Imagines an answer, only to find reports that are like it (GraphRAG B3, HyDE). */
export const DRIFT_HYPOTHESIS: Prompt = {
  name: 'drift-hypothesis',
  title: 'DRIFT: a made-up answer to search by',
  doc: 'Writes what an answer might look like; it is compared with the reports and never shown as an answer.',
  source: 'GraphRAG 3.1 drift_search, HyDE',
  version: 1,
  system: `You imagine a report that answers a question; it serves only to search for similar reports. Write what such a report might say, as long as the report in <data>, in its style and language. Use only the names of persons, places and organisations in the question. ${FENCE_RULE}
Answer only with the text of the report.`,
  user: `${fenced('{report}')}
Question: {question}
The imagined report:`,
};
