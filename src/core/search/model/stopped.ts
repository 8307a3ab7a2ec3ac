import type { BuiltContext } from '../context/context';
import { answerWriter } from './answer-writer';
import type { Finding } from './findings-table';
import type { ModeOutcome } from './mode-outcome';
import type { SearchRun } from './search-run';

/** What was found until a person stopped the search, as a list with its citations; throws the signal's reason where nothing was. */
export function writtenSoFar(
  run: SearchRun,
  findings: readonly Finding[],
  contexts: readonly BuiltContext[],
): ModeOutcome['written'] {
  const found = findings.filter(({ text, score }) => text.trim() !== '' && score > 0);
  if (found.length === 0) run.signal.throwIfAborted();
  const writer = answerWriter(run, contexts);
  const lines = [...found]
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => `- ${text.trim().replace(/\s*\n\s*/gu, ' ')}`);
  writer.add(lines.join('\n'));
  return { ...writer.finish(), broken: run.signal.reason as unknown };
}
