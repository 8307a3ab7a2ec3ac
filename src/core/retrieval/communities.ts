import { isByNoModel } from '../graph/provenance';
import type { CommunityReportRow, CommunityRow } from '../tables/tables';
import type { SearchTables } from './query';

/** Communities and reports as search asks for them. */
export interface CommunityIndex {
  readonly byNumber: ReadonlyMap<number, CommunityRow>;
  /** Row number of the report on a community. */
  readonly reportOf: ReadonlyMap<number, number>;
  /** Numbers of the communities an entity belongs to, coarsest first. */
  of(entityId: string): readonly number[];
  /** Per report row: distinct text units of the community's entities, divided by the largest such number. */
  readonly occurrence: Float64Array;
  /** The entity's deepest community, down to the level, with a report by a model, which no extractive one hides, else with any. */
  deepest(entityId: string, level: number): number | undefined;
  /**
   * Row numbers of the reports for a level: the union over every clustered entity of the one that counts for it
   * (GraphRAG's roll-up, spec B0, takes the deepest). In table order.
   */
  rollUp(level: number): readonly number[];
}

/** Prepares look-ups over communities; missing reports are stood in for by the nearest ancestor's. */
export function communityIndex(tables: SearchTables): CommunityIndex {
  const byNumber = new Map(tables.communities.map((row) => [row.community, row]));
  const reportOf = new Map(tables.communityReports.map((row, at) => [row.community, at]));
  const memberships = new Map<string, number[]>();
  for (const row of [...tables.communities].sort((a, b) => a.level - b.level || a.community - b.community)) {
    for (const id of row.entity_ids) {
      const list = memberships.get(id);
      if (list) list.push(row.community);
      else memberships.set(id, [row.community]);
    }
  }
  const of = (id: string): readonly number[] => memberships.get(id) ?? [];
  const isByModel = (number: number): boolean =>
    !isByNoModel(tables.communityReports[reportOf.get(number) ?? -1]?.method ?? 'extractive');
  const deepest = (id: string, level: number): number | undefined => {
    const own = of(id).filter((one) => (byNumber.get(one)?.level ?? Infinity) <= level && reportOf.has(one));
    return own.findLast(isByModel) ?? own.at(-1);
  };
  const rolledUp = new Map<number, readonly number[]>();
  return {
    byNumber,
    reportOf,
    of,
    deepest,
    occurrence: occurrences(tables, byNumber),
    rollUp(level) {
      const known = rolledUp.get(level);
      if (known) return known;
      const rows = new Set<number>();
      for (const id of memberships.keys()) {
        const report = reportOf.get(deepest(id, level) ?? -1);
        if (report !== undefined) rows.add(report);
      }
      const sorted = [...rows].sort((a, b) => a - b);
      rolledUp.set(level, sorted);
      return sorted;
    },
  };
}

function occurrences(tables: SearchTables, byNumber: ReadonlyMap<number, CommunityRow>): Float64Array {
  const unitsOf = new Map(tables.entities.map((row) => [row.id, row.text_unit_ids]));
  const counts = tables.communityReports.map((report: CommunityReportRow) => {
    const units = new Set<string>();
    for (const id of byNumber.get(report.community)?.entity_ids ?? []) {
      for (const unit of unitsOf.get(id) ?? []) units.add(unit);
    }
    return units.size;
  });
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  return Float64Array.from(counts, (count) => count / most);
}
