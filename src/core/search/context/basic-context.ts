import type { SearchIndex } from '../../retrieval/index';
import type { Question } from '../question';
import { rankUnits } from '../retrieve-units';
import { assemble } from './assemble';
import type { BuiltContext } from './context';
import { fillTable } from './fill-table';
import { TABLE_FORMS } from './render-table';
import { scopeOf } from './scope';
import { sourceEntries } from './source-entries';

/** What a context of passages alone may hold. */
export interface BasicContextChoice {
  /** Estimated tokens at most. */
  readonly tokens: number;
  /** Only these documents, when given and not empty. */
  readonly documentIds?: readonly string[];
  /** Passages at most; default 10. */
  readonly passages?: number;
}

const PASSAGES = 10;

/** The best passages in rank order (GraphRAG B4 has them in the order of the table). Never over the budget. */
export function basicContext(
  index: SearchIndex,
  question: Question,
  { tokens, documentIds, passages = PASSAGES }: BasicContextChoice,
): BuiltContext {
  const scope = scopeOf(index, documentIds);
  const hits = rankUnits(index, question, scope.unit).hits.slice(0, passages);
  return assemble([fillTable(TABLE_FORMS.Sources, sourceEntries(index, hits), tokens, scope)], tokens);
}
