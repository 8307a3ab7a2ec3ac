import type { Reports } from '../../reports/reports';
import type { CommunityRow } from '../../tables/tables';
import type { CommunityMembers } from '../community-members';
import { isByNoModel } from '../../provenance';
import { lazy } from '../../memo';

/** Communities and their reports as search asks for them. A report has the row number of its community. */
export interface CommunityIndex {
  readonly byNumber: ReadonlyMap<number, CommunityRow>;
  /** Row number of each community that has a report. */
  readonly reportOf: ReadonlyMap<number, number>;
  /** Numbers of the communities an entity belongs to, coarsest first. */
  of(entityId: string): readonly number[];
  /** Distinct text units of the entities of a community, divided by the largest such number. */
  occurrence(row: number): number;
  /** Largest number of text units of one community, at least 1. */
  mostUnits(): number;
  /** Counts the documents of a community, each by its share of mentions. */
  documents(row: number): number;
  /** The communities whose reports are read: all that have one, but for extractive ones below a report by a model. */
  readonly reported: ReadonlySet<number>;
  /** The entity's deepest community, down to the level, whose report is read. */
  deepest(entityId: string, level: number): number | undefined;
  /** Row numbers of the reports for a level: the deepest of every clustered entity (GraphRAG's roll-up, spec B0). In table order. */
  rollUp(level: number): readonly number[];
}

interface CommunityLookups {
  readonly members: Pick<CommunityMembers, 'unitCount' | 'mostUnits' | 'documents'>;
  /** The communities of an entity, coarsest first. */
  readonly communitiesOf: (entityId: string) => readonly CommunityRow[];
  /** Text units of the community that has most, where these are not all. */
  readonly mostUnits?: number | undefined;
}

/**
 * Prepares look-ups over communities, each made when it is first needed. A community without a report is replaced by its nearest ancestor, and
 * an extractive report below a model's is skipped.
 */
export function communityIndex(
  communities: readonly CommunityRow[],
  reports: Pick<Reports, 'written'>,
  { members, communitiesOf, mostUnits: known }: CommunityLookups,
): CommunityIndex {
  const byNumber = new Map(communities.map((row) => [row.community, row]));
  const reportOf = lazy(() => rowsWithReport(communities, reports));
  const byLevel = lazy(() => communities.toSorted((a, b) => a.level - b.level || a.community - b.community));
  const reported = lazy(() => reportsRead(byLevel(), reportOf(), reports));
  const rowOf = (number: number): number => reportOf().get(number) ?? -1;
  const counts = new Map<number, number>();
  const unitCount = (row: number): number => {
    const count = counts.get(row) ?? members.unitCount(row);
    counts.set(row, count);
    return count;
  };
  const mostUnits = lazy(() => {
    if (known !== undefined) return known;
    // A community has no more text units than the one that it is a part of, and no more than its members together.
    const roots = communities.flatMap((row, at) =>
      byNumber.has(row.parent) ? [] : [{ at, atMost: members.mostUnits(at) }],
    );
    let most = 1;
    for (const root of roots.sort((a, b) => b.atMost - a.atMost)) {
      if (root.atMost <= most) break;
      most = Math.max(most, unitCount(root.at));
    }
    return most;
  });
  const covered = new Map<number, number>();
  const rolledUp = new Map<number, readonly number[]>();
  /** By level, for the entities that were asked for. */
  const deepestOf = new Map<number, Map<string, number | undefined>>();
  const findDeepest = (id: string, level: number): number | undefined =>
    communitiesOf(id).findLast((row) => row.level <= level && reported().has(row.community))?.community;
  return {
    byNumber,
    get reportOf() {
      return reportOf();
    },
    get reported() {
      return reported();
    },
    of: (id) => communitiesOf(id).map(({ community }) => community),
    occurrence(row) {
      return unitCount(row) / mostUnits();
    },
    mostUnits,
    documents(row) {
      const known = covered.get(row) ?? members.documents(row);
      covered.set(row, known);
      return known;
    },
    deepest(id, level) {
      const known = deepestOf.get(level) ?? new Map<string, number | undefined>();
      deepestOf.set(level, known);
      if (!known.has(id)) known.set(id, findDeepest(id, level));
      return known.get(id);
    },
    rollUp(level) {
      const known =
        rolledUp.get(level) ??
        rollUp(byLevel(), level, reported())
          .map(rowOf)
          .sort((a, b) => a - b);
      rolledUp.set(level, known);
      return known;
    },
  };
}

/** A report is on two members or more. */
function rowsWithReport(
  communities: readonly CommunityRow[],
  reports: Pick<Reports, 'written'>,
): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  for (const [at, { community, size }] of communities.entries()) {
    if (size >= 2 || reports.written(community)) rows.set(community, at);
  }
  return rows;
}

/**
 * Selects the communities whose report is not hidden by a model's on a broader one. Takes them from the broadest level
 * down.
 */
function reportsRead(
  byLevel: readonly CommunityRow[],
  reportOf: ReadonlyMap<number, number>,
  reports: Pick<Reports, 'written'>,
): ReadonlySet<number> {
  const covered = new Set<number>();
  const read = new Set<number>();
  for (const { community, parent } of byLevel) {
    const report = reports.written(community);
    const isByModel = report !== undefined && !isByNoModel(report.method);
    if (isByModel || covered.has(parent)) covered.add(community);
    if (isByModel || (reportOf.has(community) && !covered.has(community))) read.add(community);
  }
  return read;
}

/**
 * Selects the communities that are the deepest reported one, down to the level, of a member. Sub-communities share no
 * member.
 */
function rollUp(byLevel: readonly CommunityRow[], level: number, reported: ReadonlySet<number>): readonly number[] {
  /** By community, how many of its members belong to a reported one below it. */
  const beneath = new Map<number, number>();
  const found: number[] = [];
  for (const { community, level: own, parent, size } of byLevel.toReversed()) {
    if (own > level) continue;
    const covered = beneath.get(community) ?? 0;
    const isReported = reported.has(community);
    if (isReported && covered < size) found.push(community);
    beneath.set(parent, (beneath.get(parent) ?? 0) + (isReported ? size : covered));
  }
  return found.reverse();
}
