import { stableId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { EntityRow, ExtractionRow, RelationshipRow, Span } from '../../tables/tables';
import type { Work } from '../../work';
import type { CoOccurrence } from './co-occurrence';
import { methodOf, numberOf, type GivenNumbers, type Merging } from './derive-entities';
import { MERGE_DEFAULTS, mergeDescriptions, mergeWeights } from './merge-operations';
import { EVIDENCE_KEPT } from './pair-counts';
import type { DocumentRecords } from './current-records';

/** Words that a relationship carries when only co-occurrence is known. */
export const APPEARS_WITH = 'appears with';

/** Text units that hold a span of a document. */
export type UnitsOfSpan = (span: Span) => readonly string[];

/**
 * The stated relationships, then "appears with" relationships from the kept slots of the co-occurrence counts, in slot order: a pair that
 * anybody stated has no row of the latter kind, since a strength and a count of sentences are not of one kind.
 */
export function* withCoOccurrence(
  stated: readonly RelationshipRow[],
  coOccurrence: CoOccurrence,
  edges: { readonly slots: Int32Array; readonly weights: Float64Array },
  entities: readonly (EntityRow | undefined)[],
  unitsOfSpan: UnitsOfSpan,
  numbers: GivenNumbers,
  earlier: ReadonlyMap<string, RelationshipRow> = new Map(),
): Work<readonly RelationshipRow[]> {
  const rows = [...stated];
  const isStated = new Set(stated.map((row) => pairOf(row.source_id, row.target_id)));
  const evidence = yield* coOccurrence.evidence(edges.slots);
  for (const [index, slot] of edges.slots.entries()) {
    const source = entities[coOccurrence.pairs.low(slot)];
    const target = entities[coOccurrence.pairs.high(slot)];
    if (!source || !target || (isStated.size > 0 && isStated.has(pairOf(source.id, target.id)))) continue;
    const spans = evidence(index).map(({ documentId, start, end }) => ({ document_id: documentId, start, end }));
    rows.push(
      relationshipRow(source, target, numbers, earlier, {
        method: NO_MODEL,
        description: APPEARS_WITH,
        weight: edges.weights[index] ?? 0,
        text_unit_ids: unitsOfSpans(spans, unitsOfSpan),
        keywords: NONE,
        description_hash: null,
        count: coOccurrence.pairs.count(slot),
        spans,
      }),
    );
    if (index % 256 === 0) yield { done: index, total: edges.slots.length };
  }
  return rows;
}

/** Two entities, whichever comes first. */
const pairOf = (a: string, b: string): string => (a < b ? `${a}\u001f${b}` : `${b}\u001f${a}`);

const MERGING: Merging<RelationshipRow> = { operations: MERGE_DEFAULTS, earlier: new Map() };

/** Relationships that a reader stated, merged per ordered pair: by default weights summed and descriptions joined; spans kept. */
export function relationshipsFromRecords(
  records: readonly DocumentRecords[],
  entityOf: ReadonlyMap<string, EntityRow>,
  numbers: GivenNumbers,
  merging: Merging<RelationshipRow> = MERGING,
): readonly RelationshipRow[] {
  return [...statedPairs(records)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const source = entityOf.get(group[0]?.key ?? '');
      const target = entityOf.get(group[0]?.target_key ?? '');
      return source && target ? [statedRelationship(source, target, group, numbers, merging)] : [];
    });
}

/** The records of relationships by ordered pair of keys. */
export function statedPairs(records: readonly DocumentRecords[]): ReadonlyMap<string, readonly ExtractionRow[]> {
  const groups = new Map<string, ExtractionRow[]>();
  for (const { rows } of records) {
    for (const row of rows) {
      if (row.kind !== 'relationship') continue;
      const pair = `${row.key}\u001f${row.target_key ?? ''}`;
      const group = groups.get(pair);
      if (group) group.push(row);
      else groups.set(pair, [row]);
    }
  }
  return groups;
}

function statedRelationship(
  source: EntityRow,
  target: EntityRow,
  group: readonly ExtractionRow[],
  numbers: GivenNumbers,
  { operations, earlier }: Merging<RelationshipRow>,
): RelationshipRow {
  const spans = group.flatMap((row) =>
    row.starts.map((start, i) => ({ document_id: row.document_id, start, end: row.ends[i] ?? start })),
  );
  const distinct = [...new Map(spans.map((span) => [`${span.document_id}:${span.start}:${span.end}`, span])).values()];
  const descriptions = group.map((row) => row.description);
  return relationshipRow(source, target, numbers, earlier, {
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

/** Strengths; the same span read in two overlapping text units counts once, with the higher one, as does a text unit without a span. */
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
 * One literal, so that the rows of a large collection share one shape. Degrees are 0 until all are known. What says the same as in the
 * earlier row is taken from there: both tables are in memory until the new one is saved, and most rows hardly change.
 */
function relationshipRow(
  source: EntityRow,
  target: EntityRow,
  numbers: GivenNumbers,
  earlier: ReadonlyMap<string, RelationshipRow>,
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
    text_unit_ids: asBefore(before?.text_unit_ids, stated.text_unit_ids),
    keywords: stated.keywords,
    method: stated.method,
    description_hash: stated.description_hash,
    source_id: source.id,
    target_id: target.id,
    count: stated.count,
    evidence_document_ids: asBefore(
      before?.evidence_document_ids,
      spans.map((span) => span.document_id),
    ),
    evidence_starts: asBefore(
      before?.evidence_starts,
      spans.map((span) => span.start),
    ),
    evidence_ends: asBefore(
      before?.evidence_ends,
      spans.map((span) => span.end),
    ),
  };
}

function asBefore<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before?.length === now.length && now.every((value, at) => value === before[at]) ? before : now;
}

const NONE: readonly never[] = Object.freeze([]);

function unitsOfSpans(spans: readonly Span[], unitsOfSpan: UnitsOfSpan): readonly string[] {
  const units: string[] = [];
  for (const span of spans) for (const unit of unitsOfSpan(span)) if (!units.includes(unit)) units.push(unit);
  return units.slice(); // a list that grew keeps room for many more, and there are very many lists
}
