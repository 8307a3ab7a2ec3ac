import type { ModelStep, PlanOffer, PlanPart } from '../core/index/model/model-plan';
import type { ModelSpending } from '../core/ports';
import { duration } from './durations';
import { counted } from './numbers';

const TITLES: Readonly<Record<ModelStep, string>> = {
  reading: 'Reading passages',
  resolution: 'Comparing names',
  descriptions: 'Summarising descriptions',
  reports: 'Writing reports',
};

/** What a model does in a step, in words. */
export const stepTitle = (step: ModelStep): string => TITLES[step];

/** Such as `12 calls, 30,400 tokens, about 4 minutes`. */
export function priceWords({ calls, promptTokens, replyTokens, seconds }: PlanOffer): string {
  const time = seconds === null ? [] : [`about ${duration(seconds)}`];
  return [counted(calls, 'call'), counted(promptTokens + replyTokens, 'token'), ...time].join(', ');
}

/** Such as `14 calls, 20,000 tokens read and written`. */
export const spentWords = ({ calls, promptTokens, completionTokens }: ModelSpending): string =>
  `${counted(calls, 'call')}, ${counted(promptTokens + completionTokens, 'token')} read and written`;

/** Two offers taken together. */
export function addOffers(one: PlanOffer, other: PlanOffer): PlanOffer {
  return {
    items: one.items + other.items,
    calls: one.calls + other.calls,
    promptTokens: one.promptTokens + other.promptTokens,
    replyTokens: one.replyTokens + other.replyTokens,
    seconds: one.seconds === null || other.seconds === null ? null : one.seconds + other.seconds,
  };
}

/** What all steps of a plan ask together. */
export function sumOf(parts: readonly PlanPart[]): Pick<PlanPart, 'calls' | 'promptTokens' | 'replyTokens'> {
  return parts.reduce(
    (sum, { calls, promptTokens, replyTokens }) => ({
      calls: sum.calls + calls,
      promptTokens: sum.promptTokens + promptTokens,
      replyTokens: sum.replyTokens + replyTokens,
    }),
    { calls: 0, promptTokens: 0, replyTokens: 0 },
  );
}
