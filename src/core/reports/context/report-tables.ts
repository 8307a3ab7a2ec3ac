import { groupBy } from '../../arrays';
import { sha256Text } from '../../ids';
import { lazy } from '../../memo';
import { placesById, rowIn, type Rows } from '../../tables/rows';
import type {
  CommunityRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  TextUnitRow,
  CovariateRow,
} from '../../tables/tables';
import { documentUnits } from '../../tables/document-units';
import { sentencePool, type SentencePool } from './sentence-pool';
import { resolveClaimEntities } from '../../graph/derive/derive-covariates';

/** The tables that reports are written from, joined by id. */
export interface ReportTables {
  readonly pool: SentencePool;
  readonly communities: ReadonlyMap<number, CommunityRow>;
  entity(id: string): EntityRow | undefined;
  relationships(row: CommunityRow): readonly RelationshipRow[];
  /** Sentences that a relationship's kept evidence lies in. */
  evidence(relationship: RelationshipRow): readonly number[];
  /** Sentences of a text unit. */
  unit(id: string): readonly number[];
  document(id: string): DocumentRow | undefined;
  /** Hash of a document's text. */
  textHash(documentId: string): string;
}

export interface ReportSources {
  readonly communities: readonly CommunityRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly textUnits: readonly TextUnitRow[];
  readonly documents: readonly DocumentRow[];
}

/** Look-ups that the caller has already. */
type KnownRows = Partial<Pick<ReportTables, 'entity' | 'relationships'>>;

/** Joins the tables. Each look-up is made when it is first needed. */
export function reportTables(sources: ReportSources, known: KnownRows = {}): ReportTables {
  const order = lazy(() => sentenceOrder(sources.documents));
  const units = lazy(() => new Map(sources.textUnits.map((row) => [row.id, row])));
  const pool = sentencePool(() => {
    const units = documentUnits(sources.textUnits);
    return { documents: order().documents, unitsOf: (id) => units.get(id) ?? [] };
  });
  const relationshipOf = lookUp(sources.relationships);
  const communities = lazy(() => new Map(sources.communities.map((row) => [row.community, row])));
  const evidence = new Map<string, readonly number[]>();
  return {
    pool,
    get communities() {
      return communities();
    },
    entity: known.entity ?? lookUp(sources.entities),
    relationships: known.relationships ?? ((row) => row.relationship_ids.flatMap((id) => relationshipOf(id) ?? [])),
    evidence: (relationship) => {
      const before = evidence.get(relationship.id);
      if (before) return before;
      const found = evidenceSentences(pool, relationship);
      evidence.set(relationship.id, found);
      return found;
    },
    unit: (id) => {
      const row = units().get(id);
      return row ? pool.within(row) : [];
    },
    document: (id) => order().documents[order().numbers.get(id) ?? -1],
    textHash: (id) => textHash(order().documents[order().numbers.get(id) ?? -1]),
  };
}

/** Numbers of sentences settle ties, so they must not depend on the order in which documents were added. */
function sentenceOrder(rows: readonly DocumentRow[]) {
  const documents = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { documents, numbers: new Map(documents.map((row, number) => [row.id, number])) };
}

function lookUp<R extends { readonly id: string }>(rows: Rows<R>): (id: string) => R | undefined {
  const places = lazy(() => placesById(rows));
  return (id) => rowIn(rows, places().get(id) ?? -1);
}

const hashes = new WeakMap<DocumentRow, string>();

function textHash(document: DocumentRow | undefined): string {
  if (!document) return sha256Text('');
  const hash = hashes.get(document) ?? sha256Text(document.text);
  hashes.set(document, hash);
  return hash;
}

function evidenceSentences(pool: SentencePool, row: RelationshipRow): readonly number[] {
  const found = row.evidence_document_ids.flatMap((document_id, i) =>
    pool.within({ document_id, start: row.evidence_starts[i] ?? 0, end: row.evidence_ends[i] ?? 0 }),
  );
  return [...new Set(found)];
}

/** The tables with what model reports need besides. */
export interface ModelTables extends ReportTables {
  /** Claims about an entity, in a stable order. */
  claims(entity: EntityRow): readonly CovariateRow[];
  /** Documents that text units are cut from. */
  documentsOf(textUnitIds: readonly string[]): readonly string[];
}

/** Prepares these look-ups on one state of the tables. */
export function modelTables(tables: ReportTables, covariates: readonly CovariateRow[]): ModelTables {
  const claims = lazy(() => groupBy(covariates.toSorted(byPlace), ({ subject_id }) => subject_id));
  const namesakes = lazy(() => entitiesByTitle(tables));
  return {
    ...tables,
    claims: (entity) => {
      const about = claims().get(entity.title);
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
  const ids = new Set([...communities.values()].flatMap(({ entity_ids }) => entity_ids));
  return groupBy(
    [...ids].flatMap((id) => entity(id) ?? []),
    ({ title }) => title,
  );
}

function byPlace(a: CovariateRow, b: CovariateRow): number {
  if (a.document_id !== b.document_id) return a.document_id < b.document_id ? -1 : 1;
  return a.evidence_start - b.evidence_start || (a.id < b.id ? -1 : 1);
}
