import { lowerBound } from '../../arrays';
import { isTabular } from '../../tables/documents';
import type { DocumentRow, TextUnitRow } from '../../tables/tables';

/** Places of sentences, by rising numbers. */
export interface SentencePlaces {
  readonly number: Int32Array;
  /** Document offsets; 0 for a sentence that no text unit has. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** In a table, the number of the row: entities of two rows do not co-occur. The same everywhere in prose. */
  readonly row: Int32Array;
}

/** Looks up the places of sentences by their rising numbers within a document. */
export function createSentencePlaces(
  units: readonly TextUnitRow[],
  document?: Pick<DocumentRow, 'media_type' | 'text'>,
): (numbers: Int32Array) => SentencePlaces {
  const sorted = units.toSorted((a, b) => a.first_sentence - b.first_sentence);
  const row = document && isTabular(document) ? rowsOf(document.text) : undefined;
  return (numbers) => {
    const start = new Int32Array(numbers.length);
    const end = new Int32Array(numbers.length);
    let unit = 0;
    for (const [at, number] of numbers.entries()) {
      const lastOf = ({ first_sentence, sentence_starts }: TextUnitRow): number =>
        first_sentence + sentence_starts.length;
      for (let one = sorted[unit]; one && lastOf(one) <= number; one = sorted[unit]) unit++;
      const found = sorted[unit];
      if (!found || found.first_sentence > number) continue;
      start[at] = found.sentence_starts[number - found.first_sentence] ?? 0;
      end[at] = found.sentence_ends[number - found.first_sentence] ?? start[at] ?? 0;
    }
    return { number: numbers, start, end, row: row ? start.map(row) : new Int32Array(numbers.length) };
  };
}

/** The number of the row, which is a paragraph, at an offset. */
function rowsOf(text: string): (position: number) => number {
  const ends = Array.from(text.matchAll(/\n{2,}/gu), ({ index }) => index);
  return (position) => lowerBound(ends.length, (at) => (ends[at] ?? 0) < position);
}
