import type { Ends } from '../extract/alias-candidates';
import { SAME_ENTITY } from '../prompts/same-entity';
import type { EditedPrompt } from '../prompts/prompt';
import type { EntityRow } from '../tables/tables';
import { estimateTokens } from '../text/tokens';
import type { Work } from '../work';
import { candidates } from './candidates';
import { PAIRS_PER_CALL, type ResolutionParameters } from './resolution-parameters';

/** Tokens of two names with their types, and of a sentence as shown; measured on the sample. */
const PER_PAIR = 24;
const PER_SENTENCE = 28;
/** Tokens of a line of the reply as models write it. */
const PER_ANSWER = 4;

export interface ResolutionEstimate {
  readonly decisions: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Entities looked at first: where these alone give as many pairs as may be asked about, the others are not looked at. */
const FREQUENT = 1_000;
/** Candidates that are worth asking about; the others follow from these. */
const WORTH_ASKING = 0.7;

/**
 * What resolving names will cost at most, from the entities as they are before a model has read anything: it will name about the same
 * ones.
 */
export function* resolutionEstimate(
  entities: readonly EntityRow[],
  relationships: readonly Ends[],
  parameters: ResolutionParameters,
  edited: EditedPrompt = {},
): Work<ResolutionEstimate> {
  const frequent = entities.toSorted((a, b) => b.frequency - a.frequency).slice(0, FREQUENT);
  const ofThese = yield* pairsWorthAsking(frequent, linksAmong(frequent, relationships));
  const isAll = ofThese >= parameters.candidates || frequent.length === entities.length;
  const pairs = isAll ? ofThese : yield* pairsWorthAsking(entities, relationships);
  return loadOfPairs(Math.min(parameters.candidates, pairs), parameters, edited);
}

function* pairsWorthAsking(entities: readonly EntityRow[], relationships: readonly Ends[]): Work<number> {
  const found = yield* candidates({ entities, relationships, everyone: true });
  return Math.ceil(found.length * WORTH_ASKING);
}

function linksAmong(entities: readonly EntityRow[], relationships: readonly Ends[]): readonly Ends[] {
  const ids = new Set(entities.map(({ id }) => id));
  return relationships.filter(({ source_id, target_id }) => ids.has(source_id) && ids.has(target_id));
}

/** What asking about so many pairs takes. */
export function loadOfPairs(
  decisions: number,
  parameters: ResolutionParameters,
  edited: EditedPrompt = {},
): ResolutionEstimate {
  const calls = Math.ceil(decisions / PAIRS_PER_CALL);
  const instructions = estimateTokens(edited.system ?? SAME_ENTITY.system);
  return {
    decisions,
    calls,
    promptTokens: calls * instructions + decisions * (PER_PAIR + 2 * parameters.evidence * PER_SENTENCE),
    completionTokens: decisions * PER_ANSWER,
  };
}
