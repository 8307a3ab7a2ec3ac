import type { CommunityReportRow, CommunityRow } from '../tables/tables';
import { isByNoModel } from '../provenance';
import type { SearchTables } from './search-tables';

/** Communities and reports as search asks for them. */
export interface CommunityIndex {
  readonly byNumber: ReadonlyMap<number, CommunityRow>;
  /** Row number of the report on a community. */
  readonly reportOf: ReadonlyMap<number, number>;
  /** Numbers of the communities an entity belongs to, coarsest first. */
  of(entityId: string): readonly number[];
  /** Per report row: distinct text units of the community's entities, divided by the largest such number. */
  readonly occurrence: Float64Array;
  /** That number, at least 1. */
  readonly mostUnits: number;
  /** The communities whose reports are read: all that have one, but for extractive ones below a report by a model. */
  readonly reported: ReadonlySet<number>;
  /** The entity's deepest community, down to the level, whose report is read. */
  deepest(entityId: string, level: number): number | undefined;
  /** Row numbers of the reports for a level: the deepest of every clustered entity (GraphRAG's roll-up, spec B0). In table order. */
  rollUp(level: number): readonly number[];
}

/** Prepares look-ups over communities; a missing report is replaced by the nearest ancestor's, and an extractive one below a model's is skipped. */
export function communityIndex(
  tables: SearchTables,
  communitiesOf: (entityId: string) => readonly CommunityRow[],
): CommunityIndex {
  const byNumber = new Map(tables.communities.map((row) => [row.community, row]));
  const reportOf = new Map(tables.communityReports.map((row, at) => [row.community, at]));
  const byLevel = [...tables.communities].sort((a, b) => a.level - b.level || a.community - b.community);
  const of = (id: string): readonly number[] => communitiesOf(id).map(({ community }) => community);
  const reported = reportsRead(byLevel, (number) => tables.communityReports[reportOf.get(number) ?? -1]);
  const deepest = (id: string, level: number): number | undefined =>
    of(id).findLast((number) => (byNumber.get(number)?.level ?? Infinity) <= level && reported.has(number));
  const rolledUp = new Map<number, readonly number[]>();
  return {
    byNumber,
    reportOf,
    of,
    reported,
    deepest,
    ...occurrences(tables, byNumber),
    rollUp(level) {
      const known = rolledUp.get(level);
      if (known) return known;
      const rows = new Set<number>();
      for (const { id } of tables.entities) {
        const report = reportOf.get(deepest(id, level) ?? -1);
        if (report !== undefined) rows.add(report);
      }
      const sorted = [...rows].sort((a, b) => a - b);
      rolledUp.set(level, sorted);
      return sorted;
    },
  };
}

/** Of communities from the broadest level down, those whose report is not hidden by a model's on a broader one. */
function reportsRead(
  byLevel: readonly CommunityRow[],
  reportOf: (community: number) => CommunityReportRow | undefined,
): ReadonlySet<number> {
  const covered = new Set<number>();
  const read = new Set<number>();
  for (const { community, parent } of byLevel) {
    const report = reportOf(community);
    const isByModel = report !== undefined && !isByNoModel(report.method);
    if (isByModel || covered.has(parent)) covered.add(community);
    if (isByModel || (report && !covered.has(community))) read.add(community);
  }
  return read;
}

function occurrences(
  tables: SearchTables,
  byNumber: ReadonlyMap<number, CommunityRow>,
): Pick<CommunityIndex, 'occurrence' | 'mostUnits'> {
  const unitsOf = new Map(tables.entities.map((row) => [row.id, row.text_unit_ids]));
  const counts = tables.communityReports.map((report: CommunityReportRow) => {
    const units = new Set<string>();
    for (const id of byNumber.get(report.community)?.entity_ids ?? []) {
      for (const unit of unitsOf.get(id) ?? []) units.add(unit);
    }
    return units.size;
  });
  const mostUnits = counts.reduce((a, b) => Math.max(a, b), 1);
  return { occurrence: Float64Array.from(counts, (count) => count / mostUnits), mostUnits };
}
