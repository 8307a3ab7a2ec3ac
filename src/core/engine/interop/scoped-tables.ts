import type { ExportScope, GraphTables } from '../../ports/interop';
import type { CommunityRow, RelationshipRow } from '../../tables/tables';
import type { Work } from '../../work';

/** Ids of the rows in a part of a collection. */
interface Kept {
  readonly entities: ReadonlySet<string>;
  readonly relationships: ReadonlySet<string>;
  readonly units: ReadonlySet<string>;
  readonly communities: ReadonlySet<number>;
}

/**
 * The rows that are in a part of a collection, each with the ids of such rows alone. So every format writes that part without knowing of it. A
 * relationship is in it with both of its ends. Descriptions and reports stay as they were written, also from what is not in it.
 */
export function* scopedTables(tables: GraphTables, scope: ExportScope): Work<GraphTables> {
  const isWhole = Object.values(scope).every((part) => part === undefined);
  if (isWhole) return tables;
  yield { done: 0, total: 4 };
  const kept = keptBy(tables, scope);
  yield { done: 1, total: 4 };
  const documents = documentsOf(tables, scope, kept);
  const isKept = new Set(documents.map(({ id }) => id));
  const titles = new Set(tables.entities.flatMap(({ id, title }) => (kept.entities.has(id) ? [title] : [])));
  const isPicked = scope.entities !== undefined || scope.communities !== undefined;
  const only = (ids: readonly string[], among: ReadonlySet<string>) => ids.filter((id) => among.has(id));
  const entities = tables.entities
    .filter(({ id }) => kept.entities.has(id))
    .map((row) => {
      const text_unit_ids = only(row.text_unit_ids, kept.units);
      return { ...row, text_unit_ids, frequency: Math.min(row.frequency, text_unit_ids.length) };
    });
  yield { done: 2, total: 4 };
  const relationships = tables.relationships
    .filter(({ id }) => kept.relationships.has(id))
    .map((row) => ({
      ...row,
      text_unit_ids: only(row.text_unit_ids, kept.units),
      ...evidenceIn(row, isKept),
    }));
  yield { done: 3, total: 4 };
  const covariates = tables.covariates.filter(
    ({ text_unit_id, subject_id, object_id }) =>
      kept.units.has(text_unit_id) && (!isPicked || titles.has(subject_id) || titles.has(object_id ?? '')),
  );
  const claims = new Set(covariates.map(({ id }) => id));
  const between = (row: Pick<CommunityRow, 'parent' | 'children'>) => ({
    parent: kept.communities.has(row.parent) ? row.parent : -1,
    children: row.children.filter((child) => kept.communities.has(child)),
  });
  return {
    ...{ documents, entities, relationships, covariates },
    text_units: tables.text_units.filter(({ id }) => kept.units.has(id)),
    communities: tables.communities
      .filter(({ community }) => kept.communities.has(community))
      .map((row) => {
        const entity_ids = only(row.entity_ids, kept.entities);
        const relationship_ids = only(row.relationship_ids, kept.relationships);
        const text_unit_ids = only(row.text_unit_ids, kept.units);
        const covariate_ids = only(row.covariate_ids, claims);
        const lists = { entity_ids, relationship_ids, text_unit_ids, covariate_ids };
        return { ...row, ...between(row), ...lists, size: entity_ids.length };
      }),
    community_reports: tables.community_reports
      .filter(({ community }) => kept.communities.has(community))
      .map((row) => ({ ...row, ...between(row) })),
    summaries: summariesOf(tables, scope, kept),
  };
}

/** Summaries that rest on nothing but what is in the part; none where entities or communities were chosen. */
function summariesOf({ summaries }: GraphTables, { entities, communities }: ExportScope, { units }: Kept) {
  if (entities || communities) return [];
  const rows = summaries.filter((row) => row.text_unit_ids.every((id) => units.has(id)));
  const ids = new Set(rows.map(({ id }) => id));
  return rows.map((row) => ({ ...row, parents: row.parents.filter((id) => ids.has(id)) }));
}

/** The evidence of a relationship in some documents. */
function evidenceIn(row: RelationshipRow, documents: ReadonlySet<string>) {
  const places = [...row.evidence_document_ids.keys()].filter((at) =>
    documents.has(row.evidence_document_ids[at] ?? ''),
  );
  return {
    evidence_document_ids: places.map((at) => row.evidence_document_ids[at] ?? ''),
    evidence_starts: places.map((at) => row.evidence_starts[at] ?? 0),
    evidence_ends: places.map((at) => row.evidence_ends[at] ?? 0),
  };
}

function keptBy(tables: GraphTables, scope: ExportScope): Kept {
  const picked = pickedEntities(tables, scope);
  const chosen = scope.documents && new Set(scope.documents);
  const inDocuments = new Set(
    tables.text_units.flatMap(({ id, document_id }) => (!chosen || chosen.has(document_id) ? [id] : [])),
  );
  const entities = new Set<string>();
  const naming = new Set<string>();
  for (const { id, text_unit_ids } of tables.entities) {
    if (picked && !picked.has(id)) continue;
    const own = text_unit_ids.filter((unit) => inDocuments.has(unit));
    if (chosen && own.length === 0) continue;
    entities.add(id);
    for (const unit of own) naming.add(unit);
  }
  const relationships = new Set<string>();
  for (const { id, source_id, target_id, text_unit_ids } of tables.relationships) {
    const isStated = !chosen || text_unit_ids.some((unit) => inDocuments.has(unit));
    if (isStated && entities.has(source_id) && entities.has(target_id)) relationships.add(id);
  }
  return {
    entities,
    relationships,
    units: picked ? naming : inDocuments,
    communities: keptCommunities(tables, scope, entities),
  };
}

/** The entities that were chosen by themselves or with their communities; undefined where none were, so that all are in. */
function pickedEntities(
  { communities }: GraphTables,
  { entities, communities: chosen }: ExportScope,
): ReadonlySet<string> | undefined {
  if (!entities && !chosen) return undefined;
  const wanted = new Set(chosen);
  const members = communities.filter(({ community }) => wanted.has(community)).flatMap(({ entity_ids }) => entity_ids);
  return new Set([...(entities ?? []), ...members]);
}

/**
 * Returns chosen communities with what is in them, where communities alone were chosen. Else those with a kept member,
 * of one level where one is named.
 */
function keptCommunities(
  { communities }: GraphTables,
  { level, communities: chosen, entities: named }: ExportScope,
  entities: ReadonlySet<string>,
): ReadonlySet<number> {
  const kept = new Set<number>();
  const tops = chosen && !named ? new Set(chosen) : null;
  for (const row of communities.toSorted((a, b) => a.level - b.level)) {
    const isIn = tops ? tops.has(row.community) || kept.has(row.parent) : true;
    if (isIn && row.entity_ids.some((id) => entities.has(id))) kept.add(row.community);
  }
  if (level === undefined) return kept;
  return new Set(communities.flatMap((row) => (row.level === level && kept.has(row.community) ? [row.community] : [])));
}

function documentsOf({ documents, text_units }: GraphTables, scope: ExportScope, { units }: Kept) {
  if (!scope.documents && !scope.entities && !scope.communities) return documents;
  const used = new Set(text_units.flatMap(({ id, document_id }) => (units.has(id) ? [document_id] : [])));
  const chosen = scope.documents && new Set(scope.documents);
  const isPicked = scope.entities !== undefined || scope.communities !== undefined;
  return documents.filter(({ id }) => (isPicked ? used.has(id) : (chosen?.has(id) ?? true)));
}
