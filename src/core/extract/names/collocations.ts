/** Neighbouring pieces that belong together more often than chance: how a segmenter's splinters become terms again. */

const longestTerm = 4;
const leastCount = 3;
/** Natural logarithm. */
const leastInformation = 3;

/** Pieces of one line in order; `joined` is true when nothing lies between a piece and the one before. */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly joined: boolean;
}

interface Collocations {
  /** Cuts the pieces of the line of this number into terms of one to four pieces; each range is [from, to). */
  terms(line: number): readonly (readonly [from: number, to: number])[];
}

/** More than there are different pieces in a batch; two numbers of pieces make one safe integer. */
const manyPieces = 2 ** 26;

/** Counts pieces and pairs; pairs seen 3 times with pointwise mutual information above 3 are merged. */
export function countCollocations(lines: readonly (readonly Piece[])[]): Collocations {
  const numbers = new Map<string, number>();
  const single: number[] = [];
  const pairs = new Map<number, number>();
  let total = 0;
  const numbered = lines.map((pieces) => {
    const line = new Int32Array(pieces.length);
    for (const [n, { text, joined }] of pieces.entries()) {
      total++;
      const number = numberOf(text, numbers);
      line[n] = number;
      single[number] = (single[number] ?? 0) + 1;
      if (n === 0 || !joined) continue;
      const pair = (line[n - 1] ?? 0) * manyPieces + number;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    return line;
  });
  // In a short text every pair looks surprising, in a tiny one none can: never ask for more than the count allows.
  const information = Math.min(leastInformation, Math.log(Math.max(1, total)) * 0.45);
  const belong = (first: number, second: number): boolean => {
    const count = pairs.get(first * manyPieces + second) ?? 0;
    if (count < leastCount) return false;
    return Math.log((count * total) / ((single[first] ?? 1) * (single[second] ?? 1))) > information;
  };
  return { terms: (line) => cut(lines[line] ?? [], numbered[line] ?? new Int32Array(), belong) };
}

function numberOf(text: string, numbers: Map<string, number>): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}

function cut(
  pieces: readonly Piece[],
  numbers: Int32Array,
  belong: (first: number, second: number) => boolean,
): [number, number][] {
  const ranges: [number, number][] = [];
  for (let from = 0; from < pieces.length;) {
    let to = from + 1;
    for (; to < pieces.length && to - from < longestTerm; to++) {
      if (!pieces[to]?.joined || !belong(numbers[to - 1] ?? 0, numbers[to] ?? 0)) break;
    }
    ranges.push([from, to]);
    from = to;
  }
  return ranges;
}
