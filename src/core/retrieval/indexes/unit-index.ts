import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { hashOf } from '../lexical/frozen-lists';
import { passageLanguages } from '../../text/language';
import { createPassageIndex, type FrozenPassages, type PassageIndex, type PassageText } from './passage-index';
import type { Keeping, Lookup } from './row-numbers';

/** Words of text units by their numbers. */
export interface UnitWords {
  readonly passages: PassageIndex;
  /** By number, the title of the document that it was indexed with. */
  readonly titles: string[];
}

/** Keeps the words of text units, with the titles and headings above and within them. */
export function unitKeeper(documents: Lookup<string, DocumentRow>): Keeping<TextUnitRow, UnitWords, FrozenPassages> {
  const titleOf = ofLastDocument((id) => documents.get(id)?.title ?? '');
  return {
    create: (frozen) => ({ passages: createPassageIndex(frozen), titles: [] }),
    keeper: ({ passages, titles }) => ({
      add(number, unit) {
        passages.add(number, passageOf(unit, documents.get(unit.document_id)));
        titles[number] = titleOf(unit.document_id);
      },
      restore(number, unit) {
        passages.restore(number, passageFinder(unit, documents.get(unit.document_id)));
        titles[number] = titleOf(unit.document_id);
      },
      remove: passages.remove,
      isCurrent: (number, unit, then) =>
        (unit === then || (unit.text === then.text && contextOf(unit) === contextOf(then))) &&
        titles[number] === titleOf(unit.document_id),
      // Not of the text, which is not read for it: no image outlives the removal or the new reading of a document.
      print: (unit) => hashOf(contextOf(unit), hashOf(titleOf(unit.document_id))),
    }),
    freeze: ({ passages }, state) => passages.freeze(state),
  };
}

const contextOf = ({ context, written_context: written }: TextUnitRow): string =>
  written === '' ? context : `${context}\n${written}`;

function passageOf(unit: TextUnitRow, document: DocumentRow | undefined): PassageText {
  const headings = [...unit.heading_path, ...headingsWithin(document, unit)];
  const languages = passageLanguages(unit.text, document?.language ?? 'und');
  const titles = [document?.title ?? '', ...headings].filter(Boolean);
  return { text: unit.text, titles, context: unit.written_context, languages };
}

/**
 * Finds a passage later. It refers to these two rows and nothing else, so that the other documents of their time can be
 * freed.
 */
const passageFinder =
  (unit: TextUnitRow, document: DocumentRow | undefined): (() => PassageText) =>
  () =>
    passageOf(unit, document);

/** Text units of one document mostly follow each other. */
function ofLastDocument<T>(get: (id: string) => T): (id: string) => T {
  let last: { readonly id: string; readonly value: T } | undefined;
  return (id) => {
    if (last?.id !== id) last = { id, value: get(id) };
    return last.value;
  };
}

/** Headings in a text unit itself. */
function headingsWithin(document: DocumentRow | undefined, { start, end }: TextUnitRow): readonly string[] {
  const starts = document?.heading_starts ?? [];
  return starts.flatMap((at, number) => (at > start && at < end ? (document?.heading_texts[number] ?? []) : []));
}
