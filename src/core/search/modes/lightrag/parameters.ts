import { choice, choicesOf, flag, number, text } from '../../../parameters';
import type { SearchRequest } from '../../request/search-request';
import type { SearchParameters } from '../../search-parameters';

/** Modes of LightRAG, in the order in which they are offered (spec family A1.2). */
export type LightragMode = (typeof LIGHTRAG_PARAMETERS)[number]['name'];

const INSTRUCTION = text('instruction', 'Last instruction', '', {
  doc: 'Ends the prompt with your own words, such as “Answer as a table of dates”. Costs their tokens (LightRAG: user_prompt).',
});

const PASSAGES = [
  number('passages', 'Passages', 20, [1, 100], {
    doc: 'Shows at most this many passages. More cover more and take longer to read (LightRAG: 20).',
  }),
  number('min_rerank', 'Least relevance of a passage', 0, [0, 1, 0.05], {
    advanced: true,
    doc: 'Leaves out passages that a reranker rates lower, from 0 to 1; needs one. Higher shows fewer and surer ones (LightRAG: 0, which leaves out none).',
  }),
] as const;

const GRAPH = [
  flag('keywords', 'Ask the model for keywords', true, {
    doc: 'Has the model name terms and themes before the search. Costs one short call; otherwise the question’s own words are looked for (LightRAG: on).',
  }),
  text('low_keywords', 'Terms to look for', '', {
    advanced: true,
    doc: 'Looks for these names and terms, separated by commas, in place of the model’s keywords, until you clear them. Saves the call.',
  }),
  text('high_keywords', 'Themes to look for', '', {
    advanced: true,
    doc: 'Looks for these themes, separated by commas, in place of the model’s keywords, until you clear them. Saves the call.',
  }),
  number('entities', 'Entities or relationships', 40, [1, 200], {
    doc: 'Takes at most this many entities for the terms, and relationships for the themes. Higher covers more and leaves less room for each (LightRAG: 40).',
  }),
  ...PASSAGES,
  number('passages_each', 'Passages of each entity', 5, [1, 20], {
    advanced: true,
    doc: 'Considers about half this many passages of each entity and relationship. Higher digs deeper into the first ones (LightRAG: 5).',
  }),
  choice('pick', 'Choice of passages', ['nearest', 'rank'], {
    advanced: true,
    doc: 'Takes and orders passages as Basic ranks them for the question and the keywords, or takes more of the first entities than of the last, in turn (LightRAG: nearest).',
    choiceTitles: { nearest: 'nearest to the question', rank: 'by rank of their entity' },
  }),
  number('entities_share', 'Share of entities', 20, [0, 100, 1], {
    part: 'Room',
    advanced: true,
    doc: 'Gives entities at most this share of the room for data, in per cent. What they leave goes to the passages (LightRAG: 6,000 of 30,000 tokens).',
  }),
  number('relationships_share', 'Share of relationships', 27, [0, 100, 1], {
    advanced: true,
    doc: 'Gives relationships at most this share of the room for data, in per cent. What they leave goes to the passages (LightRAG: 8,000 of 30,000 tokens).',
  }),
  INSTRUCTION,
] as const;

/** Settings of each mode of LightRAG (spec family A1.2). */
export const LIGHTRAG_PARAMETERS = [
  {
    name: 'lightrag-mix',
    title: 'LightRAG mix',
    doc: 'Has the model name what to look for. Shows the entities and relationships nearest to that with their passages, and the passages nearest to the question. Takes two calls, one of them short.',
    parameters: GRAPH,
  },
  {
    name: 'lightrag-local',
    title: 'LightRAG local',
    doc: 'Has the model name what to look for, and shows the entities nearest to that, all of their relationships and the passages that mention them. Takes two calls, one of them short.',
    parameters: GRAPH,
  },
  {
    name: 'lightrag-global',
    title: 'LightRAG global',
    doc: 'Has the model name themes, and shows the relationships nearest to these, their ends and the passages that state them. Takes two calls, one of them short.',
    parameters: GRAPH,
  },
  {
    name: 'lightrag-hybrid',
    title: 'LightRAG hybrid',
    doc: 'Joins what LightRAG local and LightRAG global find, in turn. Takes two calls, one of them short.',
    parameters: GRAPH,
  },
  {
    name: 'lightrag-naive',
    title: 'LightRAG naive',
    doc: 'Shows the passages nearest to the question and nothing of the graph. Takes one call.',
    parameters: [...PASSAGES, INSTRUCTION],
  },
  {
    name: 'lightrag-bypass',
    title: 'LightRAG bypass',
    doc: 'Puts the question and the conversation to the model and shows it nothing of your documents. Takes one call; no sentence can be checked.',
    parameters: [INSTRUCTION],
  },
] as const satisfies readonly SearchParameters[];

/** Choices of a person about a mode of LightRAG. */
export type LightragChoices = ReturnType<typeof lightragChoices>;

/** Reads the settings of a mode. What is missing, or not among its own, has its default. */
export const lightragChoices = ({ parameters }: Pick<SearchRequest, 'parameters'>, mode: LightragMode) =>
  choicesOf({ parameters: GRAPH }, parameters?.[mode]);
