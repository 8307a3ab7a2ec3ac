import { choicesOf, flag, number, type Values } from '../../../parameters';
import type { SearchParameters } from '../../search-parameters';

/** LightRAG's local search (spec family A1.2). */
export const LIGHTRAG_LOCAL_PARAMETERS = {
  name: 'lightrag-local',
  title: 'LightRAG local',
  doc: 'Has the model name what to look for, and shows the entities nearest to that, all of their relationships and the passages that mention them. Takes two calls, one of them short.',
  parameters: [
    flag('keywords', 'Ask the model for keywords', true, {
      doc: 'Has the model name terms and themes before the search. Costs one short call; otherwise the question’s own words are looked for (LightRAG: on).',
    }),
    number('entities', 'Entities', 40, [1, 200], {
      doc: 'Takes at most this many entities, or relationships where only themes are named. Higher covers more and leaves less room for each (LightRAG: 40).',
    }),
    number('passages', 'Passages', 20, [1, 100], {
      doc: 'Shows at most this many passages. More cover more and take longer to read (LightRAG: 20).',
    }),
    number('passages_each', 'Passages of each entity', 5, [1, 20], {
      advanced: true,
      doc: 'Considers about half this many passages of each entity and relationship. Higher digs deeper into the first ones (LightRAG: 5).',
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
  ],
} satisfies SearchParameters;

/** Reads the parameters; what is missing has its default. */
export const lightragChoices = (chosen?: Values) => choicesOf(LIGHTRAG_LOCAL_PARAMETERS, chosen);
