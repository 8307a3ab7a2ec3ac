import type { SearchIndex } from '../../../retrieval/index';
import { unitsOfReport } from '../../../retrieval/reports';
import type { UnitFilter } from '../../../retrieval/text-units';

/** How far reports are rated, and which of them are kept. */
export interface SelectionChoices {
  /** Deepest level that is rated. */
  readonly level: number;
  /** 1 to 5. */
  readonly leastRating: number;
  readonly keepParents: boolean;
  readonly mostRatings: number;
}

/** The reports that were chosen by their ratings. */
export interface Selection {
  /** Row numbers of the reports that bear on the question, the best rated first. */
  readonly rows: readonly number[];
  /** 0 to 5, by row number. */
  readonly ratings: ReadonlyMap<number, number>;
  /** Reports that were to be rated when the ratings ended. */
  readonly unrated: number;
}

/** Rates the reports of these rows; as many results. */
export type Rate = (rows: readonly number[]) => Promise<readonly number[]>;

/**
 * Dynamic community selection (GraphRAG B2.1): rates reports from the broadest down and goes on below those that bear on the question.
 * Where none of the first level does, the next level is rated as a whole. The weightiest of a level are rated first.
 */
export async function selectReports(
  index: SearchIndex,
  allow: UnitFilter,
  choices: SelectionChoices,
  rate: Rate,
): Promise<Selection> {
  const ratings = new Map<number, number>();
  const relevant = new Set<number>();
  let unrated = 0;
  let queue = reportsBelow(index, topCommunities(index), allow, choices.level);
  for (let level = 0; queue.length > 0; level++) {
    const room = Math.max(0, choices.mostRatings - ratings.size);
    const now = [...queue].sort((a, b) => weightOf(index, b) - weightOf(index, a) || a - b).slice(0, room);
    unrated += queue.length - now.length;
    if (now.length === 0) break;
    const given = await rate(now);
    const next = new Set<number>();
    for (const [at, row] of now.entries()) {
      const rating = given[at] ?? 0;
      ratings.set(row, rating);
      if (rating < choices.leastRating) continue;
      relevant.add(row);
      const below = reportsBelow(index, childrenOf(index, row), allow, choices.level);
      for (const child of below) next.add(child);
      if (below.length > 0 && !choices.keepParents) relevant.delete(row);
    }
    const fresh = [...next].filter((row) => !ratings.has(row));
    queue = fresh.length > 0 || relevant.size > 0 ? fresh : reportsOfLevel(index, level + 1, allow, choices.level);
  }
  // Where the ratings ended before the parts of a report were rated, the report itself stands for them.
  const rows = withUnratedParents(index, relevant, ratings, choices);
  const sorted = [...rows].sort(
    (a, b) => (ratings.get(b) ?? 0) - (ratings.get(a) ?? 0) || weightOf(index, b) - weightOf(index, a) || a - b,
  );
  return { rows: sorted, ratings, unrated };
}

/** A report that bears on the question while nothing below it was found to. */
function withUnratedParents(
  index: SearchIndex,
  relevant: ReadonlySet<number>,
  ratings: ReadonlyMap<number, number>,
  { leastRating }: SelectionChoices,
): ReadonlySet<number> {
  const rows = new Set(relevant);
  const covered = (row: number): boolean =>
    rows.has(row) || reportRows(index, childrenOf(index, row)).some((child) => covered(child));
  for (const [row, rating] of [...ratings].reverse()) if (rating >= leastRating && !covered(row)) rows.add(row);
  return rows;
}

const weightOf = (index: SearchIndex, row: number): number => index.communities.occurrence[row] ?? 0;

const topCommunities = ({ tables }: SearchIndex): readonly number[] =>
  tables.communities.filter(({ level }) => level === 0).map(({ community }) => community);

function childrenOf({ tables, communities }: SearchIndex, row: number): readonly number[] {
  return communities.byNumber.get(tables.communityReports[row]?.community ?? -1)?.children ?? [];
}

const reportRows = ({ communities }: SearchIndex, numbers: readonly number[]): readonly number[] =>
  numbers.flatMap((number) => communities.reportOf.get(number) ?? []);

/** The reports on these communities; one without a report is stood in for by its children's. */
function reportsBelow(
  index: SearchIndex,
  numbers: readonly number[],
  allow: UnitFilter,
  mostLevel: number,
): readonly number[] {
  return numbers.flatMap((number) => {
    const community = index.communities.byNumber.get(number);
    if (!community || community.level > mostLevel) return [];
    const row = index.communities.reportOf.get(number);
    if (row === undefined) return reportsBelow(index, community.children, allow, mostLevel);
    return unitsOfReport(index, row, allow).length > 0 ? [row] : [];
  });
}

function reportsOfLevel(index: SearchIndex, level: number, allow: UnitFilter, mostLevel: number): readonly number[] {
  if (level > mostLevel) return [];
  const numbers = index.tables.communities.filter((one) => one.level === level).map(({ community }) => community);
  return reportRows(index, numbers).filter((row) => unitsOfReport(index, row, allow).length > 0);
}
