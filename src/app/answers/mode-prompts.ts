import { PROMPTS } from '../../core/prompts';
import type { Prompt } from '../../core/prompts/prompt';
import type { SearchParameters } from '../../core/settings/search-parameters';

const NAMES: Readonly<Record<SearchParameters['name'], RegExp>> = {
  answers: /^(?:rewrite-question|follow-up-questions)$/u,
  local: /^local-/u,
  global: /^(?:global-|rate-report$)/u,
  drift: /^drift-/u,
  basic: /^basic-/u,
};

/** The prompts that a mode asks with, or those beside every answer. */
export const promptsOf = (group: SearchParameters['name']): readonly Prompt[] =>
  PROMPTS.filter(({ name }) => NAMES[group].test(name));
