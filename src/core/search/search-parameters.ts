import { MEANING_WEIGHT } from '../retrieval/dense';
import { MOST_HISTORY, type RunMode } from './request/search-request';
import { choice, flag, number, type StepParameter, text } from '../parameters';

/** Parameters of a mode, described so that a form can be drawn from them. */
export interface SearchParameters {
  /** A mode, or `answers` for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;

/** Default form of an answer. */
export const RESPONSE_TYPE = 'a few short paragraphs';

/** Parameters of answers in every mode, unless its description names some. */
export const ANSWER_PARAMETERS = {
  name: 'answers',
  title: 'Every answer',
  doc: 'Holds for all modes: what is found, and how a language model writes of it.',
  parameters: [
    text('response_type', 'Form of the answer', RESPONSE_TYPE, {
      doc: 'Asks for this form in your own words, such as “a single paragraph”, “a table” or “a report with headings”. Longer forms take longer to write.',
    }),
    number('reply_tokens', 'Length of the answer', 0, [0, 16_000, 100], {
      doc: 'Limits answers of Local and Basic; longer ones take longer to write. 0 is 1,200 tokens, and a quarter of the model’s window is the most; Global and DRIFT have limits in words.',
    }),
    number('temperature', 'Temperature', 0, [0, 2, 0.1], {
      advanced: true,
      doc: 'Takes the likeliest word each time at 0, so that the same question gives the same answer. Higher varies answers and makes mistakes likelier.',
    }),
    number('history_turns', 'Earlier questions shown to the model', 3, [0, MOST_HISTORY], {
      advanced: true,
      doc: 'Shows the model this many earlier turns, so that it understands follow-up questions. Each makes prompts longer and leaves less room for your documents (GraphRAG: 5).',
    }),
    flag('rewrite', 'Make follow-up questions stand by themselves', true, {
      doc: 'Puts names in place of “he”, “it” or “there”, so that the right passages are found. Costs one short call where a question leans on an earlier one.',
    }),
    number('follow_ups', 'Follow-up questions', 3, [0, 6], {
      doc: 'Proposes this many questions under the newest answer; 0 proposes none. Costs one short call once the answer is finished, where a model wrote it.',
    }),
    flag('general_knowledge', 'Let the model add its own knowledge', false, {
      doc: 'Lets the model add what no document says. Such sentences are marked, since nothing here supports them.',
    }),
    number('meaning_weight', 'Weight of meaning', MEANING_WEIGHT, [0, 4, 0.05], {
      advanced: true,
      doc: 'Counts the order of passages by meaning this many times as much as that by words; needs an embedding model. Higher suits a strong model; a small one then puts passages first that only sound alike.',
    }),
    number('max_input_tokens', 'Tokens shown to the model', 8000, [0, 200_000, 500], {
      advanced: true,
      doc: 'Limits what one prompt holds of your index. Higher shows the model more and takes longer to read; 0 shows as much as fits (GraphRAG: 12,000).',
    }),
  ],
} satisfies SearchParameters;

/** Deepest level of community reports; each mode that reads reports has its own. */
export const LEVEL = number('level', 'Reports', DEFAULT_LEVEL, [0, 20], {
  part: 'Reports',
  doc: 'Reads reports down to this level; 0 is the broadest (GraphRAG: 2). Finer levels say more; reading all of their reports takes more calls and tokens.',
});

/** Parameters of modes that read reports row by row. */
const REPORTS_READ = [
  LEVEL,
  number('min_rank', 'Minimum importance of a report', 0, [0, 10, 0.5], {
    advanced: true,
    doc: 'Leaves out reports that their writer rated lower, from 0 to 10. Higher saves tokens and can miss details (GraphRAG: 0, which leaves out none).',
  }),
  choice('content', 'What of a report is shown', ['full', 'summary'], {
    doc: 'Shows summary and findings, or the summary alone, which takes a fraction of the tokens and says less (GraphRAG: all).',
    choiceTitles: { full: 'summary and findings', summary: 'the summary alone' },
  }),
] as const;

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

/** Per cent of the room of a DRIFT step: GraphRAG's 90 and 10 leave nothing for the graph (spec 0.9). */
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

/** Basic search (GraphRAG B4). */
export const BASIC_PARAMETERS = {
  name: 'basic',
  title: 'Basic',
  doc: 'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning. Takes one call for the answer.',
  parameters: [
    number('passages', 'Passages', 10, [1, 100], {
      doc: 'Shows the model at most this many passages. More cover more and take longer to read (GraphRAG: 10).',
    }),
  ],
} satisfies SearchParameters;
