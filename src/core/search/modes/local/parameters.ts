import { type Values, choice, choicesOf, flag, number, text } from '../../../parameters';
import { hiddenBut, sharesOf } from '../../parameters';
import { REPORTS_READ, type SearchParameters } from '../../search-parameters';

/** Per cent of the room for data, GraphRAG's: left as they are, Burrow suits them to a small window. */
export const LOCAL_PER_CENT = { sources: 50, reports: 15 } as const;

/** Local search (GraphRAG B1). */
export const LOCAL_PARAMETERS = {
  name: 'local',
  title: 'Local',
  doc: 'Starts from the entities that a question names or means, and shows what surrounds them. Takes one call for the answer.',
  parameters: [
    number('entities', 'Entities', 10, [1, 50], {
      doc: 'Starts from at most this many entities. Higher covers more names and leaves less room for each (GraphRAG: 10).',
    }),
    number('oversampling', 'Candidates for each entity', 2, [1, 10], {
      advanced: true,
      doc: 'Looks at this many times as many entities, by words and by meaning, before it takes the best. Higher can find better ones in a little more time (GraphRAG: 2).',
    }),
    text('include', 'Always include', '', {
      doc: 'Starts from these names whatever you ask; separate them with commas. Each takes the place of an entity that the question would find.',
    }),
    text('exclude', 'Never include', '', {
      doc: 'Never starts from these names; separate them with commas. Passages may still mention them.',
    }),
    flag('entity_rank', 'Say how many relationships an entity has', true, {
      advanced: true,
      doc: 'Tells the model which entities are well connected. Costs a few tokens per entity (GraphRAG: on).',
    }),
    number('relationships', 'Relationships of an entity', 10, [0, 50], {
      part: 'Relationships',
      doc: 'Shows relationships to entities outside of the chosen ones, at most this many for each chosen one (GraphRAG: 10). Higher follows more connections and leaves less room for the rest.',
    }),
    choice('ranking', 'Which relationships come first', ['connections', 'weight'], {
      advanced: true,
      doc: 'Puts first what connects well connected entities, or what the documents state most often. Decides what is left out where room is short; costs nothing.',
      choiceTitles: { connections: 'between well connected entities', weight: 'stated most often' },
    }),
    flag('relationship_weight', 'Say how weighty a relationship is', true, {
      advanced: true,
      doc: 'Tells the model how weighty each relationship is. Costs a few tokens per relationship (GraphRAG: on).',
    }),
    ...REPORTS_READ,
    flag('report_rank', 'Say how important a report is', false, {
      advanced: true,
      doc: 'Tells the model how important each report was rated. Costs a few tokens per report (GraphRAG: off).',
    }),
    number('sources_share', 'Share of passages', LOCAL_PER_CENT.sources, [0, 100, 5], {
      part: 'Room',
      advanced: true,
      doc: 'Gives passages this share of the room for data, in per cent, and what the others leave. Higher shows more text and less of the graph (GraphRAG: 50); left at 50 and 15, passages get more in a small window.',
    }),
    number('reports_share', 'Share of reports', LOCAL_PER_CENT.reports, [0, 100, 5], {
      advanced: true,
      doc: 'Gives community reports this share of the room for data, in per cent. Higher shows more overview and less of the graph (GraphRAG: 15).',
    }),
  ],
} satisfies SearchParameters;

/** Reads the parameters of Local; there are no shares as long as nobody chose others than GraphRAG's. */
export function localChoices(chosen?: Values) {
  const { include, exclude, sourcesShare, reportsShare, ...choices } = choicesOf(LOCAL_PARAMETERS, chosen);
  const { entityRank, relationshipWeight, reportRank, minRank, ranking, ...others } = choices;
  return {
    ...others,
    ...sharesOf(sourcesShare, reportsShare, LOCAL_PER_CENT),
    leastRank: minRank,
    rankBy: ranking === 'weight' ? ('weight' as const) : ('combined_degree' as const),
    hidden: hiddenBut({ rank: reportRank, 'number of relationships': entityRank, weight: relationshipWeight }),
    include: namesIn(include),
    exclude: namesIn(exclude),
  };
}

/** Names with commas between them. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,，、;\n]/u)
    .map((name) => name.trim())
    .filter(Boolean);
