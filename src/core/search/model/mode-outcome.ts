import type { BuiltContext } from '../context/context';
import type { Written } from './written';

/** What a mode found and wrote. */
export interface ModeOutcome {
  readonly contexts: readonly BuiltContext[];
  readonly written: Written & { readonly broken?: unknown; readonly cut?: boolean };
  /** What was left out or went otherwise than asked for, a sentence each. */
  readonly notes: readonly string[];
}
