import { inSteps, type Work } from '../../work';
import { callsBySize } from './estimate-descriptions';
import type { DescriptionOptions } from './description-call';
import type { DescriptionRate, DescriptionRates } from './description-rates';
import type { PassagesOfNames } from './passages-of-names';

/** What is said of a thing by now. */
export interface Said {
  /** Distinct descriptions. */
  readonly count: number;
  /** Of all of them. */
  readonly tokens: number;
  /** Whether a model made one of them. */
  readonly joined: boolean;
}

/** What joining is expected to take once passages are read. */
export interface ComingCalls {
  /** Entities and relationships. */
  readonly items: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

export interface ComingOptions extends DescriptionOptions {
  /** Tokens of descriptions up to which they stand side by side. */
  readonly joinAbove: number;
  readonly rates: DescriptionRates;
  /** By key, or pair of keys. */
  readonly said: ReadonlyMap<string, Said>;
}

/**
 * What joining descriptions will take that these passages bring, besides what is due already: each holds a description of a name, or of a
 * pair in one sentence, by chance, as often as the rates say, and independently of the others.
 */
export function* comingDescriptions(unread: PassagesOfNames, options: ComingOptions): Work<ComingCalls> {
  const { entities, relationships } = options.rates;
  const names = yield* expectedOf(unread.names, entities, options);
  const pairs = yield* expectedOf(unread.pairs, relationships, options);
  const sum = (of: keyof ComingCalls): number => Math.round(names[of] + pairs[of]);
  return {
    items: sum('items'),
    calls: sum('calls'),
    promptTokens: sum('promptTokens'),
    replyTokens: sum('replyTokens'),
  };
}

function* expectedOf(
  passages: ReadonlyMap<string, number>,
  { perPassage, tokens }: DescriptionRate,
  options: ComingOptions,
): Work<ComingCalls> {
  const { said, joinAbove } = options;
  const share = Math.min(1, perPassage);
  // More than one a passage: of as many things more, of which nothing was found without a model.
  const times = Math.max(1, perPassage);
  const callsOf = callsBySize(options);
  const total = { items: 0, calls: 0, promptTokens: 0, replyTokens: 0 };
  const visit = ([key, holding]: readonly [string, number]): void => {
    const now = said.get(key) ?? NOTHING;
    if (now.count > 1 && !now.joined && now.tokens > joinAbove) return; // due already
    const enough = Math.floor((joinAbove - now.tokens) / tokens) + 1;
    const needed = Math.max(1, 2 - now.count, enough);
    const chance = times * atLeast(needed, holding, share);
    if (chance === 0) return;
    const calls = callsOf(now.tokens + Math.max(needed, holding * share) * tokens);
    total.items += chance;
    for (const { promptTokens, replyTokens } of calls) {
      total.calls += chance;
      total.promptTokens += chance * promptTokens;
      total.replyTokens += chance * replyTokens;
    }
  };
  yield* inSteps([...passages], visit, 256);
  return total;
}

const NOTHING: Said = { count: 0, tokens: 0, joined: false };

/** The probability of `least` or more of `of` independent events, each of which has this share (a binomial tail). */
export function atLeast(least: number, of: number, share: number): number {
  if (least > of) return 0;
  if (share >= 1) return 1;
  let exactly = (1 - share) ** of;
  let fewer = 0;
  for (let n = 0; n < least; n++) {
    fewer += exactly;
    exactly *= ((of - n) / (n + 1)) * (share / (1 - share));
  }
  return Math.max(0, 1 - fewer);
}
