import type { TokenLoad } from '../../models/speed';

/** Steps in which a model works, in order. */
export type ModelStep = 'reading' | 'resolution' | 'descriptions' | 'reports';

/** What a step would ask of the model. */
export interface PlanPart extends TokenLoad {
  readonly step: ModelStep;
  readonly title: string;
  /** Things it works on: passages, pairs, entities and relationships, communities. */
  readonly items: number;
  readonly calls: number;
  /** Calls besides, whose replies are kept already and cost nothing; missing means none. */
  readonly answered?: number;
  /** True where the number rests on what is not known yet, such as the entities that reading will find. */
  readonly guessed: boolean;
}

/** Something that a person can ask of one run besides its plan, and what that would take. */
export interface PlanOffer extends TokenLoad {
  /** Passages or reports. */
  readonly items: number;
  readonly calls: number;
  /** Calls besides, whose replies are kept already and cost nothing; missing means none. */
  readonly answered?: number;
  /** By the measured speed; null before there is one. */
  readonly seconds: number | null;
}

/** No tokens at all. */
export const NO_LOAD: TokenLoad = { promptTokens: 0, replyTokens: 0 };

/** The tokens of all of them together. */
export function sumLoads(loads: Iterable<TokenLoad>): TokenLoad {
  let promptTokens = 0;
  let replyTokens = 0;
  for (const load of loads) {
    promptTokens += load.promptTokens;
    replyTokens += load.replyTokens;
  }
  return { promptTokens, replyTokens };
}
