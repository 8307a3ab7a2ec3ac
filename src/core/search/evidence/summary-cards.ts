import { EXTRACTIVE, summaryOf } from '../../raptor/summaries';
import { treeIndex } from '../modes/raptor/tree-index';
import type { SearchIndex } from '../../retrieval';
import { nearestFirst } from '../../retrieval/nearest-passage';
import type { ContextRow } from '../context/context';
import type { Question } from '../request/question';
import type { SummaryCard } from './evidence';
import { passagesOf } from './sentences';

/** Sentences of the documents that a card shows of a summary by a model; of others it shows all, which are its text. */
const SOURCES = 4;

/** The card of a summary, by its row in a context. Null where the tree no longer has it. */
export function summaryCard(
  index: SearchIndex,
  { row, id, score, documentIds }: ContextRow,
  question: Question,
): SummaryCard | null {
  const { tree, rows } = treeIndex(index);
  const node = tree.nodes[row];
  if (node?.id !== id) return null;
  const { text, statements, method } = summaryOf(tree, row, rows);
  const sources = passagesOf(
    index,
    statements.flatMap(({ spans }) => spans),
  );
  return {
    ...{ id, text, method, score, documentIds },
    level: node.level,
    leaves: node.size,
    sentences: statements.map(({ text: sentence, spans }) => ({
      text: sentence,
      documentIds: [...new Set(spans.map(({ document_id }) => document_id))],
    })),
    sources: nearestFirst(sources, question.text).slice(0, method === EXTRACTIVE ? Infinity : SOURCES),
  };
}
