import type { CovariateRow, EntityRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';

/** What the contexts of model reports are gathered from. */
export interface ModelTables extends ReportTables {
  /** Claims about an entity, in a stable order. */
  claims(entity: EntityRow): readonly CovariateRow[];
  /** Documents that text units are cut from. */
  documentsOf(textUnitIds: readonly string[]): readonly string[];
}

export function modelTables(tables: ReportTables, covariates: readonly CovariateRow[]): ModelTables {
  const claims = new Map<string, CovariateRow[]>();
  for (const claim of covariates.toSorted(byPlace)) {
    const list = claims.get(claim.subject_id);
    if (list) list.push(claim);
    else claims.set(claim.subject_id, [claim]);
  }
  return {
    ...tables,
    claims: (entity) => claims.get(entity.title) ?? [],
    documentsOf: (ids) => [
      ...new Set(
        ids.flatMap((id) => {
          const [sentence] = tables.unit(id);
          return sentence === undefined ? [] : [tables.pool.span(sentence).document_id];
        }),
      ),
    ],
  };
}

function byPlace(a: CovariateRow, b: CovariateRow): number {
  if (a.document_id !== b.document_id) return a.document_id < b.document_id ? -1 : 1;
  return a.evidence_start - b.evidence_start || (a.id < b.id ? -1 : 1);
}
