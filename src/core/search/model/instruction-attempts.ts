import type { SearchIndex } from '../../retrieval/index';
import type { BuiltContext, ContextRow } from '../context/context';
import { cleaned } from '../context/render-table';
import type { InstructionAttempt } from '../events';
import { instructionIn, type InstructingWords } from '../instructing-words';

const MOST = 20;

/**
 * Of what was shown, whether sentences, titles, names or cells, what seems to speak to the model rather than to a reader. Each is told of
 * the document in whose own text it stands, else of the report or thing that says it.
 */
export function instructionAttempts(
  index: SearchIndex,
  contexts: readonly BuiltContext[],
): readonly InstructionAttempt[] {
  const found = new Map<string, InstructionAttempt>();
  const used = contexts.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.filter((row) => row.used)));
  // A document's own sentences first: a report joins others to them.
  const ownFirst = [...used].sort((a, b) => Number(b.dataset === 'Sources') - Number(a.dataset === 'Sources'));
  for (const row of ownFirst) {
    for (const { text, documentIds } of textsOf(row)) {
      if (found.size >= MOST) return [...found.values()];
      const words = instructionIn(text);
      if (words === null) continue;
      const attempt = attemptOf(index, row, words, documentIds);
      const key = `${attempt.documentIds[0] ?? attempt.documentTitle} ${words.core.toLowerCase()}`;
      found.set(key, found.get(key) ?? attempt);
    }
  }
  return [...found.values()];
}

function attemptOf(
  index: SearchIndex,
  row: ContextRow,
  { words, core }: InstructingWords,
  documentIds: readonly string[],
): InstructionAttempt {
  const ids = [...new Set([...documentIds, ...row.documentIds])];
  const held = [words, core].map((part) => ids.filter((id) => holds(index, id, part))).find((some) => some.length > 0);
  const titled = held?.flatMap((id) => index.labels.get(id) ?? []).find(Boolean);
  if (held && titled !== undefined) return { documentTitle: titled, words, documentIds: held };
  const documentTitle = row.dataset === 'Reports' ? `the report “${row.title}”` : row.title;
  return { documentTitle, words, documentIds: row.documentIds };
}

/** Whether a document's title or text has these words, with whatever white space. */
function holds({ documents }: SearchIndex, id: string, words: string): boolean {
  const document = documents.get(id);
  if (!document) return false;
  const wanted = cleaned(words);
  return [document.title, document.text].some((text) => cleaned(text).includes(wanted));
}

interface ShownText {
  readonly text: string;
  /** Documents on which it rests. */
  readonly documentIds: readonly string[];
}

/** The sentences of a row by themselves, and what else was sent of it: number, titles, names and other cells. */
function textsOf({ grounds, line, documentIds }: ContextRow): readonly ShownText[] {
  const rest = grounds.reduce((left, { text }) => left.replace(cleaned(text), ' '), line);
  return [
    ...grounds.map(({ text, spans }) => ({ text, documentIds: spans.map(({ document_id: id }) => id) })),
    ...rest.split('|').map((text) => ({ text, documentIds })),
  ];
}
