import type { SearchIndex } from '../../retrieval/index';
import type { Question } from '../request/question';
import { rankTextUnits } from '../../retrieval/text-units';
import type { Hit } from '../../retrieval/top-k';
import { assemble, fillTable } from './fill-table';
import type { BuiltContext } from './context';
import { TABLE_FORMS } from './render-table';
import type { Scope } from './scope';
import { sourceEntries } from './source-entries';

/** What a context of passages alone may hold. */
export interface BasicContextChoice {
  /** Estimated tokens at most. */
  readonly tokens: number;
  readonly scope: Scope;
  /** Passages at most; default 10. */
  readonly passages?: number;
}

const PASSAGES = 10;

/** How documents begin: what there is to show for a question on the whole of them that shares no word with any. */
function openings(index: SearchIndex, scope: Scope, most: number): readonly Hit[] {
  const found: Hit[] = [];
  for (const { text_unit_ids } of index.tables.documents) {
    if (found.length >= most) break;
    const id = text_unit_ids.map((unit) => index.slotOf.get(unit) ?? -1).find(scope.unit);
    if (id !== undefined) found.push({ id, score: 1 });
  }
  return found;
}

/** The best passages in rank order (GraphRAG B4 has them in the order of the table). Never over the budget. */
export function basicContext(
  index: SearchIndex,
  question: Question,
  { tokens, scope, passages = PASSAGES }: BasicContextChoice,
): BuiltContext {
  const ranked = rankTextUnits(index, question, scope.unit).hits.slice(0, passages);
  const hits = ranked.length > 0 || question.scope === 'specific' ? ranked : openings(index, scope, passages);
  return assemble([fillTable(TABLE_FORMS.Sources, sourceEntries(index, hits), tokens, scope)], tokens);
}
