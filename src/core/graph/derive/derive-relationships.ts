import { inEnglish, message } from '../../message';
import { uniteKeywords } from '../../extract/keywords';
import { attributesOf } from '../../extract/mention-records';
import { groupBy, lowerBound } from '../../arrays';
import { isStableId, stableId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import { isSameRow } from '../../tables/rows';
import type { EntityRow, ExtractionRow, RelationshipRow, Span } from '../../tables/tables';
import { EVIDENCE_KEPT, type EvidenceSpan } from './co-occurrence';
import { methodOf, numberOf, type Derivation } from './derive-entities';
import { mergeDescriptions, mergeWeights } from './merge-operations';
import { NO_THEMES, withEarlierThemes } from './theme-keywords';

/** The description of a relationship that is known from co-occurrence alone. It is kept, and ids are made of it: other words would make other ids. */
export const APPEARS_WITH = inEnglish(message`appears with`);

/** Relationships that a reader stated, merged per ordered pair, in the order of the pairs. */
export const statedRelationships = (
  pairs: ReadonlyMap<string, readonly ExtractionRow[]>,
  entityOf: (key: string) => EntityRow | undefined,
  derivation: Derivation<RelationshipRow>,
): RelationshipRow[] =>
  [...pairs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const source = entityOf(group[0]?.key ?? '');
      const target = entityOf(group[0]?.target_key ?? '');
      return source && target ? [statedRelationship(source, target, group, derivation)] : [];
    });

/** Records of relationships by ordered pair of keys. */
export const statedPairs = (records: readonly ExtractionRow[]): ReadonlyMap<string, readonly ExtractionRow[]> =>
  groupBy(
    records.filter(({ kind }) => kind === 'relationship'),
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
  const id = relationshipId(givenId(group), source, target);
  return relationshipRow(id, [source, target], derivation, {
    method: methodOf(new Set(group.map((row) => row.layer))),
    ...mergeDescriptions(descriptions, operations.description, earlier.get(id)),
    weight: mergeWeights(strengthPerSpan(group), operations.weight),
    text_unit_ids: [...new Set(group.map((row) => row.text_unit_id))],
    keywords: uniteKeywords(group.flatMap((row) => [row.type, ...(attributesOf(row).keywords ?? [])])),
    count: distinct.length,
    spans: distinct.slice(0, EVIDENCE_KEPT),
  });
}

/** The id that another program gave a relationship. */
function givenId(group: readonly ExtractionRow[]): string | undefined {
  for (const row of group) {
    const { id } = attributesOf(row);
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * The id that another program gave a relationship. One of Burrow's own, from another collection, stays only where it follows from the same
 * keys: else these may be another pair here, which has it.
 */
export function relationshipId(
  given: string | undefined,
  source: Pick<EntityRow, 'key'>,
  target: Pick<EntityRow, 'key'>,
): string {
  const isGiven = given !== undefined && (!isStableId(given) || given === appearsWithId(source, target));
  return isGiven ? given : statedId(source, target);
}

/** The id of a relationship that a reader stated, which follows from the keys of its ends alone. */
export function statedId(source: Pick<EntityRow, 'key'>, target: Pick<EntityRow, 'key'>): string {
  return stableId('relationship', source.key, target.key);
}

/** The id of a relationship that only co-occurrence found; the lower key comes first. */
export function appearsWithId(a: Pick<EntityRow, 'key'>, b: Pick<EntityRow, 'key'>): string {
  return a.key < b.key ? stableId(APPEARS_WITH, a.key, b.key) : stableId(APPEARS_WITH, b.key, a.key);
}

/**
 * One strength per span, or per text unit without a span: of a span that was read in two overlapping text units, the
 * higher one. Relationships that another program gave ids of their own are different ones, even in one span.
 */
function strengthPerSpan(group: readonly ExtractionRow[]): readonly number[] {
  const strongest = new Map<string, number>();
  for (const row of group) {
    const span = row.starts.length > 0 ? `${row.document_id}:${row.starts.join()}` : row.text_unit_id;
    const key = `${span} ${attributesOf(row).id ?? ''}`;
    strongest.set(key, Math.max(strongest.get(key) ?? 0, row.weight));
  }
  return [...strongest.values()];
}

/** A relationship of two entities that appear together, with its id where that is known; the entity with the lower key is its source. */
export function appearsWith(
  [a, b]: readonly [EntityRow, EntityRow],
  {
    weight,
    count,
    evidence,
  }: { readonly weight: number; readonly count: number; readonly evidence: readonly EvidenceSpan[] },
  derivation: Derivation<RelationshipRow>,
  id = appearsWithId(a, b),
): RelationshipRow {
  const [source, target] = a.key < b.key ? [a, b] : [b, a];
  return relationshipRow(id, [source, target], derivation, {
    method: NO_MODEL,
    description: APPEARS_WITH,
    weight,
    text_unit_ids: unitsOf(evidence),
    keywords: NONE,
    description_hash: null,
    count,
    spans: evidence.map(({ block, start, end }) => ({ document_id: block.documentId, start, end })),
  });
}

/** A relationship as it was, with the titles that its ends have now. */
export function retitled(row: RelationshipRow, a: EntityRow, b: EntityRow): RelationshipRow {
  // The one with the lower key is the source, as when it was made.
  const [source, target] = a.key < b.key ? [a, b] : [b, a];
  const isSame =
    row.source === source.title &&
    row.target === target.title &&
    row.source_id === source.id &&
    row.target_id === target.id;
  if (isSame) return row;
  return { ...row, source: source.title, target: target.title, source_id: source.id, target_id: target.id };
}

interface Stated extends Pick<
  RelationshipRow,
  'method' | 'description' | 'description_hash' | 'weight' | 'text_unit_ids' | 'keywords' | 'count'
> {
  /** Evidence that is kept, best first. */
  readonly spans: readonly Span[];
}

/** One literal, so that the rows of a large collection share one shape. The earlier row itself where nothing is different. */
function relationshipRow(
  id: string,
  [source, target]: readonly [EntityRow, EntityRow],
  derivation: Derivation<RelationshipRow>,
  { spans, ...stated }: Stated,
): RelationshipRow {
  const before = derivation.earlier.get(id);
  const row: RelationshipRow = {
    id: before?.id ?? id,
    human_readable_id: numberOf(id, derivation),
    source: source.title,
    target: target.title,
    description: stated.description,
    weight: stated.weight,
    combined_degree: 0,
    text_unit_ids: stated.text_unit_ids,
    keywords: stated.keywords,
    ...NO_THEMES,
    method: stated.method,
    description_hash: stated.description_hash,
    source_id: source.id,
    target_id: target.id,
    count: stated.count,
    evidence_document_ids: spans.map((span) => span.document_id),
    evidence_starts: spans.map((span) => span.start),
    evidence_ends: spans.map((span) => span.end),
  };
  const themed = withEarlierThemes(row, before);
  return before && isSameRow(before, themed) ? before : themed;
}

const NONE: readonly never[] = Object.freeze([]);

/** The text units that hold a part of these spans, each once. */
export function unitsOf(evidence: readonly EvidenceSpan[]): readonly string[] {
  const found = new Set<string>();
  for (const { block, start, end } of evidence) {
    const { unitIds, unitStarts, unitEnds } = block;
    for (let unit = lowerBound(unitIds.length, (at) => (unitEnds[at] ?? 0) <= start); unit < unitIds.length; unit++) {
      if ((unitStarts[unit] ?? 0) >= end) break;
      found.add(unitIds[unit] ?? '');
    }
  }
  return [...found];
}
