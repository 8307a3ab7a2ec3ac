import type { Piece } from './collocations';

const termPattern = /^[\p{Script=Han}\p{Script=Katakana}ー々・]+$/u;
const southEastAsian = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{3,}$/u;
/** Stretches that need a dictionary to be cut. All else is no term, and skipping it saves the segmenter most of its time. */
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Each call of the segmenter has its price, and its time grows faster than its input: calls of about this length are cheapest. */
const callLength = 240;

/** A stretch of a sentence on its way to the segmenter. */
interface Run {
  readonly sentence: number;
  readonly start: number;
  readonly text: string;
}

/** Cuts sentences in a script without spaces into the pieces that may be part of a term, sentence by sentence. */
export function termPieces(
  sentences: readonly string[],
  segmenter: Intl.Segmenter,
  stop: ReadonlySet<string>,
): readonly (readonly Piece[])[] {
  const lines: Piece[][] = sentences.map(() => []);
  const isTerm = termTest(stop);
  let runs: Run[] = [];
  let length = 0;
  const flush = (): void => {
    segmentRuns(runs, segmenter, (run, text, start) => {
      const pieces = lines[run.sentence];
      if (!pieces || !isTerm(text)) return;
      const before = pieces.at(-1);
      pieces.push({ text, start, joined: before !== undefined && before.start + before.text.length === start });
    });
    runs = [];
    length = 0;
  };
  for (const run of runsOf(sentences)) {
    runs.push(run);
    length += run.text.length;
    if (length >= callLength) flush();
  }
  flush();
  return lines;
}

function* runsOf(sentences: readonly string[]): Generator<Run> {
  for (const [sentence, text] of sentences.entries()) {
    for (const { 0: run, index } of text.matchAll(unspacedRun)) {
      for (let from = 0; from < run.length; from += callLength * 2)
        yield { sentence, start: index + from, text: run.slice(from, from + callLength * 2) };
    }
  }
}

function segmentRuns(
  runs: readonly Run[],
  segmenter: Intl.Segmenter,
  visit: (run: Run, text: string, start: number) => void,
): void {
  let at = 0;
  let runStart = 0;
  for (const { segment, index } of segmenter.segment(runs.map(({ text }) => text).join('\n'))) {
    const run = runs[at];
    if (!run) return;
    if (segment !== '\n') {
      visit(run, segment, run.start + index - runStart);
      continue;
    }
    at++;
    runStart = index + 1;
  }
}

/** Makes a check of whether a piece may be part of a term. Pieces recur, so that most answers are one look-up. */
function termTest(stop: ReadonlySet<string>): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const isTerm = !stop.has(text) && (termPattern.test(text) || southEastAsian.test(text));
    known.set(text, isTerm);
    return isTerm;
  };
}
