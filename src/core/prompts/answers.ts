import { fenced, FENCE_RULE, type Prompt } from './prompt';
import type { ChoiceShape, RecordShape } from '../shapes/shape';

/** Words of a model, alone, when the data have no answer. */
export const NOT_FOUND = 'NOT IN THE DOCUMENTS';

const answerRules = (references: string): string => `${FENCE_RULE}
${references}
{knowledge} Copy numbers, names and dates exactly. Keep hedges such as "may" and "is said to".
Write in the language of the question, in Markdown, as {response_type}. Write about the subject itself rather than about data, tables or rows.
If the data answer only a part, answer that part. If they answer nothing of the question, write only: ${NOT_FOUND}`;

/** Rules for citing the rows of tables; ends the instructions of a prompt whose reply a person reads. */
const ANSWER_RULES = answerRules(
  'Cite the supporting rows at the end of each sentence: table names and ids, up to five, for example: The mill burned down in 1911 [Data: Sources (72, 75); Entities (61)].',
);

/** The same for an answer from findings, which have their references in them. */
const JOINING_RULES = answerRules(
  'Cite at the end of each sentence the references of the findings that support it, copied exactly, for example: The mill burned down in 1911 [Data: Reports (77)]. Add no other references.',
);

/** Data and conversation, in front of the question. */
export const DATA_AND_HISTORY = fenced(`{data}

{history}`);

/** The most important rules once more, behind the question. */
const ANSWER_REMINDER = 'Answer as {response_type}, and cite the supporting rows. {knowledge}';
const JOINING_REMINDER =
  'Answer as {response_type}, up to {max_words} words, and keep the references of the findings. {knowledge}';

/** Values of `{knowledge}`: permission for the model to add its own knowledge. */
export const KNOWLEDGE = {
  none: 'Use only the data.',
  allowed: 'You may add general knowledge where it helps; end each such sentence with [LLM: verify].',
} as const;

/** Answers from the neighbourhood of what a question names (GraphRAG B1). */
export const LOCAL_ANSWER: Prompt = {
  name: 'local-answer',
  title: 'Local answer',
  doc: 'Answers from reports, entities, relationships, claims and passages around what the question names.',
  source: 'GraphRAG 3.1 local_search',
  version: 1,
  system: `You answer a question from a knowledge graph: tables of reports, entities, relationships and claims, and source passages.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};

/** Answers from parts of a tree of summaries. */
export const RAPTOR_ANSWER: Prompt = {
  name: 'raptor-answer',
  title: 'RAPTOR: answer',
  doc: 'Answers from summaries of several layers and from passages.',
  source: 'RAPTOR',
  version: 1,
  system: `You answer a question from summaries of documents, the higher their layer the broader, and from source passages. Prefer a passage to a summary for facts.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};

/** Answers from passages alone (GraphRAG B4). */
export const BASIC_ANSWER: Prompt = {
  name: 'basic-answer',
  title: 'Basic answer',
  doc: 'Answers from the passages nearest to the question, the nearest first.',
  source: 'GraphRAG 3.1 basic_search',
  version: 1,
  system: `You answer a question from passages of documents, nearest to the question first.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};

/** Answers from the graph around keywords and from passages (LightRAG A1.2). `{instruction}` is a person's own, on a line of its own. */
export const LIGHTRAG_ANSWER: Prompt = {
  name: 'lightrag-answer',
  title: 'LightRAG: answer',
  doc: 'Answers from entities, relationships and passages around the keywords, or from passages alone.',
  source: 'LightRAG 1.5 rag_response',
  version: 1,
  system: `You answer a question from entities and relationships of a knowledge graph and from source passages.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}{instruction}`,
};

/** Answers without any data (LightRAG A1.2, bypass). */
export const LIGHTRAG_BYPASS: Prompt = {
  name: 'lightrag-bypass',
  title: 'LightRAG: answer without documents',
  doc: 'Puts the question and the conversation to the model, and shows it nothing of your documents.',
  source: 'LightRAG 1.5 bypass',
  version: 1,
  system: `You answer a question from what you know by yourself. ${FENCE_RULE}
Write in the language of the question, in Markdown, as {response_type}. Say what you are not sure of.`,
  user: `${fenced('{history}')}
Question: {question}
Answer as {response_type}.{instruction}`,
};

/** Answers from all passages of what is asked (Contextual Retrieval: no retrieval where everything fits). */
export const EVERYTHING_ANSWER: Prompt = {
  name: 'everything-answer',
  title: 'Everything: the answer',
  doc: 'Answers from all passages of the documents that are asked, in reading order.',
  source: 'Contextual Retrieval, the whole of a small collection',
  version: 1,
  system: `You answer a question from the whole text of documents, cut into passages in reading order. Most of them may have nothing to do with the question.
