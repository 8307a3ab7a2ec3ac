import { BASIC_ANSWER } from '../../prompts/answers';
import type { BuiltContext, Entry } from '../context/context';
import { BASIC_PARAMETERS } from '../search-parameters';
import { basicChoices } from '../parameters';
import { answerFrom } from '../writer/write-answer';
import type { ModeOutcome, SearchRun, Retrieval } from '../writer/search-run';
import type { Mode } from './mode';
import type { SearchIndex } from '../../retrieval';
import type { Hit } from '../../vectors/top-k';
import { sentenceBounds } from '../evidence/sentences';
import { oneLine } from '../../text/clip';
import type { Question } from '../request/question';
import { rankTextUnits } from '../../retrieval/text-units';
import { assemble, fillTable, formOf } from '../context/context-table';
import type { Scope } from '../context/scope';

/** Basic search (GraphRAG B4): the passages nearest to the question, and one call over them. */
export const BASIC: Mode = {
  name: 'basic',
  parameters: BASIC_PARAMETERS,
  shows: ['passages'],
  retrieve: (retrieval, tokens) => [nearestPassages(retrieval, tokens)],
  write: (run) => answerFromPassages(run),
};

/** One call over the nearest passages. */
export const answerFromPassages = (run: SearchRun): Promise<ModeOutcome> =>
  answerFrom(run, BASIC_ANSWER, (tokens) => nearestPassages(run, tokens));

/** The passages nearest to the question, within so many tokens. */
export function nearestPassages({ index, question, request, scope }: Retrieval, tokens: number): BuiltContext {
  const { passages } = basicChoices(request.parameters?.basic);
  return basicContext(index, question, { scope, tokens, passages });
}

/** Many a document's first heading is its title: that is not said twice. */
function placeOf(label: string, [first = '', ...rest]: readonly string[]): string {
  const path = first === '' || label.startsWith(first) ? rest : [first, ...rest];
  return [label, ...path].join(' › ');
}

/** Text units by their numbers in the store; a unit is told whole, or cut at the end of one of its sentences. */
export function* sourceEntries(index: SearchIndex, hits: Iterable<Hit>): Generator<Entry> {
  for (const { id: slot, score } of hits) {
    const unit = index.unitAt.get(slot);
    const document = unit && index.documents.get(unit.document_id);
    if (!unit || !document || unit.text.trim() === '') continue;
    const label = index.labels.get(unit.document_id) ?? document.title;
    const title = placeOf(label, unit.heading_path);
    const { text, language } = document;
    const statements = () =>
      sentenceBounds(unit, language).map(({ start, end }) => ({
        text: oneLine(text.slice(start, end)),
        spans: [{ document_id: unit.document_id, start, end }],
      }));
    yield {
      dataset: 'Sources',
      id: unit.id,
      row: slot,
      title,
      score,
      cells: (words) => [title, words],
      wordings: [{ text: unit.text, statements }],
      documentIds: () => [unit.document_id],
    };
  }
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
  {
    tokens,
    scope,
    passages = PASSAGES,
  }: { readonly tokens: number; readonly scope: Scope; readonly passages?: number },
): BuiltContext {
  const ranked = rankTextUnits(index, question, scope.unit).hits.slice(0, passages);
  const hits = ranked.length > 0 || question.scope === 'specific' ? ranked : openings(index, scope, passages);
  return assemble([fillTable(formOf('Sources'), sourceEntries(index, hits), tokens, scope)], tokens);
}
