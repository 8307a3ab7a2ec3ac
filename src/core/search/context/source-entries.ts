import type { SearchIndex } from '../../retrieval';
import type { Hit } from '../../vectors/top-k';
import { sentenceBounds } from '../../text/text-units';
import { oneLine } from '../../text/clip';
import type { Entry } from './context';

/** Joins a label and its headings. Many a document's first heading is its title, which is not repeated. */
function placeOf(label: string, [first = '', ...rest]: readonly string[]): string {
  const path = first === '' || label.startsWith(first) ? rest : [first, ...rest];
  return [label, ...path].join(' › ');
}

/** Text units by their numbers in the store; a unit is shown whole, or cut at the end of one of its sentences. */
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
