import type { DescriptionOptions } from '../../../src/core/descriptions/summarise-descriptions';

export const DESCRIPTION_OPTIONS: DescriptionOptions = {
  maxInputTokens: 4000,
  contextWindow: 8192,
  maxWords: 60,
  language: null,
  prompts: {},
};
