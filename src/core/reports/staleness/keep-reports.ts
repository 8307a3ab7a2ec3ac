import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import type { Work } from '../../work';
import type { ReportTables } from '../context/report-tables';
import { modelContexts, modelReportOf } from './valid-reports';

interface KeptReports {
  readonly tables: ReportTables;
  readonly covariates: readonly CovariateRow[];
  /** The table of reports. */
  readonly rows: readonly CommunityReportRow[];
}

/**
 * The table of reports on a new state of the other tables: reports by models, those that are not valid set aside as long as they may be again.
 * All other reports are composed when they are asked for. A row that stays as it was is the same object, and so is a table.
 */
export function* keepReports({ tables, covariates, rows }: KeptReports): Work<readonly CommunityReportRow[]> {
  const contexts = modelContexts(tables, covariates);
  const kept: CommunityReportRow[] = [];
  for (const [done, row] of rows.entries()) {
    const report = modelReportOf(row);
    const now = report && contexts.keep(report);
    if (now) kept.push(isSameRow(now, row) ? row : now);
    if (report) yield { done, total: rows.length };
  }
  const isSame = kept.length === rows.length && kept.every((row, at) => row === rows[at]);
  return isSame ? rows : kept;
}

const isSameRow = (one: CommunityReportRow, other: CommunityReportRow): boolean =>
  (Object.keys(one) as (keyof CommunityReportRow)[]).every(
    (column) => one[column] === other[column] || JSON.stringify(one[column]) === JSON.stringify(other[column]),
  );
