import { isByNoModel } from '../../provenance';
import type { CommunityReportRow } from '../../tables/tables';

/** The report by a model that stands in a row, or else the one that is set aside there. */
export function modelReportOf(row: CommunityReportRow | undefined): CommunityReportRow | undefined {
  if (!row || !isByNoModel(row.method)) return row;
  return row.set_aside === null ? undefined : (JSON.parse(row.set_aside) as CommunityReportRow);
}

/** A row in which that report waits until it may stand again. */
export const withArchivedReport = (row: CommunityReportRow, report: CommunityReportRow): CommunityReportRow => ({
  ...row,
  set_aside: JSON.stringify({ ...report, set_aside: null }),
});

/** Rows without what models of these layers wrote: neither as their reports nor set aside in them. */
export const withoutLayers = (
  rows: readonly CommunityReportRow[],
  layers: ReadonlySet<string>,
): readonly CommunityReportRow[] =>
  rows
    .filter((row) => isByNoModel(row.method) || !layers.has(row.method))
    .map((row) => (layers.has(modelReportOf(row)?.method ?? '') ? { ...row, set_aside: null } : row));
