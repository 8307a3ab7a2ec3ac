import type { SearchIndex } from '../../retrieve/index';
import type { BuiltContext, ContextRow } from '../context/context';
import { cleaned } from '../context/render-table';
import type { InstructionAttempt } from '../events';
import { instructionIn } from '../instructing-words';

const MOST = 20;

/** Of what was shown, whether sentences, titles, names or cells, what seems to speak to the model rather than to a reader. */
export function instructionAttempts(
  index: SearchIndex,
  contexts: readonly BuiltContext[],
): readonly InstructionAttempt[] {
  const found = new Map<string, InstructionAttempt>();
  const used = contexts.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.filter((row) => row.used)));
  for (const row of used) {
    for (const text of textsOf(row)) {
      if (found.size >= MOST) return [...found.values()];
      const words = instructionIn(text);
      if (words === null) continue;
      const documentTitle = row.documentIds.map((id) => index.labels.get(id) ?? '').find(Boolean) ?? row.title;
      found.set(words, found.get(words) ?? { documentTitle, words, documentIds: row.documentIds });
    }
  }
  return [...found.values()];
}

/** The sentences of a row by themselves, and what else was sent of it: number, titles, names and other cells. */
function textsOf({ grounds, line }: ContextRow): readonly string[] {
  const sentences = grounds.map(({ text }) => text);
  const rest = sentences.reduce((left, text) => left.replace(cleaned(text), ' '), line);
  return [...sentences, ...rest.split('|')];
}
