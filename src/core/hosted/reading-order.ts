import { groupBy } from '../arrays';
import type { IndexTables, CommunityRow, DocumentRow, EntityRow, SummaryRow, TextUnitRow } from '../tables/tables';

/**
 * The tables in an order in which what is asked together lies together: each community before its parts, and these one after another; entities and
 * documents by their communities; text units with their documents. Of entities, much better connected ones come first, so that the first of some are
 * the best known.
 */
export function inReadingOrder(tables: IndexTables): IndexTables {
  const communities = inTreeOrder(tables.communities);
  const placeOf = deepestCommunities(communities);
  const place = ({ id }: Pick<EntityRow, 'id'>): number => placeOf.get(id) ?? communities.length;
  const places = placesOfDocuments(tables, placeOf);
  const unitsOf = groupBy(tables.text_units, (unit) => unit.document_id);
  const documents = tables.documents.toSorted((a, b) => (places.get(a.id) ?? -1) - (places.get(b.id) ?? -1));
  return {
    ...tables,
    documents,
    text_units: documents.flatMap(({ id }) => (unitsOf.get(id) ?? []).toSorted((a, b) => a.start - b.start)),
    entities: tables.entities.toSorted(
      (a, b) => reach(b) - reach(a) || place(a) - place(b) || b.degree - a.degree || b.frequency - a.frequency,
    ),
    communities,
    summaries: inLayers(tables.summaries, documents, tables.text_units),
  };
}

/** Summaries by layers, the lowest first, and by the first document that each rests on. */
function inLayers(
  rows: readonly SummaryRow[],
  documents: readonly DocumentRow[],
  units: readonly TextUnitRow[],
): readonly SummaryRow[] {
  const placeOf = new Map(documents.map(({ id }, at) => [id, at]));
  const placeOfUnit = new Map(units.map(({ id, document_id }) => [id, placeOf.get(document_id) ?? 0]));
  const placed = rows.map((row) => ({
    row,
    place: row.text_unit_ids.reduce((least, id) => Math.min(least, placeOfUnit.get(id) ?? 0), Infinity),
  }));
  return placed.sort((a, b) => a.row.level - b.row.level || a.place - b.place).map(({ row }) => row);
}

/** Returns the connectedness of an entity, in steps of four times as many neighbours. */
const reach = ({ degree }: EntityRow): number => Math.floor(Math.log2(1 + degree) / 2);

/** Each community before its parts, broader ones first among those beside each other. */
function inTreeOrder(rows: readonly CommunityRow[]): readonly CommunityRow[] {
  const known = new Set(rows.map(({ community }) => community));
  const partsOf = groupBy(rows, ({ parent }) => (known.has(parent) ? parent : -1));
  const ordered: CommunityRow[] = [];
  const open = [...(partsOf.get(-1) ?? [])].sort(smallestFirst);
  for (let row = open.pop(); row; row = open.pop()) {
    ordered.push(row);
    open.push(...[...(partsOf.get(row.community) ?? [])].sort(smallestFirst));
  }
  return ordered;
}

const smallestFirst = (a: CommunityRow, b: CommunityRow): number => a.size - b.size || b.community - a.community;

/** By entity, the place of the deepest community that it is in. */
function deepestCommunities(rows: readonly CommunityRow[]): ReadonlyMap<string, number> {
  const deepest = new Map<string, number>();
  for (const [at, { entity_ids }] of rows.entries()) for (const id of entity_ids) deepest.set(id, at);
  return deepest;
}

/** By document, the place of the community of which it mentions most members. */
function placesOfDocuments(
  { entities, text_units }: IndexTables,
  placeOf: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const documentOf = new Map(text_units.map(({ id, document_id }) => [id, document_id]));
  const counts = new Map<string, Map<number, number>>();
  for (const { id, text_unit_ids } of entities) {
    const place = placeOf.get(id);
    if (place === undefined) continue;
    for (const unit of text_unit_ids) {
      const document = documentOf.get(unit) ?? '';
      const own = counts.get(document) ?? new Map<number, number>();
      own.set(place, (own.get(place) ?? 0) + 1);
      counts.set(document, own);
    }
  }
  return new Map([...counts].map(([document, own]) => [document, mostFrequent(own)]));
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [-1, 0];
  for (const [value, count] of counts)
    if (count > most || (count === most && value < best)) [best, most] = [value, count];
  return best;
}
