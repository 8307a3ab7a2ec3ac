import type { RecordShape } from '../shapes/shape';
import { fenced, FENCE_RULE, type Prompt } from './prompt';

const STANDS_ALONE =
  'A question stands alone: it names whom and what it is about, and never says "the passage" or "the text". It gives nothing of its answer away.';

const STATEMENTS =
  '"statements": one to three sentences, up to 30 words each, of what a right answer must say, each clear by itself with names in place of pronouns; no more than you are shown and nothing that the question says already';

/** Makes a question on one fact of each passage. */
export const LOCAL_QUESTION: Prompt = {
  name: 'local-question',
  title: 'Evaluation: questions on a fact',
  doc: 'Makes a question on one fact of each passage, with its answer and the statements that a good answer makes.',
  source: 'BenchmarkQED, data-local questions and assertions',
  version: 1,
  system: `You write questions to test a search over documents. You see passages, each after its number in brackets, with names that occur in them. Write one question for each passage, up to 30 words, on one particular fact that the passage states. Leave a passage out that states none. ${STANDS_ALONE} Write dates in full. ${FENCE_RULE}
Answer with one JSON object: "questions", each with
"passage": the number of its passage;
"question";
"answer": one or two sentences, from the passage alone;
${STATEMENTS}.
Example: {"questions":[{"passage":1,"question":"Who paid for the repair of the mill at Corran after the fire of 1911?","answer":"Mabel Thorne paid for it.","statements":["Mabel Thorne paid for the repair."]}]}
Write in {language}.`,
  user: `${fenced('{passages}')}
One question for each passage, as JSON:`,
};

/** Fields of every question that is made. */
const MADE = {
  question: { kind: 'text', max: 400 },
  answer: { kind: 'text', max: 900 },
  statements: { kind: 'texts', max: 300, items: 3 },
} as const;

/** Shape of questions on so many passages. */
export const localQuestionShape = (passages: number) =>
  ({
    kind: 'record',
    fields: {
      questions: {
        kind: 'records',
        items: passages,
        of: {
          kind: 'record',
          fields: {
            passage: { kind: 'number', min: 1, max: passages },
            ...MADE,
          },
        },
      },
    },
  }) as const satisfies RecordShape;

/** Kinds of questions that need several facts, with what is asked of each. */
export const LINK_TASKS = {
  bridge:
    'a bridge: refer to a name of one fact by something that another fact says of it, in 3 to 8 words, and ask for the rest of the first. The name itself does not occur. Put those words into "indirect" as they stand in the question',
  comparison: 'a comparison: ask how two things of one kind differ, or are alike, in one respect',
  intersection: 'an intersection: ask what two different named things have in common',
  temporal:
    'an order in time: ask which of two or more events came first, or what came between them. Never where reason alone tells the order',
} as const;

export type LinkKind = keyof typeof LINK_TASKS;

/** Scores that each linked question gets, in this order. */
export const LINK_SCORES = ['natural', 'answerable', 'clear', 'true to its kind'] as const;

/** Joins facts of several questions that share a name to a question. */
export const LINKED_QUESTION: Prompt = {
  name: 'linked-question',
  title: 'Evaluation: questions on linked facts',
  doc: 'Makes a question that needs two facts or more that share a name: a bridge, a comparison, what two things share, or an order in time.',
  source: 'BenchmarkQED, data-linked questions',
  version: 1,
  system: `You write questions to test a search over documents. You see numbered facts that share a name. Write one question, up to 20 words, that nobody can answer without at least two of the facts. ${STANDS_ALONE} ${FENCE_RULE}
Answer with one JSON object:
"question";
"answer": one or two sentences, from the facts alone;
${STATEMENTS};
"facts": the numbers of the facts that it needs, two or more;
"indirect": for a bridge the words that stand for the name, else ["none"];
"scores": four numbers from 1 to 5, how ${LINK_SCORES.join(', ')} the question is. Be strict.
Example: {"question":"Which bridge was opened by the woman who repaired the mill at Corran?","answer":"She opened the bridge at Grey Point.","statements":["She opened the bridge at Grey Point."],"facts":[1,3],"indirect":["the woman who repaired the mill"],"scores":[5,5,4,5]}
If the facts allow no such question: {"question":"none","answer":"none","statements":[],"facts":[],"indirect":[],"scores":[]}
Write in {language}.`,
  user: `${fenced('{facts}')}
Write {task}. The question as JSON:`,
};

const FACTS = { kind: 'numbers', min: 1, max: 99, items: 6 } as const;

export const LINKED_QUESTION_SHAPE = {
  kind: 'record',
  fields: {
    ...MADE,
    facts: FACTS,
    indirect: { kind: 'texts', max: 100, items: 1 },
    scores: { kind: 'numbers', min: 1, max: 5, items: LINK_SCORES.length },
  },
} as const satisfies RecordShape;

/** Makes questions on the themes of a category. */
export const GLOBAL_QUESTION: Prompt = {
  name: 'global-question',
  title: 'Evaluation: questions on themes',
  doc: 'Makes questions on the themes of a group of facts, which only many passages together answer.',
  source: 'BenchmarkQED, data-global questions',
  version: 1,
  system: `You write questions to test a search over documents. You see a category and numbered facts that belong to it. Write {count} questions of 10 to 15 words on themes of the whole category that several facts bear on: who, what, how or why; at most one asks for a list. Never ask how many, how often, or for the most or least. ${STANDS_ALONE} ${FENCE_RULE}
Answer with one JSON object: "questions", each with
"question";
"answer": two to four sentences, from the facts alone;
${STATEMENTS};
"facts": the numbers of the facts that bear on it, two or more.
Example: {"questions":[{"question":"How did fires change the trade of the harbour towns?","answer":"Fires closed two mills. Trade moved to Grey Point.","statements":["Fires closed two mills.","Trade moved to Grey Point."],"facts":[1,4]}]}
Write in {language}.`,
  user: `${fenced(`Category: {title}
{facts}`)}
Write {count} questions on themes of the category, as JSON:`,
};

/** Questions of one category. */
export const GLOBAL_COUNT = 2;

export const GLOBAL_QUESTION_SHAPE = {
  kind: 'record',
  fields: {
    questions: {
      kind: 'records',
      items: GLOBAL_COUNT,
      of: { kind: 'record', fields: { ...MADE, facts: { ...FACTS, items: 12 } } },
    },
  },
} as const satisfies RecordShape;
