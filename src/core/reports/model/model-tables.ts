import { resolveClaimEntities } from '../../graph/derive/derive-covariates';
import type { CovariateRow, EntityRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';

/** What the contexts of model reports are gathered from. */
export interface ModelTables extends ReportTables {
  /** Claims about an entity, in a stable order. */
  claims(entity: EntityRow): readonly CovariateRow[];
  /** Documents that text units are cut from. */
  documentsOf(textUnitIds: readonly string[]): readonly string[];
}

/** Looks rows up on one state of the tables. */
export function modelTables(tables: ReportTables, covariates: readonly CovariateRow[]): ModelTables {
  const claims = new Map<string, CovariateRow[]>();
  for (const claim of covariates.toSorted(byPlace)) {
    const list = claims.get(claim.subject_id);
    if (list) list.push(claim);
    else claims.set(claim.subject_id, [claim]);
  }
  let known: ReadonlyMap<string, readonly EntityRow[]> | undefined;
  const namesakes = (): ReadonlyMap<string, readonly EntityRow[]> => (known ??= entitiesByTitle(tables));
  return {
    ...tables,
    claims: (entity) => {
      const about = claims.get(entity.title);
      if (!about) return [];
      const titled = namesakes().get(entity.title) ?? [];
      return about.filter(
        (claim) => titled.length < 2 || resolveClaimEntities(titled, claim, (one) => one).includes(entity),
      );
    },
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

/** Entities that belong to any community. */
function entitiesByTitle({ communities, entity }: ReportTables): ReadonlyMap<string, readonly EntityRow[]> {
  const titled = new Map<string, EntityRow[]>();
  for (const id of new Set([...communities.values()].flatMap(({ entity_ids }) => entity_ids))) {
    const row = entity(id);
    if (row) titled.set(row.title, [...(titled.get(row.title) ?? []), row]);
  }
  return titled;
}

function byPlace(a: CovariateRow, b: CovariateRow): number {
  if (a.document_id !== b.document_id) return a.document_id < b.document_id ? -1 : 1;
  return a.evidence_start - b.evidence_start || (a.id < b.id ? -1 : 1);
}
