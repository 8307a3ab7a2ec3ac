import { type Values, choicesOf, flag, number } from '../../../parameters';
import { sharesOf } from '../../parameters';
import { LEVEL, type SearchParameters } from '../../search-parameters';

/** Shares of a step of DRIFT, per cent of its room: GraphRAG’s 90 and 10 leave nothing for the graph (spec 0.9). */
export const DRIFT_PER_CENT = { sources: 60, reports: 10 } as const;

/** DRIFT search (GraphRAG B3), sized for a model in the tab; GraphRAG's own figures suit servers. */
export const DRIFT_PARAMETERS = {
  name: 'drift',
  title: 'DRIFT',
  doc: 'Begins with the nearest reports, asks further questions of its own, answers each from passages, and joins what it found. Takes one call per question, and a few to begin and to join.',
  parameters: [
    flag('hypothesis', 'Search with a hypothetical answer (HyDE)', true, {
      doc: 'Writes a made-up answer and looks for reports like it, which can find more than the bare question. Costs one call; needs an embedding model.',
    }),
    LEVEL,
    number('reports', 'Reports to begin with', 6, [1, 50], {
      doc: 'Begins with the reports nearest to the question. More make a broader start and longer prompts (GraphRAG: 20).',
    }),
    number('folds', 'Primer folds', 1, [1, 10], {
      advanced: true,
      doc: 'Divides these reports among this many calls. More leave each report more room and cost one call each (GraphRAG: 5).',
    }),
    number('depth', 'Rounds of further questions', 2, [0, 5], {
      part: 'Rounds',
      doc: 'Asks further questions this many times, each round leading on from the last. More dig deeper; each round costs a call for each of its questions (GraphRAG: 3).',
    }),
    number('follow_ups', 'Further questions in a round', 3, [1, 30], {
      doc: 'Asks at most this many questions in a round, one call each. More follow more leads and take longer (GraphRAG: 20).',
    }),
    number('entities', 'Entities of a follow-up step', 10, [1, 50], {
      advanced: true,
      doc: 'Starts each further question from at most this many entities. Higher covers more names and leaves less room for each (GraphRAG: 10).',
    }),
    number('relationships', 'Relationships of an entity', 10, [0, 50], {
      advanced: true,
      doc: 'Shows relationships to entities outside of the chosen ones, at most this many for each chosen one (GraphRAG: 10). Higher follows more connections and leaves less room for the rest.',
    }),
    number('sources_share', 'Share of passages', DRIFT_PER_CENT.sources, [0, 100, 5], {
      advanced: true,
      doc: 'Gives passages this share of the room of a step, in per cent. Higher shows more text and less of the graph (GraphRAG: 90); left at 60 and 10, passages get more in a small window.',
    }),
    number('reports_share', 'Share of reports', DRIFT_PER_CENT.reports, [0, 100, 5], {
      advanced: true,
      doc: 'Gives community reports this share of the room of a step, in per cent. Higher shows more overview and less of the graph, which has the rest (GraphRAG: 10).',
    }),
    number('step_words', 'Words of a follow-up step', 120, [30, 1000, 10], {
      advanced: true,
      doc: 'Limits the answer to each further question. More words keep more detail and take longer to write and to join.',
    }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], {
      doc: 'Limits the answer. More words say more and take longer to write.',
    }),
    number('step_temperature', 'Temperature of a follow-up step', 0, [0, 2, 0.1], {
      advanced: true,
      doc: 'Takes the likeliest word each time at 0. Higher varies the steps and makes mistakes likelier (GraphRAG: 0).',
    }),
  ],
} satisfies SearchParameters;

/** The parameters of DRIFT, read. */
export type DriftChoices = ReturnType<typeof driftChoices>;

/** Reads the parameters of DRIFT; `step` is what a question on the way looks at. */
export function driftChoices(chosen?: Values) {
  const { entities, relationships, sourcesShare, reportsShare, ...choices } = choicesOf(DRIFT_PARAMETERS, chosen);
  return { ...choices, step: { entities, relationships, ...sharesOf(sourcesShare, reportsShare, DRIFT_PER_CENT) } };
}
