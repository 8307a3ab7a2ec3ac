import type { ModelStep, PlanPart } from '../core/index/model/model-plan';

const TITLES: Readonly<Record<ModelStep, string>> = {
  reading: 'Reading passages',
  resolution: 'Comparing names',
  descriptions: 'Summarising descriptions',
  reports: 'Writing reports',
};

/** What a model does in a step, in words. */
export const stepTitle = (step: ModelStep): string => TITLES[step];

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
