import { type Values, choicesOf, flag, number } from '../../../parameters';
import { hiddenBut } from '../../parameters';
import { REPORTS_READ, type SearchParameters } from '../../search-parameters';

/** Global search (GraphRAG B2). */
export const GLOBAL_PARAMETERS = {
  name: 'global',
  title: 'Global',
  doc: 'Reads the community reports in batches, draws points from each, and joins them into one answer. Takes one call per batch, and one to join.',
  parameters: [
    ...REPORTS_READ,
    flag('dynamic', 'Read only the reports that bear on the question', false, {
      part: 'Choice by the model',
      doc: 'Has the model rate reports from the broadest down, and reads only those that bear on the question (dynamic community selection). Costs one short call per rating, and can save batches.',
    }),
    number('least_rating', 'Minimum rating', 1, [1, 5], {
      advanced: true,
      doc: 'Reads a report, and rates its parts, from this rating of 0 to 5 on. Higher reads fewer reports and can miss some (GraphRAG: 1).',
    }),
    flag('keep_parents', 'Read a report also where its parts are read', false, {
      advanced: true,
      doc: 'Reads the broader report as well. Adds overview, repeats some of it, and can take more batches (GraphRAG: off).',
    }),
    number('most_ratings', 'Ratings at most', 40, [1, 2000, 5], {
      advanced: true,
      doc: 'Limits the ratings, one short call each. Higher reaches more reports and takes longer.',
    }),
    number('most_batches', 'Batches of reports at most', 6, [1, 500], {
      part: 'Batches',
      doc: 'Limits the batches, one call each. Higher reads more reports and takes longer; what matters most is read first, and the trace says what was left out.',
    }),
    flag('shuffle', 'Mix broad and narrow reports in a batch', true, {
      advanced: true,
      doc: 'Deals reports out in a mixed order, the same each time (GraphRAG: on); otherwise the weightiest fill the first batches. Costs nothing.',
    }),
    flag('report_weight', 'Say how much a report covers', true, {
      advanced: true,
      doc: 'Tells the model how many passages mention the entities of each report. Costs a few tokens per report (GraphRAG: on).',
    }),
    flag('normalise', 'Normalise coverage', true, {
      advanced: true,
      doc: 'Gives that number as a share of the largest, from 0 to 1 (GraphRAG: on); otherwise as a count of passages. Costs nothing more.',
    }),
    flag('report_rank', 'Say how important a report is', true, {
      advanced: true,
      doc: 'Tells the model how important each report was rated. Costs a few tokens per report (GraphRAG: on).',
    }),
    number('points', 'Points per batch', 5, [1, 12], {
      part: 'Points and answer',
      doc: 'Takes at most this many points from each batch. More keep more detail and take longer to write and to join.',
    }),
    number('map_words', 'Words per batch', 250, [50, 2000, 50], {
      advanced: true,
      doc: 'Limits all points of a batch together. More words keep more detail and take longer to write and to join (GraphRAG: 1000).',
    }),
    number('map_temperature', 'Temperature for batches', 0, [0, 2, 0.1], {
      advanced: true,
      doc: 'Takes the likeliest word each time at 0, so that the same batch gives the same points. Higher varies them and makes mistakes likelier (GraphRAG: 0).',
    }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], {
      doc: 'Limits the answer. More words say more and take longer to write (GraphRAG: 2000).',
    }),
  ],
} satisfies SearchParameters;

/** The parameters of Global, read. */
export type GlobalChoices = ReturnType<typeof globalChoices>;

/** Reads the parameters of Global; what is missing has its default. */
export function globalChoices(chosen?: Values) {
  const { reportRank, reportWeight, normalise, minRank, ...choices } = choicesOf(GLOBAL_PARAMETERS, chosen);
  return {
    ...choices,
    leastRank: minRank,
    hidden: hiddenBut({ rank: reportRank, 'occurrence weight': reportWeight }),
    weight: normalise ? ('share' as const) : ('passages' as const),
  };
}
