import type { BuiltContext, ContextRow } from '../context/context';
import type { ContextItem } from '../events';
import type { BothWords } from '../words';
import { NOTHING_WRITTEN, type Written } from './written';

/** What a mode wrote, and how it ended. */
export interface Ended extends Written {
  /** Why it broke off: the reason of a stop, or the model's failure; missing where it came to its end. */
  readonly broken?: unknown;
  /** True where the length set for an answer was reached. */
  readonly cut?: boolean;
}

/** What a mode found and wrote. */
export interface ModeOutcome {
  readonly contexts: readonly BuiltContext[];
  /** Rows that found no place in any context. */
  readonly left?: readonly ContextRow[];
  /** Reports that were rated and not read (global search). */
  readonly passedOver?: readonly ContextItem[];
  readonly written: Ended;
  /** What was left out or went otherwise than asked for, a sentence each. */
  readonly notes: readonly string[];
  /** What a person is told before the answer. */
  readonly lead?: BothWords;
}

/** What is written where the documents hold nothing on a question. */
export const NOT_FOUND_WRITTEN: Written = { ...NOTHING_WRITTEN, notFound: true };
