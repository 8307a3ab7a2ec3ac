import type { ModelStep } from '../core/index/model/model-plan';

const TITLES: Readonly<Record<ModelStep, string>> = {
  reading: 'Reading passages',
  resolution: 'Comparing names',
  descriptions: 'Summarising descriptions',
  reports: 'Writing reports',
};

/** What a model does in a step, in words. */
export const stepTitle = (step: ModelStep): string => TITLES[step];
