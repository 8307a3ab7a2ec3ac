import type { BuiltContext, ContextRow } from '../context/context';
import type { ContextItem } from '../events';
import { hasWords } from '../asking-words';
import type { Finding } from './findings-table';

/** What a mode of several calls has found up to some moment. */
export interface Found {
  /** With numbers that hold for the whole search. */
  readonly contexts: readonly BuiltContext[];
  /** Reports that found no place in any context. */
  readonly left?: readonly ContextRow[];
  /** Reports that were rated and not read (global search). */
  readonly passedOver?: readonly ContextItem[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

/** Keeps what was found so far, in place of what was kept before: it outlives the promise of a search that was stopped, or that failed. */
export type Keep = (found: Found) => void;

/** Findings that are worth a place in the answer. */
export const helpingOf = <F extends Pick<Finding, 'text' | 'score'>>(findings: readonly F[]): readonly F[] =>
  findings.filter(({ text, score }) => hasWords(text) && score > 0);
