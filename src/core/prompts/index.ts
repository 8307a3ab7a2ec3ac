import {
  BASIC_ANSWER,
  DRIFT_HYPOTHESIS,
  DRIFT_PRIMER,
  DRIFT_REDUCE,
  DRIFT_STEP,
  GLOBAL_MAP,
  GLOBAL_REDUCE,
  LOCAL_ANSWER,
  RATE_REPORT,
} from './answers';
import { FOLLOW_UP_QUESTIONS, REWRITE_QUESTION } from './questions';
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
import type { Prompt } from './prompt';

/** Every prompt of an index run, in the order in which it uses them. */
const INDEX_PROMPTS: readonly Prompt[] = [
  TUNING_PROMPT,
  COMPACT_PROMPT,
  FULL_PROMPT,
  GLEANING_MORE,
  GLEANING,
  CLAIMS_PROMPT,
  SAME_ENTITY,
  DESCRIPTION_PROMPT,
  REPORT_PROMPT,
  REPORT_FIELDS_PROMPT,
];

/** The prompts of each mode, and of answers in all of them: a person edits them beside the settings of the same name. */
export const SEARCH_PROMPTS = {
  answers: [REWRITE_QUESTION, FOLLOW_UP_QUESTIONS],
  local: [LOCAL_ANSWER],
  global: [RATE_REPORT, GLOBAL_MAP, GLOBAL_REDUCE],
  drift: [DRIFT_HYPOTHESIS, DRIFT_PRIMER, DRIFT_STEP, DRIFT_REDUCE],
  basic: [BASIC_ANSWER],
} as const satisfies Readonly<Record<string, readonly Prompt[]>>;

/** Every prompt of a question. */
export const ANSWER_PROMPTS: readonly Prompt[] = Object.values(SEARCH_PROMPTS).flat();

/** Every prompt that a person may reword. */
export const PROMPTS: readonly Prompt[] = [...INDEX_PROMPTS, ...ANSWER_PROMPTS];
