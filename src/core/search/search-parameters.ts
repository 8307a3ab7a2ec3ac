import type { RunMode } from './request/search-request';
import { choice, flag, number, type StepParameter, text } from '../parameters';

/** What a person may set about a mode, described so that a form can be drawn from it. */
export interface SearchParameters {
  /** A mode, or `answers` for what holds for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;

/** Earlier turns that may go with a question. */
export const MOST_HISTORY = 10;

/** Of an answer where a person named none. */
export const RESPONSE_TYPE = 'a few short paragraphs';

/** What holds for answers of every mode, unless its description names some. */
export const ANSWER_PARAMETERS = {
  name: 'answers',
  title: 'Every answer',
  doc: 'How answers by a language model are written, whatever the mode.',
  parameters: [
    text('response_type', 'Form of the answer', RESPONSE_TYPE, {
      doc: 'In your own words, such as “a single paragraph”, “a list of five points”, “a table” or “a report with headings”.',
    }),
    number('reply_tokens', 'Length of the answer', 0, [0, 16_000, 100], {
      doc: 'Tokens of an answer of Local and Basic at most, never more than a quarter of the model’s window; 0 is 1,200 or that quarter. Global and DRIFT go by words, which their own settings have.',
    }),
    number('temperature', 'Temperature', 0, [0, 2, 0.1], {
      doc: '0 takes the likeliest word each time, so that the same question gives the same answer; higher values vary.',
    }),
    number('history_turns', 'Earlier questions shown to the model', 3, [0, MOST_HISTORY], {
      doc: 'Newest turns of the conversation that go into the prompt (GraphRAG: 5).',
    }),
    flag('rewrite', 'Make follow-up questions stand by themselves', true, {
      doc: 'One short call that puts names in place of “he”, “it” or “there”, where a question leans on an earlier one.',
    }),
    number('follow_ups', 'Follow-up questions', 3, [0, 6], {
      doc: 'Proposed under the newest answer, by one short call once it is finished where a model wrote it; 0 proposes none.',
    }),
    flag('general_knowledge', 'Let the model add its own knowledge', false, {
      doc: 'Such sentences are marked: no document stands behind them.',
    }),
    number('max_input_tokens', 'Tokens shown to the model', 8000, [0, 200_000, 500], {
      doc: 'At most this many tokens of your index go into one prompt (GraphRAG: 12,000); 0: as many as fit.',
    }),
  ],
} satisfies SearchParameters;

/** Deepest level of community reports; each mode that reads reports has its own. */
export const LEVEL = number('level', 'Reports', DEFAULT_LEVEL, [0, 20], {
  part: 'Reports',
  doc: 'Down to this level of communities (GraphRAG: 2); 0 is the broadest. A report by a model comes before sentences of the documents below it. Finer levels say more, and reading all of them takes more calls and tokens.',
});

/** Of modes that read reports row by row. */
const REPORTS_READ = [
  LEVEL,
  number('min_rank', 'Minimum importance of a report', 0, [0, 10, 0.5], {
    doc: 'From 0 to 10, as its writer rated it; lower ones are left out (GraphRAG: 0, which leaves out none).',
  }),
  choice('content', 'What of a report is shown', ['full', 'summary'], {
    doc: 'All findings, or the summary alone, which takes a fraction of the tokens (GraphRAG: all).',
    choiceTitles: { full: 'summary and findings', summary: 'the summary alone' },
  }),
] as const;

/** Per cent of the room for data, GraphRAG's: left as they are, Burrow suits them to a small window. */
export const LOCAL_PER_CENT = { sources: 50, reports: 15 } as const;

/** Local search (GraphRAG B1). */
export const LOCAL_PARAMETERS = {
  name: 'local',
  title: 'Local',
  doc: 'Starts from the entities that a question names or means, and shows what stands around them.',
  parameters: [
    number('entities', 'Entities', 10, [1, 50], {
      doc: 'Entities that a question starts from at most (GraphRAG: 10).',
    }),
    number('oversampling', 'Candidates for each entity', 2, [1, 10], {
      doc: 'So many times as many entities are looked at, by words and by meaning, before the best are taken (GraphRAG: 2).',
    }),
    text('include', 'Always include', '', {
      doc: 'Names of entities to start from whatever the question, with commas between them.',
    }),
    text('exclude', 'Never include', '', { doc: 'Names of entities to leave out, with commas between them.' }),
    flag('entity_rank', 'Say how many relationships an entity has', true, {
      doc: 'A column of the entities (GraphRAG: on).',
    }),
    number('relationships', 'Relationships of an entity', 10, [0, 50], {
      part: 'Relationships',
      doc: 'To entities outside of the chosen ones, for each chosen one (GraphRAG: 10). All between chosen ones are shown.',
    }),
    choice('ranking', 'Which relationships come first', ['connections', 'weight'], {
      doc: 'Those between well connected entities, or those that the documents state most often.',
    }),
    flag('relationship_weight', 'Say how weighty a relationship is', true, {
      doc: 'A column of the relationships (GraphRAG: on).',
    }),
    ...REPORTS_READ,
    flag('report_rank', 'Say how important a report is', false, { doc: 'A column of the reports (GraphRAG: off).' }),
    number('sources_share', 'Share of passages', LOCAL_PER_CENT.sources, [0, 100, 5], {
      part: 'Room',
      doc: 'Per cent of the room for data that passages may take; what others leave is theirs, too (GraphRAG: 50). Left at 50 and 15, they get more in a small window.',
    }),
    number('reports_share', 'Share of reports', LOCAL_PER_CENT.reports, [0, 100, 5], {
      doc: 'Per cent of the room for data that community reports may take (GraphRAG: 15).',
    }),
  ],
} satisfies SearchParameters;

/** Global search (GraphRAG B2). */
export const GLOBAL_PARAMETERS = {
  name: 'global',
  title: 'Global',
  doc: 'Reads the community reports in batches, draws points from each, and joins the points into one answer.',
  parameters: [
    ...REPORTS_READ,
    flag('dynamic', 'Read only the reports that bear on the question', false, {
      part: 'Choice by the model',
      doc: 'The model rates reports from the broadest down, one token each, and goes on only where one bears on the question (dynamic community selection). Otherwise all reports of the level are read.',
    }),
    number('least_rating', 'Minimum rating', 1, [1, 5], {
      doc: 'From 0 to 5, for a report to be read and its parts to be rated (GraphRAG: 1).',
    }),
    flag('keep_parents', 'Read a report also where its parts are read', false, {
      doc: 'GraphRAG leaves it out by default.',
    }),
    number('most_ratings', 'Ratings at most', 40, [1, 2000, 5], { doc: 'Calls of one token each.' }),
    number('most_batches', 'Batches of reports at most', 6, [1, 500], {
      part: 'Batches',
      doc: 'One call each. Where the reports need more, those that matter most for the question are read, and the trace says what was left out.',
    }),
    flag('shuffle', 'Mix broad and narrow reports in a batch', true, {
      doc: 'Reports are dealt out in a mixed order, the same each time (GraphRAG: on); otherwise the weightiest fill the first batches.',
    }),
    flag('report_weight', 'Say how much a report covers', true, {
      doc: 'A column: passages that mention its entities (GraphRAG’s occurrence weight: on).',
    }),
    flag('normalise', 'Normalise coverage', true, {
      doc: 'As a share of the largest, from 0 to 1 (GraphRAG: on); otherwise as the number of passages.',
    }),
    flag('report_rank', 'Say how important a report is', true, { doc: 'A column of the reports (GraphRAG: on).' }),
    number('points', 'Points per batch', 5, [1, 12], { part: 'Points and answer', doc: 'At most.' }),
    number('map_words', 'Words per batch', 250, [50, 2000, 50], {
      doc: 'Of all its points together (GraphRAG: 1000).',
    }),
    number('map_temperature', 'Temperature for batches', 0, [0, 2, 0.1], {
      doc: '0 takes the likeliest word each time.',
    }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], { doc: 'At most (GraphRAG: 2000).' }),
  ],
} satisfies SearchParameters;

