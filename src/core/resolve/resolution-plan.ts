import { flag, number, type ValuesOf } from '../parameters';
import type { Ends } from '../extract/aliases/alias-candidates';
import { SAME_ENTITY } from '../prompts/extraction';
import { systemWords, type EditedPrompt, type ReplyForm } from '../prompts/prompt';
import type { Rows } from '../tables/rows';
import type { EntityRow } from '../tables/tables';
import { estimateTokens } from '../text/tokens';
import type { Work } from '../work';
import { findCandidates } from './candidates';

/** The parameters of joining names. */
export const RESOLUTION_PARAMETERS = [
  flag('resolve', 'Join names that mean the same', true, {
    doc: 'Asks the model which names mean the same, so that one thing is one entity; eight pairs cost one call. What it merges is listed under Duplicates and can be undone.',
  }),
  number('candidates', 'Pairs of names to ask about', 40, [0, 400, 8], {
    doc: 'Asks about at most this many pairs, the likeliest first, and about no more than passages were read. Higher can join more names; eight pairs cost one call.',
  }),
  number('evidence', 'Sentences shown for each name', 1, [0, 4], {
    doc: 'Shows the model this many sentences for each name. More can make its decisions surer, and make its prompts longer.',
  }),
];

export type ResolutionParameters = Omit<ValuesOf<typeof RESOLUTION_PARAMETERS>, 'resolve'>;

/** Pairs in one call. The instructions are paid for once, and a small model still distinguishes the lines. */
export const PAIRS_PER_CALL = 8;

/** Pairs to ask about after so many passages were read: one per passage, in full calls, and at least one call. */
export const pairsFor = (passages: number, { candidates }: Pick<ResolutionParameters, 'candidates'>): number =>
  Math.min(candidates, PAIRS_PER_CALL * Math.max(1, Math.floor(passages / PAIRS_PER_CALL)));

/** Tokens of two names with their types, and of a sentence. Measured on the sample. */
const PER_PAIR = 24;
const PER_SENTENCE = 28;
/** Tokens of one answer as models write it, and of the text around all of them. */
const PER_ANSWER: Readonly<Record<ReplyForm, number>> = { lines: 4, json: 7 };
const AROUND: Readonly<Record<ReplyForm, number>> = { lines: 0, json: 8 };

/** The prompt as a person edited it, and the form of the replies. */
interface PairWords {
  readonly edited?: EditedPrompt | undefined;
  readonly form?: ReplyForm | undefined;
}

/** The expected cost of asking about pairs. */
export interface ResolutionEstimate {
  readonly decisions: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Entities searched first, the most frequent ones. The others are searched only if these give too few pairs. */
const FREQUENT = 1_000;
/** Share of the candidates that are asked about. The others follow from these. */
const WORTH_ASKING = 0.7;

/** Estimates the cost of resolving names before a model has read anything. It will name about the same entities as were found without it. */
export function* resolutionEstimate(
  entities: readonly EntityRow[],
  relationships: Rows<Ends>,
  parameters: ResolutionParameters,
  words: PairWords = {},
): Work<ResolutionEstimate> {
  const frequent = entities.toSorted((a, b) => b.frequency - a.frequency).slice(0, FREQUENT);
  const ofThese = yield* likelyPairs(frequent, linksAmong(frequent, relationships));
  const isAll = ofThese >= parameters.candidates || frequent.length === entities.length;
  const pairs = isAll ? ofThese : yield* likelyPairs(entities, relationships);
  return loadOfPairs(Math.min(parameters.candidates, pairs), parameters, words);
}

function* likelyPairs(entities: readonly EntityRow[], relationships: Rows<Ends>): Work<number> {
  const found = yield* findCandidates(entities, relationships);
  return Math.ceil(found.length * WORTH_ASKING);
}

function linksAmong(entities: readonly EntityRow[], relationships: Rows<Ends>): readonly Ends[] {
  const ids = new Set(entities.map(({ id }) => id));
  return relationships.filter(({ source_id, target_id }) => ids.has(source_id) && ids.has(target_id));
}

/** Estimates the cost of asking about so many pairs. */
export function loadOfPairs(
  decisions: number,
  parameters: ResolutionParameters,
  { edited = {}, form = 'lines' }: PairWords = {},
): ResolutionEstimate {
  const calls = Math.ceil(decisions / PAIRS_PER_CALL);
  const instructions = estimateTokens(systemWords(SAME_ENTITY, edited, form));
  return {
    decisions,
    calls,
    promptTokens: calls * instructions + decisions * (PER_PAIR + 2 * parameters.evidence * PER_SENTENCE),
    completionTokens: calls * AROUND[form] + decisions * PER_ANSWER[form],
  };
}
