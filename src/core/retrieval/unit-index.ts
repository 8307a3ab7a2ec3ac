import type { DocumentRow, TextUnitRow } from '../tables/tables';
import { createPassageIndex, type PassageIndex } from './passage-index';
import type { Lookup, RowKeeper } from './row-numbers';

/** What is kept of text units by their numbers. */
export interface UnitWords {
  readonly passages: PassageIndex;
  /** By number, the title of the document that it was indexed with. */
  readonly titles: string[];
}

/** Keeps the words of text units, with the titles and headings above and within them. */
export function unitKeeper(documents: Lookup<string, DocumentRow>) {
  const titleOf = ofLastDocument((id) => documents.get(id)?.title ?? '');
  return {
    create: (): UnitWords => ({ passages: createPassageIndex(), titles: [] }),
    keeper: ({ passages, titles }: UnitWords): RowKeeper<TextUnitRow> => ({
      add(number, unit) {
        const title = titleOf(unit.document_id);
        const headings = [...unit.heading_path, ...headingsWithin(documents.get(unit.document_id), unit)];
        passages.add(number, { text: unit.text, titles: [title, ...headings].filter(Boolean) });
        titles[number] = title;
      },
      remove: passages.remove,
      isCurrent: (number, unit, then) =>
        (unit === then || (unit.text === then.text && unit.context === then.context)) &&
        titles[number] === titleOf(unit.document_id),
    }),
  };
}

/** Text units of one document mostly follow each other. */
function ofLastDocument<T>(get: (id: string) => T): (id: string) => T {
  let last: { readonly id: string; readonly value: T } | undefined;
  return (id) => {
    if (last?.id !== id) last = { id, value: get(id) };
    return last.value;
  };
}

/** Headings that stand in a text unit itself. */
function headingsWithin(document: DocumentRow | undefined, { start, end }: TextUnitRow): readonly string[] {
  const starts = document?.heading_starts ?? [];
  return starts.flatMap((at, number) => (at > start && at < end ? (document?.heading_texts[number] ?? []) : []));
}
