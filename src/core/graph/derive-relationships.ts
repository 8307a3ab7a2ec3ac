import { NO_MODEL } from '../extract/mention-records';
import { stableId } from '../ids';
import type { EntityRow, ExtractionRow, RelationshipRow, Span } from '../tables/tables';
import type { Work } from '../work';
import type { CoOccurrence } from './co-occurrence';
import { EVIDENCE_KEPT } from './co-occurrence';
import { methodOf, numberOf, type GivenNumbers } from './derive-entities';
import type { DocumentRecords } from './standing-records';

/** Words that a relationship carries when only co-occurrence is known. */
export const APPEARS_WITH = 'appears with';

/** Text units that hold a span of a document. */
export type UnitsOfSpan = (span: Span) => readonly string[];

/** "Appears with" relationships from the kept slots of the co-occurrence counts, in slot order. */
export function* relationshipsFromCoOccurrence(
  coOccurrence: CoOccurrence,
  edges: { readonly slots: Int32Array; readonly weights: Float64Array },
  entities: readonly (EntityRow | undefined)[],
  unitsOfSpan: UnitsOfSpan,
  numbers: GivenNumbers,
): Work<readonly RelationshipRow[]> {
  const rows: RelationshipRow[] = [];
  const evidence = yield* coOccurrence.evidence(edges.slots);
  for (const [index, slot] of edges.slots.entries()) {
    const source = entities[coOccurrence.pairs.low(slot)];
    const target = entities[coOccurrence.pairs.high(slot)];
    if (!source || !target) continue;
    const spans = (evidence[index] ?? []).map(({ documentId, start, end }) => ({
      document_id: documentId,
      start,
      end,
    }));
    rows.push({
      ...relationshipBetween(source, target, NO_MODEL, numbers),
      description: APPEARS_WITH,
      weight: edges.weights[index] ?? 0,
      text_unit_ids: [...new Set(spans.flatMap(unitsOfSpan))],
      count: coOccurrence.pairs.count(slot),
      ...evidenceColumns(spans),
    });
    if (index % 256 === 0) yield { done: index, total: edges.slots.length };
  }
  return rows;
}

/** Relationships that a reader stated, merged per ordered pair: weights summed, descriptions joined, spans kept. */
export function relationshipsFromRecords(
  records: readonly DocumentRecords[],
  entityOf: ReadonlyMap<string, EntityRow>,
  numbers: GivenNumbers,
): readonly RelationshipRow[] {
  const groups = new Map<string, ExtractionRow[]>();
  for (const { rows } of records) {
    for (const row of rows) {
      if (row.kind !== 'relationship' || !entityOf.has(row.key) || !entityOf.has(row.target_key ?? '')) continue;
      const pair = `${row.key}\u001f${row.target_key ?? ''}`;
      const group = groups.get(pair);
      if (group) group.push(row);
      else groups.set(pair, [row]);
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const source = entityOf.get(group[0]?.key ?? '');
      const target = entityOf.get(group[0]?.target_key ?? '');
      return source && target ? [statedRelationship(source, target, group, numbers)] : [];
    });
}

function statedRelationship(
  source: EntityRow,
  target: EntityRow,
  group: readonly ExtractionRow[],
  numbers: GivenNumbers,
): RelationshipRow {
  const spans = group.flatMap((row) =>
    row.starts.map((start, i) => ({ document_id: row.document_id, start, end: row.ends[i] ?? start })),
  );
  const distinct = [...new Map(spans.map((span) => [`${span.document_id}:${span.start}:${span.end}`, span])).values()];
  return {
    ...relationshipBetween(source, target, methodOf(new Set(group.map((row) => row.layer))), numbers),
    description: [...new Set(group.map((row) => row.description).filter(Boolean))].sort().join(' '),
    weight: sumOncePerSpan(group),
    text_unit_ids: [...new Set(group.map((row) => row.text_unit_id))],
    keywords: [...new Set(group.map((row) => row.type).filter(Boolean))].sort(),
    count: distinct.length,
    ...evidenceColumns(distinct.slice(0, EVIDENCE_KEPT)),
  };
}

/** Sums strengths; the same span read in two overlapping text units counts once, with the higher strength. */
function sumOncePerSpan(group: readonly ExtractionRow[]): number {
  const strongest = new Map<string, number>();
  for (const row of group) {
    const span = `${row.layer}:${row.document_id}:${row.starts.join()}`;
    strongest.set(span, Math.max(strongest.get(span) ?? 0, row.weight));
  }
  return [...strongest.values()].reduce((sum, weight) => sum + weight, 0);
}

function relationshipBetween(source: EntityRow, target: EntityRow, method: string, numbers: GivenNumbers) {
  const id = stableId(method === NO_MODEL ? APPEARS_WITH : 'relationship', source.key, target.key);
  return {
    id,
    human_readable_id: numberOf(id, numbers),
    source: source.title,
    target: target.title,
    source_id: source.id,
    target_id: target.id,
    combined_degree: 0,
    keywords: [] as readonly string[],
    method,
  };
}

function evidenceColumns(spans: readonly Span[]) {
  return {
    evidence_document_ids: spans.map((span) => span.document_id),
    evidence_starts: spans.map((span) => span.start),
    evidence_ends: spans.map((span) => span.end),
  };
}

/** Fills degree (distinct neighbours) and combined_degree. */
export function withDegrees(
  entities: readonly EntityRow[],
  relationships: readonly RelationshipRow[],
): { readonly entities: readonly EntityRow[]; readonly relationships: readonly RelationshipRow[] } {
  const neighbours = new Map<string, Set<string>>(entities.map((entity) => [entity.id, new Set()]));
  for (const { source_id, target_id } of relationships) {
    neighbours.get(source_id)?.add(target_id);
    neighbours.get(target_id)?.add(source_id);
  }
  const degree = (id: string): number => neighbours.get(id)?.size ?? 0;
  return {
    entities: entities.map((entity) => ({ ...entity, degree: degree(entity.id) })),
    relationships: relationships.map((row) => ({
      ...row,
      combined_degree: degree(row.source_id) + degree(row.target_id),
    })),
  };
}
