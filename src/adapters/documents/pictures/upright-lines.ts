import type { PageSize } from '../../../core/ports/pages';
import type { RecognisedLine, Recogniser } from './recogniser';

/** Mean confidence below which a page may lie upside down: such pages have about 45, upright ones more than 80. */
const DOUBTFUL = 65;
const FEWEST_WORDS = 5;
/** EXIF orientations with a half turn more. */
const HALF_TURN: Readonly<Record<number, number>> = { 1: 3, 2: 4, 3: 1, 4: 2, 5: 7, 6: 8, 7: 5, 8: 6 };

export interface Picture {
  readonly bytes: Uint8Array;
  /** EXIF orientation, 1 to 8. */
  readonly orientation: number;
  /** Size as it is shown, in pixels. */
  readonly size: PageSize;
}

/**
 * Recognises a picture, and where its words are doubtful, also upside down. Where it still has no sure words, it may be
 * pale or uneven. Keeps the best reading.
 */
export function readEitherWay(
  recogniser: Recogniser,
  { bytes, orientation, size }: Picture,
  onProgress: (part: number) => void,
): readonly RecognisedLine[] {
  const lines = recogniser.read(bytes, orientation, { onProgress });
  const again = { onProgress: () => onProgress(1) };
  if (isSure(lines)) return lines;
  if (wordsOf(lines).length >= FEWEST_WORDS) {
    const others = recogniser.read(bytes, HALF_TURN[orientation] ?? 3, again);
    if (confidenceOf(others) > Math.max(confidenceOf(lines), DOUBTFUL))
      return others.map((line) => turnedBack(line, size));
  }
  const uneven = recogniser.read(bytes, orientation, { ...again, isUneven: true });
  return isSure(uneven) ? uneven : lines;
}

const isSure = (lines: readonly RecognisedLine[]): boolean =>
  wordsOf(lines).length >= FEWEST_WORDS && confidenceOf(lines) >= DOUBTFUL;

const wordsOf = (lines: readonly RecognisedLine[]) => lines.flatMap(({ words }) => words);

/** Mean confidence of the words; 0 without any. */
export function confidenceOf(lines: readonly RecognisedLine[]): number {
  const words = wordsOf(lines);
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/** A line of a picture that was read upside down, whose words know where the picture shows them. */
const turnedBack = (line: RecognisedLine, { width, height }: PageSize): RecognisedLine => ({
  ...line,
  words: line.words.map((word) => {
    const [x, y, across, down] = word.place;
    return { ...word, shown: [width - x - across, height - y - down, across, down] };
  }),
});

/**
 * The lines of a page as if it stood upright, with the height that it then has. They change where most of them run down
 * the page.
 */
export function levelLines(
  lines: readonly RecognisedLine[],
  { width, height }: PageSize,
): { readonly lines: readonly RecognisedLine[]; readonly height: number } {
  const down = lines.filter(({ baseline: [x0, y0, x1, y1] }) => Math.abs(y1 - y0) > Math.abs(x1 - x0));
  if (wordsOf(down).length * 2 <= wordsOf(lines).length) return { lines, height };
  const level = lines.map(({ height: letters, baseline: [x0, y0, x1, y1], words }): RecognisedLine => ({
    height: letters,
    baseline: [y0, width - x0, y1, width - x1],
    words: words.map((word) => {
      const [x, y, across, downwards] = word.place;
      return { ...word, place: [y, width - x - across, downwards, across], shown: word.shown ?? word.place };
    }),
  }));
  return { lines: level, height: width };
}
