import { BASIC_ANSWER } from './answers/basic-answer';
import { DRIFT_HYPOTHESIS } from './answers/drift-hypothesis';
import { DRIFT_PRIMER } from './answers/drift-primer';
import { DRIFT_REDUCE } from './answers/drift-reduce';
import { DRIFT_STEP } from './answers/drift-step';
import { FOLLOW_UP_QUESTIONS } from './answers/follow-up-questions';
import { GLOBAL_MAP } from './answers/global-map';
import { GLOBAL_REDUCE } from './answers/global-reduce';
import { LOCAL_ANSWER } from './answers/local-answer';
import { RATE_REPORT } from './answers/rate-report';
import { REWRITE_QUESTION } from './answers/rewrite-question';
import { CLAIMS } from './claims';
import { COMPACT } from './compact';
import { DESCRIPTION_PROMPT } from './description';
import { FULL } from './full';
import { GLEANING, GLEANING_MORE } from './gleaning';
import type { Prompt } from './prompt';
import { REPORT_PROMPT } from './report';
import { REPORT_FIELDS_PROMPT } from './report-fields';
import { SAME_ENTITY } from './same-entity';
import { TUNING } from './tuning';

/** Every prompt of an index run, in the order in which it uses them. */
const INDEX_PROMPTS: readonly Prompt[] = [
  TUNING,
  COMPACT,
  FULL,
  GLEANING_MORE,
  GLEANING,
  CLAIMS,
  SAME_ENTITY,
  DESCRIPTION_PROMPT,
  REPORT_PROMPT,
  REPORT_FIELDS_PROMPT,
];

/** Every prompt of a question, by mode. */
export const ANSWER_PROMPTS: readonly Prompt[] = [
  REWRITE_QUESTION,
  LOCAL_ANSWER,
  BASIC_ANSWER,
  RATE_REPORT,
  GLOBAL_MAP,
  GLOBAL_REDUCE,
  DRIFT_HYPOTHESIS,
  DRIFT_PRIMER,
  DRIFT_STEP,
  DRIFT_REDUCE,
  FOLLOW_UP_QUESTIONS,
];

/** Every prompt that a person may word anew. */
export const PROMPTS: readonly Prompt[] = [...INDEX_PROMPTS, ...ANSWER_PROMPTS];
