import type { SearchIndex } from '../retrieval';
import type { EvidenceView } from '../search/evidence/evidence';
import { viewTarget } from '../search/evidence/target-view';
import type { Work } from '../work';
import { communitiesAtLevel, deepestLevel, inReadingOrder } from './community-order';

/** The contents of a book of reports, in reading order; entry `i` of each list is of the same community. */
export interface BookContents {
  readonly communities: Int32Array;
  /** 0 is the broadest. */
  readonly levels: Int32Array;
  /** Members. */
  readonly sizes: Int32Array;
  /** Titles of the reports. */
  readonly titles: readonly string[];
  /** The deepest level of the collection, whatever is chosen. */
  readonly deepest: number;
}

/** Lists the contents of a book of reports: of one level, or of all levels for null. Composes no report. */
export function bookContents({ tables, reports }: SearchIndex, level: number | null): BookContents {
  const rows = communitiesAtLevel(inReadingOrder(tables.communities), level);
  return {
    communities: Int32Array.from(rows, ({ community }) => community),
    levels: Int32Array.from(rows, (row) => row.level),
    sizes: Int32Array.from(rows, ({ size }) => size),
    titles: rows.map((row) => reports.title(row)),
    deepest: deepestLevel(tables.communities),
  };
}

/** The reports of some communities, in the order asked for; null for one that has none. Composes what no model wrote, a step for each. */
export function* bookReports(
  index: SearchIndex,
  communities: readonly number[],
): Work<readonly (EvidenceView | null)[]> {
  const views: (EvidenceView | null)[] = [];
  for (const community of communities) {
    views.push(viewTarget(index, { kind: 'report', community, title: '' }));
    yield { done: views.length, total: communities.length };
  }
  return views;
}
