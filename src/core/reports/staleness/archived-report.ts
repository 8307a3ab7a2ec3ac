import { isByNoModel } from '../../provenance';
import type { CommunityReportRow } from '../../tables/tables';

/** The model's report in a row, valid or archived. */
export function modelReportOf(row: CommunityReportRow | undefined): CommunityReportRow | undefined {
  if (!row || !isByNoModel(row.method)) return row;
  return row.set_aside === null ? undefined : (JSON.parse(row.set_aside) as CommunityReportRow);
}

/** A row that keeps a report until it may be valid again. */
export const withArchivedReport = (row: CommunityReportRow, report: CommunityReportRow): CommunityReportRow => ({
  ...row,
  set_aside: JSON.stringify({ ...report, set_aside: null }),
});

/** Removes the reports of these layers, archived ones too. */
export const withoutLayers = (
  rows: readonly CommunityReportRow[],
  layers: ReadonlySet<string>,
): readonly CommunityReportRow[] =>
  rows
    .filter((row) => isByNoModel(row.method) || !layers.has(row.method))
    .map((row) => (layers.has(modelReportOf(row)?.method ?? '') ? { ...row, set_aside: null } : row));
