import { answerWriter } from './answer-writer';
import { helpingOf, type Found } from './found';
import type { Finding } from './findings-table';
import type { ModeOutcome } from './mode-outcome';
import { isModelFailure } from './model-failure';
import type { SearchRun } from './search-run';
import { NOTHING_WRITTEN } from './written';
import { WORDS } from '../words';

/**
 * What came of a search that was stopped, or whose model failed, before its answer: the findings as a list with their citations. Null where
 * there is nothing to keep: then the error stands. After a stop a tree or points without any findings are kept, too: `anything` says that
 * there are such.
 */
export function piecesOf(run: SearchRun, found: Found, error: unknown, anything: boolean): ModeOutcome | null {
  const { findings, ...seen } = found;
  const broken: unknown = run.signal.aborted ? run.signal.reason : error;
  // A search that its model ended for good is aborted, too.
  const isFailure = isModelFailure(broken);
  const isStopped = run.signal.aborted && !isFailure;
  const helping = helpingOf(findings);
  if (helping.length > 0 && (isStopped || isFailure)) {
    const lead = isStopped ? WORDS.stoppedBefore : WORDS.notJoined;
    return { ...seen, lead, written: { ...listed(run, helping, seen.contexts), broken } };
  }
  return isStopped && anything ? { ...seen, written: { ...NOTHING_WRITTEN, broken } } : null;
}

/** The most important first. */
function listed(run: SearchRun, findings: readonly Finding[], contexts: Found['contexts']) {
  const writer = answerWriter(run, contexts);
  const lines = [...findings]
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => `- ${text.trim().replace(/\s*\n\s*/gu, ' ')}`);
  writer.add(lines.join('\n'));
  return writer.finish();
}
