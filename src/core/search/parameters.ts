import { choice, choicesOf, flag, number, type StepParameter, text, type Values } from '../parameters';
import type { ContextShares } from './context/context';
import type { RunMode } from './events';

/** What a person may set about a mode, described so that a form can be drawn from it. */
export interface SearchParameters {
  /** A mode, or `answers` for what holds for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** By name of the mode, or `answers`; what is missing has its default. */
export type SearchValues = Readonly<Partial<Record<SearchParameters['name'], Values>>>;

/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;

/** Earlier turns that may go with a question. */
export const MOST_HISTORY = 10;

const RESPONSE_TYPE = 'a few short paragraphs';

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
      doc: 'Of the index at most, however large the model’s window (GraphRAG: 12,000); 0 is what fits.',
    }),
  ],
} satisfies SearchParameters;

/** The parameters of every answer by a model, read. */
export type AnswerChoices = ReturnType<typeof answerChoices>;

/** Reads the parameters of every answer by a model; `maxInputTokens` is Infinity for whatever fits. */
export function answerChoices(chosen?: Values) {
  const choices = choicesOf(ANSWER_PARAMETERS, chosen);
  return {
    ...choices,
    responseType: choices.responseType || RESPONSE_TYPE,
    maxInputTokens: choices.maxInputTokens || Infinity,
  };
}

const SOURCES_SHARE = 50;
const REPORTS_SHARE = 15;

/** Local search (GraphRAG B1). */
export const LOCAL_PARAMETERS = {
  name: 'local',
  title: 'Local',
  doc: 'Starts from the entities that a question names or means, and shows what stands around them.',
  parameters: [
    number('entities', 'Entities', 10, [1, 50], {
      doc: 'Entities that a question starts from at most (GraphRAG: 10).',
    }),
    number('relationships', 'Relationships of an entity', 10, [0, 50], {
      doc: 'To entities outside of the chosen ones, for each chosen one (GraphRAG: 10). All between chosen ones are shown.',
    }),
    choice('ranking', 'Which relationships come first', ['connections', 'weight'], {
      doc: 'Those between well connected entities, or those that the documents state most often.',
    }),
    number('sources_share', 'Share of passages', SOURCES_SHARE, [0, 100, 5], {
      doc: 'Per cent of the room for data that passages may take; what others leave is theirs, too (GraphRAG: 50). Left at 50 and 15, they get more in a small window.',
    }),
    number('reports_share', 'Share of reports', REPORTS_SHARE, [0, 100, 5], {
      doc: 'Per cent of the room for data that community reports may take (GraphRAG: 15).',
    }),
    text('include', 'Always include', '', {
      doc: 'Names of entities to start from whatever the question, with commas between them.',
    }),
    text('exclude', 'Never include', '', { doc: 'Names of entities to leave out, with commas between them.' }),
  ],
} satisfies SearchParameters;

/** Reads the parameters of Local; there are no shares as long as nobody chose others than GraphRAG's. */
export function localChoices(chosen?: Values) {
  const { include, exclude, sourcesShare, reportsShare, ...choices } = choicesOf(LOCAL_PARAMETERS, chosen);
  const isUsual = sourcesShare === SOURCES_SHARE && reportsShare === REPORTS_SHARE;
  return {
    ...choices,
    ...(!isUsual && { shares: sharesOf(sourcesShare, reportsShare) }),
    include: namesIn(include),
    exclude: namesIn(exclude),
  };
}

/** Shares from per cent of passages and reports: the graph has the rest; both are made smaller together where they are more than all. */
function sharesOf(sources: number, reports: number): ContextShares {
  const whole = Math.max(100, sources + reports);
  return { sources: sources / whole, reports: reports / whole, graph: Math.max(0, 1 - (sources + reports) / whole) };
}

/** Names with commas between them. */
const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,，、;\n]/u)
    .map((name) => name.trim())
    .filter(Boolean);

