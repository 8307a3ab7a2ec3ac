import { answerWriter } from './answer-writer';
import type { Finding } from './write-answer';
import { type ModeOutcome, isModelFailure, type SearchRun, NOTHING_WRITTEN } from './search-run';
import type { BuiltContext, ContextRow } from '../context/context';
import type { ContextItem } from '../events';
import { hasWords } from '../request/asking-words';

/**
 * What came of a search that was stopped, or whose model failed, before its answer: the findings as a list with their citations. Null where
 * there is nothing to keep: then the error stands. After a stop a tree or points without any findings are kept, too: `anything` says that
 * there are such.
 */
export function partialAnswer(run: SearchRun, found: Found, error: unknown, anything: boolean): ModeOutcome | null {
  const { findings, ...seen } = found;
  const broken: unknown = run.signal.aborted ? run.signal.reason : error;
  // A search that its model ended for good is aborted, too.
  const isFailure = isModelFailure(broken);
  const isStopped = run.signal.aborted && !isFailure;
  const helping = helpingOf(findings);
  if (helping.length > 0 && (isStopped || isFailure)) {
    const lead = isStopped ? STOPPED : NOT_JOINED;
    return { ...seen, lead, written: { ...listed(run, helping, seen.contexts), broken } };
  }
  return isStopped && anything ? { ...seen, written: { ...NOTHING_WRITTEN, broken } } : null;
}

const STOPPED = 'It was stopped before these findings were joined into one answer:';
const NOT_JOINED = 'The model failed before it had joined these findings into one answer:';

/** The most important first. */
function listed(run: SearchRun, findings: readonly Finding[], contexts: Found['contexts']) {
  // Nobody waits for more than words can tell of it.
  const writer = answerWriter({ ...run, checker: () => Promise.resolve(null) }, contexts, []);
  const lines = [...findings]
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => `- ${text.trim().replace(/\s*\n\s*/gu, ' ')}`);
  writer.add(lines.join('\n'));
  return writer.finish();
}

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
