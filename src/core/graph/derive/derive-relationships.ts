import { inEnglish, message } from '../../message';
import { groupBy, lowerBound } from '../../arrays';
import { stableId, pairKey } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { EntityRow, ExtractionRow, RelationshipRow, Span, TextUnitRow } from '../../tables/tables';
import type { Work } from '../../work';
import type { CoOccurrence } from './co-occurrence';
import type { DocumentRecords } from './current-records';
import { methodOf, numberOf, type Derivation } from './derive-entities';
import { mergeDescriptions, mergeWeights } from './merge-operations';
import { EVIDENCE_KEPT } from './pair-counts';

/** The description of a relationship that is known from co-occurrence alone. It is kept, and ids are made of it: other words would make other ids. */
export const APPEARS_WITH = inEnglish(message`appears with`);

/** What relationships are derived from. */
interface RelationshipInput {
  readonly records: readonly DocumentRecords[];
  readonly entityOf: ReadonlyMap<string, EntityRow>;
  readonly coOccurrence: CoOccurrence;
  /** Slots of the pairs of nodes that stay, and their weights. */
  readonly slots: Int32Array;
  readonly weights: Float64Array;
  /** The entity of each node; undefined for a node that became none. */
  readonly nodes: readonly (EntityRow | undefined)[];
  readonly units: readonly TextUnitRow[];
}

/**
 * The stated relationships, then "appears with" relationships in the order of the slots. A stated pair has no second row: a strength and a
 * count of sentences cannot be added.
 */
export function* deriveRelationships(
  { records, entityOf, coOccurrence, slots, weights, nodes, units }: RelationshipInput,
  derivation: Derivation<RelationshipRow>,
): Work<readonly RelationshipRow[]> {
  const rows = statedRelationships(records, entityOf, derivation);
  const stated = new Set(rows.map((row) => pairKey(row.source_id, row.target_id)));
  const unitsOf = unitsOfSpans(units);
  const { pairs } = coOccurrence;
  const evidence = yield* coOccurrence.evidence(slots);
  for (const [index, slot] of slots.entries()) {
    const source = nodes[pairs.low(slot)];
    const target = nodes[pairs.high(slot)];
    if (!source || !target || (stated.size > 0 && stated.has(pairKey(source.id, target.id)))) continue;
    const spans = evidence(index).map(({ documentId, start, end }) => ({ document_id: documentId, start, end }));
    rows.push(
      relationshipRow(source, target, derivation, {
        method: NO_MODEL,
        description: APPEARS_WITH,
        weight: weights[index] ?? 0,
        text_unit_ids: unitsOf(spans),
        keywords: NONE,
        description_hash: null,
        count: pairs.count(slot),
        spans,
      }),
    );
    if (index % 256 === 0) yield { done: index, total: slots.length };
  }
  return rows;
}

/** Relationships that a reader stated, merged per ordered pair, in the order of the pairs. */
const statedRelationships = (
  records: readonly DocumentRecords[],
  entityOf: ReadonlyMap<string, EntityRow>,
  derivation: Derivation<RelationshipRow>,
): RelationshipRow[] =>
  [...statedPairs(records)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const source = entityOf.get(group[0]?.key ?? '');
      const target = entityOf.get(group[0]?.target_key ?? '');
      return source && target ? [statedRelationship(source, target, group, derivation)] : [];
    });

/** The records of relationships by ordered pair of keys. */
export const statedPairs = (records: readonly DocumentRecords[]): ReadonlyMap<string, readonly ExtractionRow[]> =>
  groupBy(
    records.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'relationship')),
    ({ key, target_key }) => `${key}\u001f${target_key ?? ''}`,
  );

function statedRelationship(
  source: EntityRow,
  target: EntityRow,
  group: readonly ExtractionRow[],
  derivation: Derivation<RelationshipRow>,
): RelationshipRow {
  const { operations, earlier } = derivation;
  const spans = group.flatMap((row) =>
    row.starts.map((start, i) => ({ document_id: row.document_id, start, end: row.ends[i] ?? start })),
  );
  const distinct = [...new Map(spans.map((span) => [`${span.document_id}:${span.start}:${span.end}`, span])).values()];
  const descriptions = group.map((row) => row.description);
  return relationshipRow(source, target, derivation, {
    method: methodOf(new Set(group.map((row) => row.layer))),
    ...mergeDescriptions(descriptions, operations.description, earlier.get(statedId(source, target))),
    weight: mergeWeights(strengthPerSpan(group), operations.weight),
    text_unit_ids: [...new Set(group.map((row) => row.text_unit_id))],
    keywords: [...new Set(group.map((row) => row.type).filter(Boolean))].sort(),
    count: distinct.length,
    spans: distinct.slice(0, EVIDENCE_KEPT),
  });
}

