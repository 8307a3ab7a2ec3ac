import type { ModelStep, PlanOffer, PlanPart } from '../core/index/planning';
import type { ModelSpending } from '../core/ports/index-state';
import { duration } from './durations';
import { count, counted } from './numbers';

const TITLES: Readonly<Record<ModelStep, string>> = {
  reading: 'Reading passages',
  resolution: 'Comparing names',
  descriptions: 'Summarising descriptions',
  reports: 'Writing reports',
};

/** What a model does in a step, in words. */
export const stepTitle = (step: ModelStep): string => TITLES[step];

/** Such as `12 calls, 30,400 tokens, about 4 minutes (3 more are already answered)`. */
export function priceWords({ calls, answered = 0, promptTokens, replyTokens, seconds }: PlanOffer): string {
  if (calls === 0 && answered > 0) return 'nothing, since all of it is already answered';
  const time = seconds === null ? [] : [`about ${duration(seconds)}`];
  const price = [counted(calls, 'call'), counted(promptTokens + replyTokens, 'token'), ...time].join(', ');
  return answered > 0 ? `${price} (${count(answered)} more ${answered === 1 ? 'is' : 'are'} already answered)` : price;
}

/** Such as `14 calls, 20,000 tokens read and written`. */
export const spentWords = ({ calls, promptTokens, completionTokens }: ModelSpending): string =>
  `${counted(calls, 'call')}, ${counted(promptTokens + completionTokens, 'token')} read and written`;

/** Two offers taken together. */
export function addOffers(one: PlanOffer, other: PlanOffer): PlanOffer {
  return {
    items: one.items + other.items,
    calls: one.calls + other.calls,
    answered: (one.answered ?? 0) + (other.answered ?? 0),
    promptTokens: one.promptTokens + other.promptTokens,
    replyTokens: one.replyTokens + other.replyTokens,
    seconds: one.seconds === null || other.seconds === null ? null : one.seconds + other.seconds,
  };
}

/** What all steps of a plan ask together. */
export function sumOf(
  parts: readonly PlanPart[],
): Pick<PlanPart, 'calls' | 'promptTokens' | 'replyTokens'> & { readonly answered: number } {
  return parts.reduce(
    (sum, { calls, answered = 0, promptTokens, replyTokens }) => ({
      calls: sum.calls + calls,
      answered: sum.answered + answered,
      promptTokens: sum.promptTokens + promptTokens,
      replyTokens: sum.replyTokens + replyTokens,
    }),
    { calls: 0, answered: 0, promptTokens: 0, replyTokens: 0 },
  );
}