${ANSWER_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${ANSWER_REMINDER}`,
};

/** Rates how much one report bears on a question (GraphRAG B2.1), in one token. */
export const RATE_REPORT: Prompt = {
  name: 'rate-report',
  title: 'Global: does a report bear on the question?',
  doc: 'Rates a report from 0 to 5, so that only the parts of the collection that bear on the question are read.',
  source: 'GraphRAG 3.1 global_search, dynamic community selection',
  version: 2,
  system: `You rate how far a community report helps to answer a question. ${FENCE_RULE}
{form}
0 says nothing on the question
1 touches on it
2 gives background
3 helps to answer it
4 answers most of it
5 answers it`,
  user: `${fenced('{report}')}
Question: {question}
Rating from 0 to 5:`,
  forms: {
    lines: `Answer with one digit and nothing else:`,
    json: `Answer with one digit in JSON, as {"choice":"3"}:`,
  },
};

export const RATE_SHAPE = {
  kind: 'choice',
  options: ['0', '1', '2', '3', '4', '5'],
} as const satisfies ChoiceShape;

/** Draws from one batch of reports what bears on a question (GraphRAG B2, map). */
export const GLOBAL_MAP: Prompt = {
  name: 'global-map',
  title: 'Global: points of a batch of reports',
  doc: 'Lists what a batch of reports says on the question, each point with how much it matters.',
  source: 'GraphRAG 3.1 global_search, map',
  version: 1,
  system: `You list the key points in community reports that help to answer a question. Use only the reports. ${FENCE_RULE}
Answer with one JSON object: "points": up to {points} points, most important first, each with
"description": one or two sentences in the language of the question; all points together up to {max_words} words;
"reports": the ids of the reports that support it, up to five;
"score": 0 to 100, how much it helps to answer the question.
Keep hedges such as "may" and "is said to".
Example: {"points":[{"description":"The mill at Corran burned down in 1911.","reports":[72,75],"score":80}]}
If no report helps: {"points":[]}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
Up to {points} points from the reports, as JSON:`,
};

/** Points of one batch at most, as a reply is read. */
const MOST_POINTS = 12;

export const GLOBAL_MAP_SHAPE = {
  kind: 'record',
  fields: {
    points: {
      kind: 'records',
      items: MOST_POINTS,
      of: {
        kind: 'record',
        fields: {
          description: { kind: 'text', max: 700 },
          reports: { kind: 'numbers', min: 1, max: 9999, items: 5 },
          score: { kind: 'number', min: 0, max: 100 },
        },
      },
    },
  },
} as const satisfies RecordShape;

/** Makes one answer of the points of all batches (GraphRAG B2, reduce). */
export const GLOBAL_REDUCE: Prompt = {
  name: 'global-reduce',
  title: 'Global: the answer from all points',
  doc: 'Joins the points drawn from the reports into one answer, the most important first.',
  source: 'GraphRAG 3.1 global_search, reduce',
  version: 2,
  system: `You answer a question on a whole collection of documents from findings, most important first. Merge related findings, leave out irrelevant ones, and write one answer in your own voice, up to {max_words} words.
${JOINING_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${JOINING_REMINDER}`,
};

/** Imagines an answer, only to find reports that are like it (GraphRAG B3, HyDE). */
export const DRIFT_HYPOTHESIS: Prompt = {
  name: 'drift-hypothesis',
  title: 'DRIFT: hypothetical answer',
  doc: 'Writes what an answer might look like, to find reports like it. It is never shown as an answer.',
  source: 'GraphRAG 3.1 drift_search, HyDE',
  version: 1,
  system: `You imagine a report that answers a question; it serves only to search for similar reports. Write what such a report might say, as long as the report in <data>, in its style and language. Use only the names of persons, places and organisations in the question. ${FENCE_RULE}
Answer only with the text of the report.`,
  user: `${fenced('{report}')}
Question: {question}
The imagined report:`,
};

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

/** Shape of both prompts that answer a part and ask further. */
export const DRIFT_SHAPE = {
  kind: 'record',
  fields: {
    answer: { kind: 'text', max: 2400 },
    score: { kind: 'number', min: 0, max: 100 },
    follow_ups: { kind: 'texts', max: 200, items: 6 },
  },
} as const satisfies RecordShape;

/** Answers one follow-up from the neighbourhood of what it names (GraphRAG B3, action). */
export const DRIFT_STEP: Prompt = {
  name: 'drift-step',
  title: 'DRIFT: answer to a follow-up',
  doc: 'Answers one sub-question from passages, entities and relationships, and says what to look up next.',
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

/** Makes one answer of what was found on the way (GraphRAG B3, reduce). */
export const DRIFT_REDUCE: Prompt = {
  name: 'drift-reduce',
  title: 'DRIFT: the answer from all steps',
  doc: 'Joins the answers to all sub-questions into one, the most helpful first.',
  source: 'GraphRAG 3.1 drift_search, reduce',
  version: 2,
  system: `You answer a question from findings of earlier search steps, most helpful first. Merge related findings, leave out irrelevant ones, and write one answer in your own voice, up to {max_words} words.
${JOINING_RULES}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
${JOINING_REMINDER}`,
};

/** Asks if a text supports statements. `{statements}` are numbered; read by `core/search/grounding/chat-entailment`. */
export const ENTAILMENT: Prompt = {
  name: 'entailment',
  title: 'Does the text say so?',
  doc: 'Asks whether a passage says what a sentence of an answer claims, several sentences at once. The chat model checks where no sentence checker is chosen.',
  source: 'Burrow’s own; GraphRAG does not check answers',
  version: 2,
  system: `You check statements against texts. Judge each numbered statement by the text of its item alone. ${FENCE_RULE}
says: the text states all of the statement, in these or other words, or it clearly follows from the text.
denies: the text contradicts a part of the statement, such as a number, a name, the order of events, or who did what to whom.
open: anything else: a part of the statement is missing from the text, or the text gives it only as a wish, a condition or somebody's opinion. If unsure, answer open.
{form}`,
  user: `${fenced('{statements}')}
Judge each statement by its own text.`,
  forms: {
    lines: `Answer only with one line per item. Example of three items:
says|1
open|2
denies|3`,
    json: `Answer only with one JSON object of three lists, each item in one of them. Example of three items:
{"says":[{"number":1}],"denies":[{"number":3}],"open":[{"number":2}]}`,
  },
};
