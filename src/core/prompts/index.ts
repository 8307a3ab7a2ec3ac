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

/** Every prompt that a person may word anew, in the order in which a run uses them. */
export const PROMPTS: readonly Prompt[] = [
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
