import { fenced, FENCE_RULE } from '../fence';
import type { LinesShape } from '../../shapes/shape';
import type { Prompt } from '../prompt';

/** Makes a question that leans on a conversation stand by itself. */
export const REWRITE_QUESTION: Prompt = {
  name: 'rewrite-question',
  title: 'A follow-up question, made to stand by itself',
  doc: 'Puts the names that a follow-up question leaves out into it, so that the right passages are found.',
  source: 'Burrow’s own; GraphRAG searches with the last questions joined',
  version: 3,
  system: `You rewrite a follow-up question so that it can be understood without the conversation. Put names in place of "he", "it", "there" and the like, and add what the question leaves out. Keep its meaning and its language; do not answer it. If it is clear already, repeat it. ${FENCE_RULE}
Example: after "Who was Ada Lovelace?" the question "Where was she born?" becomes "Where was Ada Lovelace born?"
{form}`,
  user: `${fenced('{history}')}
Newest question: {question}
Self-contained question:`,
  forms: {
    lines: `Write only the rewritten question, on a line that begins with "Q|", such as:
Q|Where was Ada Lovelace born?`,
    json: `Write only the rewritten question, as one JSON object such as:
{"Q":[{"question":"Where was Ada Lovelace born?"}]}`,
  },
};

export const REWRITTEN_SHAPE = {
  kind: 'lines',
  records: { Q: { fields: { question: { kind: 'text', max: 400 } } } },
  max: 1,
} as const satisfies LinesShape;
