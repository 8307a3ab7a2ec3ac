import { fenced, FENCE_RULE } from '../fence';
import type { LinesShape } from '../../shapes/shape';
import type { Prompt } from '../prompt';

/** Proposes what to ask next (GraphRAG B5). */
export const FOLLOW_UP_QUESTIONS: Prompt = {
  name: 'follow-up-questions',
  title: 'Follow-up questions',
  doc: 'Proposes questions that the documents can answer and that lead on from the last answer.',
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
