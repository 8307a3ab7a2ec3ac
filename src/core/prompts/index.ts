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
import {
  ANSWER_DIFFERENCE,
  ANSWER_PAIR,
  ASSERTION_CHECK,
  CLAIM_CHECK,
  DIFFERENCE_JUDGEMENT,
  PASSAGE_SUPPORT,
  RATE_PASSAGE,
  TEXT_CLAIMS,
} from './judging';
import { GLOBAL_QUESTION, LINKED_QUESTION, LOCAL_QUESTION } from './question-making';
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

/** Every prompt of an evaluation: those that make questions, then those that judge. */
export const EVALUATION_PROMPTS: readonly Prompt[] = [
  LOCAL_QUESTION,
  LINKED_QUESTION,
  GLOBAL_QUESTION,
  TEXT_CLAIMS,
  CLAIM_CHECK,
  ASSERTION_CHECK,
  PASSAGE_SUPPORT,
  ANSWER_PAIR,
  ANSWER_DIFFERENCE,
  DIFFERENCE_JUDGEMENT,
  RATE_PASSAGE,
];
