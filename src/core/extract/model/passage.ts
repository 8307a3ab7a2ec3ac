import type { DocumentRow, TextUnitRow } from '../../tables/tables';
import { foldText, type FoldedText } from './folded-text';
import { wordsIn, type FoldedWord } from './name-words';

/** A sentence of a passage. */
export interface PassageSentence {
  /** Its number within the document. */
  readonly number: number;
  /** Document offsets. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly folded: FoldedText;
  readonly words: readonly FoldedWord[];
}

/** A text unit as its sentences. */
export interface Passage {
  readonly document: Pick<DocumentRow, 'id'>;
  readonly unit: TextUnitRow;
  readonly sentences: readonly PassageSentence[];
}

/** The sentences `from` to before `to` of a passage, which a model is shown at a time; it knows them by their place, counted from 1. */
export interface Part {
  readonly passage: Passage;
  readonly from: number;
  readonly to: number;
}

/** A place in a passage where something is named. */
export interface Occurrence {
  /** Index of the sentence in the passage. */
  readonly sentence: number;
  /** Document offsets. */
  readonly start: number;
  readonly end: number;
}

export function passageOf(document: Passage['document'], unit: TextUnitRow): Passage {
  const sentences = unit.sentence_starts.map((start, n): PassageSentence => {
    const end = unit.sentence_ends[n] ?? start;
    const text = unit.text.slice(start - unit.start, end - unit.start);
    const folded = foldText(text);
    return { number: unit.first_sentence + n, start, end, text, folded, words: wordsIn(folded.text) };
  });
  return { document, unit, sentences };
}

export const sentencesOfPart = ({ passage, from, to }: Part): readonly PassageSentence[] =>
  passage.sentences.slice(from, to);

/** Indexes in the passage of the sentences that a reply cites by their place in the part; undefined for a place that was not shown. */
export function citedIn({ from, to }: Part, places: readonly number[]): readonly (number | undefined)[] {
  return places.map((place) => (place >= 1 && place <= to - from ? from + place - 1 : undefined));
}
