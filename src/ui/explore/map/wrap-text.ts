import { lowerBound } from '../../../app/explore/windowed-list.svelte';

/** A text in lines, in pixels. */
export interface WrappedText {
  readonly lines: readonly string[];
  readonly width: number;
  /** True where a word was wider than a line, and was broken. */
  readonly isBroken: boolean;
}

type Measure = (text: string) => number;

interface Piece {
  readonly text: string;
  /** Between it and the piece before it: a space, or nothing as in Chinese. */
  readonly space: string;
}

/**
 * Breaks a text between its words into so many lines at most, also in scripts without spaces; “…” marks an omission.
 */
export function wrapText(text: string, width: number, most: number, measure: Measure): WrappedText {
  const words = wordsOf(text);
  const pieces = words.flatMap((word) => fitPieces(word, width, measure));
  const isBroken = pieces.length > words.length;
  const lines: string[] = [];
  let line = '';
  for (const [at, piece] of pieces.entries()) {
    const longer = line === '' ? piece.text : line + piece.space + piece.text;
    if (line === '' || measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (lines.length + 1 === most) {
      line = cut(
        line +
          pieces
            .slice(at)
            .map((one) => one.space + one.text)
            .join(''),
        width,
        measure,
      );
      break;
    }
    lines.push(line);
    line = piece.text;
  }
  if (line !== '') lines.push(line);
  return { lines, width: Math.max(0, ...lines.map(measure)), isBroken };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The words, each with the marks that follow it. */
function wordsOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let space = '';
  for (const { segment, isWordLike = false } of segmenter.segment(text.trim())) {
    const last = pieces.at(-1);
    if (segment.trim() === '') space = ' ';
    else if (isWordLike || !last || space !== '') {
      pieces.push({ text: segment, space });
      space = '';
    } else pieces[pieces.length - 1] = { ...last, text: last.text + segment };
  }
  return pieces;
}

/** A word, or the parts of one that does not fit a line. */
function fitPieces(word: Piece, width: number, measure: Measure): readonly Piece[] {
  if (measure(word.text) <= width) return [word];
  const parts: Piece[] = [];
  let part = '';
  for (const letter of word.text) {
    if (part !== '' && measure(part + letter) > width) {
      parts.push({ text: part, space: parts.length === 0 ? word.space : '' });
      part = '';
    }
    part += letter;
  }
  return [...parts, { text: part, space: parts.length === 0 ? word.space : '' }];
}

/** As many letters as fit before “…”. */
function cut(text: string, width: number, measure: Measure): string {
  const letters = [...text];
  const upTo = (count: number): string => `${letters.slice(0, count).join('').trimEnd()}…`;
  const fitting = lowerBound(letters.length, (count) => measure(upTo(count + 1)) <= width);
  return upTo(Math.max(1, fitting));
}
