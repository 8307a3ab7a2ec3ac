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

/**
 * What resolving names will cost at most, from the entities as they are before a model has read anything: it will name about the same
 * ones. Seven in ten candidates are worth asking about; the others follow from these.
 */
export function* resolutionEstimate(
  entities: readonly EntityRow[],
  relationships: readonly Ends[],
  parameters: ResolutionParameters,
  edited: EditedPrompt = {},
): Work<ResolutionEstimate> {
  const found = yield* candidates({ entities, relationships, everyone: true });
  const decisions = Math.min(parameters.candidates, Math.ceil(found.length * 0.7));
  return loadOfPairs(decisions, parameters, edited);
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
