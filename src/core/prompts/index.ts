import {
  CLAIMS_PROMPT,
  COMPACT_PROMPT,
  FULL_PROMPT,
  GLEANING,
  GLEANING_MORE,
  SAME_ENTITY,
  TUNING_PROMPT,
} from './extraction';
import { DESCRIPTION_PROMPT, REPORT_PROMPT, REPORT_FIELDS_PROMPT } from './reports';
import { CONTEXT_PROMPT } from './contextual';
import { SUMMARY_PROMPT } from './raptor';
import type { Prompt } from './prompt';
import { THEME_KEYWORDS_PROMPT, THEMES_PROMPT } from './themes';

/** Every prompt of an index run, in the order in which it uses them. */
export const INDEX_PROMPTS: readonly Prompt[] = [
  TUNING_PROMPT,
  COMPACT_PROMPT,
  FULL_PROMPT,
  THEMES_PROMPT,
  GLEANING_MORE,
  GLEANING,
  CLAIMS_PROMPT,
  SAME_ENTITY,
  DESCRIPTION_PROMPT,
  THEME_KEYWORDS_PROMPT,
  REPORT_PROMPT,
  REPORT_FIELDS_PROMPT,
  CONTEXT_PROMPT,
  SUMMARY_PROMPT,
];