/** Global search (GraphRAG B2). */
export const GLOBAL_PARAMETERS = {
  name: 'global',
  title: 'Global',
  doc: 'Reads the community reports in batches, draws points from each, and joins the points into one answer.',
  parameters: [
    flag('dynamic', 'Read only the reports that bear on the question', false, {
      doc: 'The model rates reports from the broadest down, one token each, and goes on only where one bears on the question (dynamic community selection). Otherwise all reports of the level are read.',
    }),
    number('least_rating', 'Least rating', 1, [1, 5], {
      doc: 'From 0 to 5, for a report to be read and its parts to be rated (GraphRAG: 1).',
    }),
    flag('keep_parents', 'Read a report also where its parts are read', false, {
      doc: 'GraphRAG leaves it out by default.',
    }),
    number('most_ratings', 'Ratings at most', 40, [1, 2000, 5], { doc: 'Calls of one token each.' }),
    number('most_batches', 'Batches of reports at most', 6, [1, 500], {
      doc: 'One call each. Where the reports need more, those that matter most for the question are read, and the trace says what was left out.',
    }),
    number('points', 'Points of a batch', 5, [1, 12], { doc: 'At most.' }),
    number('map_words', 'Words about a batch', 250, [50, 2000, 50], {
      doc: 'Of all its points together (GraphRAG: 1000).',
    }),
    number('map_temperature', 'Temperature for batches', 0, [0, 2, 0.1], {
      doc: '0 takes the likeliest word each time.',
    }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], { doc: 'At most (GraphRAG: 2000).' }),
  ],
} satisfies SearchParameters;

/** The parameters of Global, read. */
export type GlobalChoices = ReturnType<typeof globalChoices>;

/** Reads the parameters of Global; what is missing has its default. */
export const globalChoices = (chosen?: Values) => choicesOf(GLOBAL_PARAMETERS, chosen);

/** DRIFT search (GraphRAG B3), sized for a model in the tab; GraphRAG's own figures suit servers. */
export const DRIFT_PARAMETERS = {
  name: 'drift',
  title: 'DRIFT',
  doc: 'Begins with the nearest reports, asks further questions of its own, answers each from passages, and joins what it found.',
  parameters: [
    flag('hypothesis', 'Search by a made-up answer', true, {
      doc: 'One call; what it writes only helps to find the nearest reports, and only with an embedding model.',
    }),
    number('reports', 'Reports to begin with', 6, [1, 50], { doc: 'The nearest to the question (GraphRAG: 20).' }),
    number('folds', 'Calls for the beginning', 1, [1, 10], {
      doc: 'The reports are dealt out to so many calls (GraphRAG: 5).',
    }),
    number('depth', 'Rounds of further questions', 2, [0, 5], { doc: 'GraphRAG: 3.' }),
    number('follow_ups', 'Further questions in a round', 3, [1, 30], { doc: 'One call each (GraphRAG: 20).' }),
    number('step_words', 'Words of an answer on the way', 120, [30, 1000, 10], { doc: 'At most.' }),
    number('reduce_words', 'Words of the answer', 500, [50, 4000, 50], { doc: 'At most.' }),
    number('step_temperature', 'Temperature on the way', 0, [0, 2, 0.1], {
      doc: '0 takes the likeliest word each time (GraphRAG: 0).',
    }),
  ],
} satisfies SearchParameters;

/** The parameters of DRIFT, read. */
export type DriftChoices = ReturnType<typeof driftChoices>;

/** Reads the parameters of DRIFT; what is missing has its default. */
export const driftChoices = (chosen?: Values) => choicesOf(DRIFT_PARAMETERS, chosen);

/** Basic search (GraphRAG B4). */
export const BASIC_PARAMETERS = {
  name: 'basic',
  title: 'Basic',
  doc: 'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning.',
  parameters: [number('passages', 'Passages', 10, [1, 100], { doc: 'At most (GraphRAG: 10).' })],
} satisfies SearchParameters;

/** Reads the parameters of Basic; what is missing has its default. */
export const basicChoices = (chosen?: Values) => choicesOf(BASIC_PARAMETERS, chosen);
