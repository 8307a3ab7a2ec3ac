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
  /** Cuts a line's pieces into terms of one to four pieces; each range is [from, to). */
  terms(pieces: readonly Piece[]): readonly (readonly [from: number, to: number])[];
}

const pairKey = (first: string, second: string): string => `${first}\u001f${second}`;

/** Counts pieces and pairs; pairs seen 3 times with pointwise mutual information above 3 are merged. */
export function countCollocations(lines: Iterable<readonly Piece[]>): Collocations {
  const single = new Map<string, number>();
  const pairs = new Map<string, number>();
  let total = 0;
  for (const pieces of lines) {
    for (const [n, piece] of pieces.entries()) {
      total++;
      single.set(piece.text, (single.get(piece.text) ?? 0) + 1);
      const before = pieces[n - 1];
      if (!before || !piece.joined) continue;
      const key = pairKey(before.text, piece.text);
      pairs.set(key, (pairs.get(key) ?? 0) + 1);
    }
  }
  // In a short text every pair looks surprising, in a tiny one none can: never ask for more than the count allows.
  const information = Math.min(leastInformation, Math.log(Math.max(1, total)) * 0.45);
  const belong = (first: string, second: string): boolean => {
    const count = pairs.get(pairKey(first, second)) ?? 0;
    if (count < leastCount) return false;
    return Math.log((count * total) / ((single.get(first) ?? 1) * (single.get(second) ?? 1))) > information;
  };
  return { terms: (pieces) => cut(pieces, belong) };
}

function cut(pieces: readonly Piece[], belong: (first: string, second: string) => boolean): [number, number][] {
  const ranges: [number, number][] = [];
  for (let from = 0; from < pieces.length;) {
    let to = from + 1;
    for (; to < pieces.length && to - from < longestTerm; to++) {
      const before = pieces[to - 1];
      const piece = pieces[to];
      if (!before || !piece?.joined || !belong(before.text, piece.text)) break;
    }
    ranges.push([from, to]);
    from = to;
  }
  return ranges;
}
