import type { ChatMessage } from '../../../src/core/models/chat-model';
import { BASIC_ANSWER } from '../../../src/core/prompts/answers/basic-answer';
import { DRIFT_HYPOTHESIS } from '../../../src/core/prompts/answers/drift-hypothesis';
import { DRIFT_PRIMER } from '../../../src/core/prompts/answers/drift-primer';
import { DRIFT_REDUCE } from '../../../src/core/prompts/answers/drift-reduce';
import { DRIFT_STEP } from '../../../src/core/prompts/answers/drift-step';
import { FOLLOW_UP_QUESTIONS } from '../../../src/core/prompts/answers/follow-up-questions';
import { GLOBAL_MAP } from '../../../src/core/prompts/answers/global-map';
import { GLOBAL_REDUCE } from '../../../src/core/prompts/answers/global-reduce';
import { LOCAL_ANSWER } from '../../../src/core/prompts/answers/local-answer';
import { RATE_REPORT } from '../../../src/core/prompts/answers/rate-report';
import { REWRITE_QUESTION } from '../../../src/core/prompts/answers/rewrite-question';
import { ENTAILMENT } from '../../../src/core/prompts/entailment';
import { shownRows, type ShownRow } from './shown-rows';

const PROMPTS = [
  LOCAL_ANSWER,
  BASIC_ANSWER,
  GLOBAL_MAP,
  GLOBAL_REDUCE,
  RATE_REPORT,
  DRIFT_HYPOTHESIS,
  DRIFT_PRIMER,
  DRIFT_STEP,
  DRIFT_REDUCE,
  REWRITE_QUESTION,
  FOLLOW_UP_QUESTIONS,
  ENTAILMENT,
];

/** A call of a search, read back from its words as a model sees them. */
export interface AskedCall {
  /** Name of the prompt. */
  readonly prompt: string;
  /** The question to answer now. */
  readonly question: string;
  readonly rows: readonly ShownRow[];
  /** Whether a JSON object is asked for, and not lines. */
  readonly json: boolean;
  /** All that is not the system's. */
  readonly user: string;
}

/** Undefined for a call that is none of a search. */
export function askedCall(messages: readonly ChatMessage[]): AskedCall | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const prompt = PROMPTS.find((one) => system.startsWith(one.system.split('{')[0] ?? ''))?.name;
  if (prompt === undefined) return undefined;
  const user = messages.at(-1)?.content ?? '';
  return {
    prompt,
    question: lastLine(user, /^(?:Question|Follow-up question|Newest question): /u),
    rows: shownRows(user),
    json: system.includes('one JSON object'),
    user,
  };
}

/** What follows the last beginning of a line of this kind. */
const lastLine = (text: string, beginning: RegExp): string =>
  text
    .split('\n')
    .findLast((line) => beginning.test(line))
    ?.replace(beginning, '') ?? '';
