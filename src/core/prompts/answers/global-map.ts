import { FENCE_RULE } from '../fence';
import { DATA_AND_HISTORY } from './rules';
import type { RecordShape } from '../../shapes/shape';
import type { Prompt } from '../prompt';

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
