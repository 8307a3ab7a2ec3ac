import { fenced, FENCE_RULE, type Prompt } from './prompt';
import type { LinesShape } from '../shapes/shape';

/** Makes a question that leans on a conversation stand by itself. */
export const REWRITE_QUESTION: Prompt = {
  name: 'rewrite-question',
  title: 'Rewriting a follow-up',
  doc: 'Puts the names that a follow-up question leaves out back into it, so that the right passages are found.',
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

/** Proposes what to ask next (GraphRAG B5). */
export const FOLLOW_UP_QUESTIONS: Prompt = {
  name: 'follow-up-questions',
  title: 'Follow-up questions',
  doc: 'Proposes questions that lead on from the last answer and that the documents can answer.',
  source: 'GraphRAG 3.1 question_gen',
  version: 2,
  system: `You suggest what a reader might ask next, after the latest questions of a conversation and the answer to the newest. ${FENCE_RULE}
Each suggested question
- can be answered from the data and is not asked or answered yet;
- is self-contained: it names the people, places and things that it is about;
- is in the language of the question, and about the subject itself rather than about data or tables.
{form}`,
  user: `${fenced(`{data}

Question: {question}
Answer: {answer}`)}
Write {count} self-contained questions that the data can answer:`,
  forms: {
    lines: `Write {count} questions, one per line, each beginning with "Q|". Example of three:
Q|Who paid for the mill at Corran?
Q|When did the mill at Corran burn down?
Q|What became of Mabel Thorne after the fire?`,
    json: `Write {count} questions as one JSON object. Example of three:
{"Q":[{"question":"Who paid for the mill at Corran?"},{"question":"When did the mill at Corran burn down?"},{"question":"What became of Mabel Thorne after the fire?"}]}`,
  },
};

/** Questions of one reply at most. */
const MOST_QUESTIONS = 6;

export const FOLLOW_UP_SHAPE = {
  kind: 'lines',
  records: { Q: { fields: { question: { kind: 'text', max: 200 } } } },
  max: MOST_QUESTIONS,
} as const satisfies LinesShape;
