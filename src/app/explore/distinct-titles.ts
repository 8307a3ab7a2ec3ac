/** Characters that titles share at their beginning before that is shortened. */
const SHARED = 18;
/** Characters of the shared beginning that stay. */
const KEPT = 12;
/** Places where a title may be cut: before a word, or before a part of a path. */
const BORDER = /(?<=[\s/(（、，：:])(?=[^\s/])/gu;

/** Titles for a narrow place: those that begin alike are shortened in the middle, up to the words that differ. */
export function distinctTitles(titles: readonly string[]): readonly string[] {
  const order = titles.map((_, at) => at).sort((a, b) => compare(titles[a] ?? '', titles[b] ?? ''));
  const shown = [...titles];
  for (const [place, at] of order.entries()) {
    const title = titles[at] ?? '';
    const beside = [order[place - 1], order[place + 1]].map((other) =>
      other === undefined ? '' : (titles[other] ?? ''),
    );
    shown[at] = shortened(title, Math.max(...beside.map((other) => sharedLength(title, other))));
  }
  return shown;
}

/** A title without most of what it shares with another one. */
function shortened(title: string, shared: number): string {
  const borders = Array.from(title.matchAll(BORDER), ({ index }) => index);
  const to = borders.findLast((border) => border <= shared) ?? 0;
  if (to < SHARED) return title;
  const from = borders.findLast((border) => border <= KEPT) ?? KEPT;
  return `${title.slice(0, from).trimEnd()}… ${title.slice(to)}`;
}

/** Characters that both begin with; 0 for the same title twice, in which nothing differs. */
function sharedLength(one: string, other: string): number {
  if (one === other) return 0;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
