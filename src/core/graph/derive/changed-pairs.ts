import type { DocumentBlock, SentenceLists } from '../records/document-block';

/** One number for two symbols, in either order. */
export const pairNumber = (a: number, b: number): number => Math.min(a, b) * 2 ** 26 + Math.max(a, b);

/** The two symbols of such a number. */
export const pairOf = (pair: number): readonly [number, number] => {
  const low = Math.floor(pair / 2 ** 26);
  return [low, pair - low * 2 ** 26];
};

/** Pairs of entities that may be near each other in other sentences than before. */
export interface ChangedPairs {
  /** Checks if a pair may be among them; true for all once there are too many to list. */
  has(one: number, other: number): boolean;
  /** Notes that a whole document came or went: each pair of it is near each other there in other sentences. */
  noteDocument(block: DocumentBlock, lists: SentenceLists | undefined, window: number): void;
  /** Notes that an entity is in a sentence, or is not any more, beside all those in the sentences near it. */
  note(entity: number, other: number): void;
  /** Stops distinguishing pairs. */
  noteAll(): void;
  clear(): void;
}

/** Most pairs that are kept apart: about 30 bytes each. */
const MOST = 300_000;

export function createChangedPairs(): ChangedPairs {
  let pairs = new Set<number>();
  let isAll = false;
  const noteAll = (): void => {
    isAll = true;
    pairs = new Set();
  };
  const note = (entity: number, other: number): void => {
    if (isAll || entity === other) return;
    pairs.add(pairNumber(entity, other));
    if (pairs.size > MOST) noteAll();
  };
  return {
    has: (one, other) => isAll || pairs.has(pairNumber(one, other)),
    note,
    noteAll,
    noteDocument({ sentences }, lists, window) {
      if (!lists) return noteAll();
      const { offsets, nodes } = lists;
      for (let place = 0; place + 1 < offsets.length && !isAll; place++) {
        const end = nearEnd(sentences, place, window);
        for (let at = offsets[place] ?? 0; at < (offsets[place + 1] ?? 0); at++) {
          for (let other = at + 1; other < (offsets[end] ?? 0); other++) note(nodes[at] ?? 0, nodes[other] ?? 0);
        }
      }
    },
    clear() {
      isAll = false;
      pairs = new Set();
    },
  };
}

type Places = Pick<DocumentBlock['sentences'], 'number' | 'row'>;

/** After the last of the sentences that follow one and are near it. */
function nearEnd({ number, row }: Places, place: number, window: number): number {
  let end = place + 1;
  while (end < number.length && (number[end] ?? 0) - (number[place] ?? 0) <= window && row[end] === row[place]) end++;
  return end;
}

/** The first of the sentences that are near one and come before it, or itself. */
function nearStart({ number, row }: Places, place: number, window: number): number {
  let start = place;
  while (start > 0 && (number[place] ?? 0) - (number[start - 1] ?? 0) <= window && row[start - 1] === row[place])
    start--;
  return start;
}

/** Visits the pairs that other lists of some sentences bring or take: each entity that came or went, with all that are near it then or now. */
export function visitChangedPairs(
  { sentences }: DocumentBlock,
  [before, now]: readonly [SentenceLists, SentenceLists],
  places: Iterable<number>,
  window: number,
  visit: (entity: number, other: number) => void,
): void {
  for (const place of places) {
    const own = [listAt(before, place), listAt(now, place)] as const;
    const differing = [
      ...own[0].filter((node) => !own[1].includes(node)),
      ...own[1].filter((node) => !own[0].includes(node)),
    ];
    if (differing.length === 0) continue;
    const [start, end] = [nearStart(sentences, place, window), nearEnd(sentences, place, window)];
    for (const lists of [before, now]) {
      for (let at = lists.offsets[start] ?? 0; at < (lists.offsets[end] ?? 0); at++) {
        for (const node of differing) visit(node, lists.nodes[at] ?? 0);
      }
    }
  }
}

const listAt = ({ offsets, nodes }: SentenceLists, place: number): Int32Array =>
  nodes.subarray(offsets[place] ?? 0, offsets[place + 1] ?? 0);
