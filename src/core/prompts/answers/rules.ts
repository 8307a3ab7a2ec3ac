import { fenced, FENCE_RULE } from '../fence';

/** What a model says, alone, when the data hold no answer. */
export const NOT_FOUND = 'NOT IN THE DOCUMENTS';

const answerRules = (references: string): string => `${FENCE_RULE}
${references}
{knowledge} Copy numbers, names and dates exactly. Keep hedges such as "may" and "is said to".
Write in the language of the question, in Markdown, as {response_type}. Write about the subject itself rather than about data, tables or rows.
If the data answer only a part, answer that part. If they answer nothing of the question, write only: ${NOT_FOUND}`;

/** How an answer rests on the rows of tables; ends the instructions of a prompt whose reply a person reads. */
export const ANSWER_RULES = answerRules(
  'Cite the supporting rows at the end of each sentence: table names and ids, up to five, for example: The mill burned down in 1911 [Data: Sources (72, 75); Entities (61)].',
);

/** The same for an answer from findings, which have their references in them. */
export const JOINING_RULES = answerRules(
  'Cite at the end of each sentence the references of the findings that support it, copied exactly, for example: The mill burned down in 1911 [Data: Reports (77)]. Add no other references.',
);

/** What an answer rests on, in front of the question. */
export const DATA_AND_HISTORY = fenced(`{data}

{history}`);

/** The most important rules once more, behind the question. */
export const ANSWER_REMINDER = 'Answer as {response_type}, and cite the supporting rows. {knowledge}';
export const JOINING_REMINDER =
  'Answer as {response_type}, up to {max_words} words, and keep the references of the findings. {knowledge}';

/** What stands for `{knowledge}`: whether the model may add what it knows by itself. */
export const KNOWLEDGE = {
  none: 'Use only the data.',
  allowed: 'You may add general knowledge where it helps; end each such sentence with [LLM: verify].',
} as const;
