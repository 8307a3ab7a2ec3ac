import { DATA_AND_HISTORY } from '../../../prompts/answers';
import { fenced, FENCE_RULE, type Prompt } from '../../../prompts/prompt';
import type { ChoiceShape, RecordShape } from '../../../shapes/shape';

/** Names concepts of the collection in a question, so that it finds passages in other words. */
export const LAZY_EXPAND: Prompt = {
  name: 'lazy-expand',
  title: 'Lazy: concepts in the question',
  doc: 'Puts those of the main concepts of the documents into the question that it means, for the search and the tests.',
  source: 'LazyGraphRAG query expansion',
  version: 1,
  system: `You put a question into the terms of a collection of documents, to search with it. You get the main concepts of the collection and the question. Say the question in one or two sentences that also name the concepts it means. Do not answer it, do not narrow it, and leave out concepts that do not belong. Keep the language of the question. ${FENCE_RULE}
Answer with one JSON object: "expanded", the question in these terms.
Example: with the concepts "mill fire, Corran, toll books" the question "What did it do to trade?" becomes {"expanded":"What did the mill fire do to trade in Corran, as the toll books show?"}`,
  user: `${fenced('Concepts: {concepts}')}
Question: {question}
The question in terms of the collection, as JSON:`,
};

export const EXPAND_SHAPE = {
  kind: 'record',
  fields: { expanded: { kind: 'text', max: 500 } },
} as const satisfies RecordShape;

/** Asks in one token whether a passage bears on a question. The passage comes last, so that what stands before it is read once. */
export const LAZY_TEST: Prompt = {
  name: 'lazy-test',
  title: 'Lazy: does a passage bear on the question?',
  doc: 'Tests whether a passage helps to answer the question, yes or no.',
  source: 'LazyGraphRAG relevance test',
  version: 1,
  system: `You test whether a passage helps to answer a question. ${FENCE_RULE}
{form}
yes: it says something that belongs in an answer, or that an answer needs.
no: it says nothing on the question, or only shares a word with it.`,
  user: `${fenced(`Question: {question}
Passage: {passage}`)}
Does the passage help to answer the question, yes or no?`,
  forms: {
    lines: `Answer with one word and nothing else:`,
    json: `Answer with one word in JSON, as {"choice":"yes"}:`,
  },
};

export const TEST_SHAPE = { kind: 'choice', options: ['yes', 'no'] } as const satisfies ChoiceShape;

/** Draws claims from relevant passages (map). */
export const LAZY_CLAIMS: Prompt = {
  name: 'lazy-claims',
  title: 'Lazy: claims of relevant passages',
  doc: 'Lists what relevant passages say on the question, each claim with the passages that say it and how much it matters.',
  source: 'LazyGraphRAG claim extraction',
  version: 1,
  system: `You list the claims in passages of documents that help to answer a question. Use only the passages. ${FENCE_RULE}
Answer with one JSON object: "claims": up to {points} claims, most important first, each with
"claim": one or two sentences in the language of the question, with names, numbers and dates as they stand; all claims together up to {max_words} words;
"sources": the ids of the passages that say it, up to five;
"score": 0 to 100, how much it helps to answer the question.
Keep hedges such as "may" and "is said to".
Example: {"claims":[{"claim":"The mill at Corran burned down in 1911.","sources":[2,5],"score":80}]}
If no passage helps: {"claims":[]}`,
  user: `${DATA_AND_HISTORY}
Question: {question}
Up to {points} claims from the passages, as JSON:`,
};

/** Claims of one call, as a reply is read. */
const MOST_CLAIMS = 12;

export const CLAIMS_SHAPE = {
  kind: 'record',
  fields: {
    claims: {
      kind: 'records',
      items: MOST_CLAIMS,
      of: {
        kind: 'record',
        fields: {
          claim: { kind: 'text', max: 700 },
          sources: { kind: 'numbers', min: 1, max: 9999, items: 5 },
          score: { kind: 'number', min: 0, max: 100 },
        },
      },
    },
  },
} as const satisfies RecordShape;
