import type { PageSize } from '../../../core/ports/pages';
import type { Box, PageLines, Word } from '../pdf/layout/box';
import { isRtl } from '../pdf/layout/direction';
import { orderedLines } from '../pdf/layout/file-order';
import { WIDE } from '../pdf/layout/joints';
import type { RecognisedLine } from './recogniser';
import { levelLines } from './upright-lines';

/** Letter size in points in which most of a page is taken to be set where no other page tells: pictures do not. */
const COMMON_SIZE = 10;
/** Steps between letter sizes that count as different ones. */
const STEP = 1.25;
/** A word of less confidence is no word, but a part of a drawing. */
const LEAST_CONFIDENCE = 25;
/** Mean confidence of a line of words. */
const SURE = 65;

/**
 * The lines of a recognised page in reading order, as those of a PDF's page whose text is set in `letterSize` points; 0
 * for one that is not known. Places of words stay in pixels of the picture.
 */
export function recognisedPage(
  read: readonly RecognisedLine[],
  { width, height }: PageSize,
  letterSize = 0,
): PageLines {
  const { lines, height: levelHeight } = levelLines(read, { width, height });
  const size = letterSize || COMMON_SIZE;
  const scale = size / (commonHeight(lines) || size);
  const slope = commonSlope(lines);
  const runs = lines.flatMap((line) => runsOf(line, { scale, slope, size }));
  const regions = orderedLines(runs);
  return { height: levelHeight * scale, regions, comments: [], fields: [], label: '', picture: { width, height } };
}

/** A run for each word. Lines of a slanted page are laid level. */
function runsOf(
  { height, baseline: [x0, y0, x1, y1], words }: RecognisedLine,
  { scale, slope, size }: { readonly scale: number; readonly slope: number; readonly size: number },
): Box[] {
  const steps = Math.round(Math.log((height * scale) / size) / Math.log(STEP));
  const middle = (x0 + x1) / 2;
  const y = ((y0 + y1) / 2 - slope * middle) * scale;
  // A part of a line in a script without blanks is mostly one character, and hardly ever a drawing.
  const isSure = words.reduce((sum, { confidence }) => sum + confidence, 0) >= SURE * words.length;
  const runs = words
    .filter(({ text, confidence }) => confidence >= LEAST_CONFIDENCE || (isSure && WIDE.test(text)))
    .map(({ text, confidence, place, shown = place, blank }) => ({
      text,
      x0: place[0] * scale,
      x1: (place[0] + place[2]) * scale,
      y,
      size: size * STEP ** steps,
      rtl: isRtl(text),
      blank: WIDE.test(text) ? undefined : blank,
      words: [{ text, place: shown, confidence }],
    }));
  return withoutBlanks(runs);
}

/** Joins runs between whose characters no blank is written: Tesseract parts the words of Chinese and Japanese. */
function withoutBlanks(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    const isOne = before && WIDE.test(before.text.at(-1) ?? '') && WIDE.test(run.text.charAt(0));
    if (isOne && run.x0 - before.x1 < WIDEST_CHARACTER * run.size)
      joined[joined.length - 1] = {
        ...before,
        text: before.text + run.text,
        x1: run.x1,
        words: [...before.words, ...run.words],
      };
    else joined.push(run);
  }
  return joined;
}

/** Largest gap between two characters, in letter sizes: a flat one such as 一 may have an edge within it. */
const WIDEST_CHARACTER = 1.5;

type Run = Box & { readonly words: readonly Word[] };

/** The middle one of the heights of letters, each line as often as it has words. */
function commonHeight(lines: readonly RecognisedLine[]): number {
  const heights = lines.flatMap(({ height, words }) => words.map(() => height));
  return middleOf(heights);
}

const FEWEST_WORDS = 4;

/** The slope of the long lines. */
function commonSlope(lines: readonly RecognisedLine[]): number {
  const long = lines.filter(({ words, baseline: [x0, , x1] }) => words.length >= FEWEST_WORDS && x1 > x0);
  return middleOf(long.map(({ baseline: [x0, y0, x1, y1] }) => (y1 - y0) / (x1 - x0)));
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