/** Of a step of DRIFT, per cent of its room: GraphRAG's 90 and 10 leave nothing for the graph (spec 0.9). */
export const DRIFT_PER_CENT = { sources: 60, reports: 10 } as const;

/** DRIFT search (GraphRAG B3), sized for a model in the tab; GraphRAG's own figures suit servers. */
export const DRIFT_PARAMETERS = {
  name: 'drift',
  title: 'DRIFT',
  doc: 'Begins with the nearest reports, asks further questions of its own, answers each from passages, and joins what it found.',
  parameters: [
    flag('hypothesis', 'Search with a hypothetical answer (HyDE)', true, {
      doc: 'One call; what it writes only helps to find the nearest reports, and only with an embedding model.',
    }),
    LEVEL,
    number('reports', 'Reports to begin with', 6, [1, 50], { doc: 'The nearest to the question (GraphRAG: 20).' }),
    number('folds', 'Primer folds', 1, [1, 10], {
      doc: 'The reports are dealt out to so many calls (GraphRAG: 5).',
    }),
    number('depth', 'Rounds of further questions', 2, [0, 5], { part: 'Rounds', doc: 'GraphRAG: 3.' }),
    number('follow_ups', 'Further questions in a round', 3, [1, 30], { doc: 'One call each (GraphRAG: 20).' }),
    number('entities', 'Entities of a follow-up step', 10, [1, 50], {
      doc: 'Entities that it starts from at most (GraphRAG: 10).',
    }),
    number('relationships', 'Relationships of an entity', 10, [0, 50], {
      doc: 'To entities outside of the chosen ones, for each chosen one (GraphRAG: 10).',
    }),
    number('sources_share', 'Share of passages', DRIFT_PER_CENT.sources, [0, 100, 5], {
      doc: 'Per cent of the room for data of a follow-up step (GraphRAG: 90). Left at 60 and 10, they get more in a small window.',
    }),
    number('reports_share', 'Share of reports', DRIFT_PER_CENT.reports, [0, 100, 5], {
      doc: 'Per cent of the room for data of a follow-up step (GraphRAG: 10); the graph has the rest.',
    }),
    number('step_words', 'Words of a follow-up step', 120, [30, 1000, 10], { doc: 'At most.' }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], { doc: 'At most.' }),
    number('step_temperature', 'Temperature of a follow-up step', 0, [0, 2, 0.1], {
      doc: '0 takes the likeliest word each time (GraphRAG: 0).',
    }),
  ],
} satisfies SearchParameters;

/** Basic search (GraphRAG B4). */
export const BASIC_PARAMETERS = {
  name: 'basic',
  title: 'Basic',
  doc: 'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning.',
  parameters: [number('passages', 'Passages', 10, [1, 100], { doc: 'At most (GraphRAG: 10).' })],
} satisfies SearchParameters;