/** The id of a relationship that a reader stated, which follows from the keys of its ends alone. */
export function statedId(source: Pick<EntityRow, 'key'>, target: Pick<EntityRow, 'key'>): string {
  return stableId('relationship', source.key, target.key);
}

/** The id of a relationship that only co-occurrence found; the lower key comes first. */
export function appearsWithId(a: Pick<EntityRow, 'key'>, b: Pick<EntityRow, 'key'>): string {
  return a.key < b.key ? stableId(APPEARS_WITH, a.key, b.key) : stableId(APPEARS_WITH, b.key, a.key);
}

/** One strength per span, or per text unit without a span: of a span that was read in two overlapping text units, the higher one. */
function strengthPerSpan(group: readonly ExtractionRow[]): readonly number[] {
  const strongest = new Map<string, number>();
  for (const row of group) {
    const span = row.starts.length > 0 ? `${row.document_id}:${row.starts.join()}` : row.text_unit_id;
    strongest.set(span, Math.max(strongest.get(span) ?? 0, row.weight));
  }
  return [...strongest.values()];
}

interface Stated extends Pick<
  RelationshipRow,
  'method' | 'description' | 'description_hash' | 'weight' | 'text_unit_ids' | 'keywords' | 'count'
> {
  /** Evidence that is kept, best first. */
  readonly spans: readonly Span[];
}

/**
 * One literal, so that the rows of a large collection share one shape. Degrees are 0 until all are known. Lists that equal those of the
 * earlier row are taken from there: both tables are in memory until the new one is saved.
 */
function relationshipRow(
  source: EntityRow,
  target: EntityRow,
  { numbers, earlier }: Derivation<RelationshipRow>,
  { spans, ...stated }: Stated,
): RelationshipRow {
  const id = stated.method === NO_MODEL ? appearsWithId(source, target) : statedId(source, target);
  const before = earlier.get(id);
  return {
    id: before?.id ?? id,
    human_readable_id: numberOf(id, numbers),
    source: source.title,
    target: target.title,
    description: stated.description,
    weight: stated.weight,
    combined_degree: 0,
    text_unit_ids: reuse(before?.text_unit_ids, stated.text_unit_ids),
    keywords: stated.keywords,
    method: stated.method,
    description_hash: stated.description_hash,
    source_id: source.id,
    target_id: target.id,
    count: stated.count,
    evidence_document_ids: reuse(
      before?.evidence_document_ids,
      spans.map((span) => span.document_id),
    ),
    evidence_starts: reuse(
      before?.evidence_starts,
      spans.map((span) => span.start),
    ),
    evidence_ends: reuse(
      before?.evidence_ends,
      spans.map((span) => span.end),
    ),
  };
}

function reuse<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before?.length === now.length && now.every((value, at) => value === before[at]) ? before : now;
}

const NONE: readonly never[] = Object.freeze([]);

/** Tells the text units that hold a part of these spans. */
function unitsOfSpans(units: readonly TextUnitRow[]): (spans: readonly Span[]) => readonly string[] {
  const byDocument = groupBy(
    units.toSorted((a, b) => a.start - b.start),
    (unit) => unit.document_id,
  );
  return (spans) => {
    const found: string[] = [];
    for (const { document_id, start, end } of spans) {
      const own = byDocument.get(document_id) ?? [];
      for (let at = lowerBound(own.length, (n) => (own[n]?.end ?? 0) <= start); at < own.length; at++) {
        const unit = own[at];
        if (!unit || unit.start >= end) break;
        if (!found.includes(unit.id)) found.push(unit.id);
      }
    }
    return found.slice(); // a list that grew keeps room for many more, and there are very many lists
  };
}
