import { isByNoModel } from '../provenance';
import type { EntityRow } from '../tables/tables';
import type { MapGraph } from './map-graph';

/** Filter of the map. It leaves out other entities, and communities without a match. */
export interface MapFilter {
  readonly type?: string;
  /** Id of a document that mentions it. */
  readonly document?: string;
  /** Least neighbours. */
  readonly degree?: number;
  readonly by?: 'model' | 'no-model';
  /** First and last year of what has a date: an entity passes that such a claim is about, or that such a passage names. */
  readonly from?: number;
  readonly to?: number;
}

/** Marks that a person took off the map, until they are shown again. */
export interface HiddenMarks {
  /** Ids of entities. */
  readonly entities: readonly string[];
  /** Numbers of communities, with all that is in them. */
  readonly communities: readonly number[];
}

export const NOTHING_HIDDEN: HiddenMarks = { entities: [], communities: [] };

/** Things with a date between two years: text units by id, and the subjects of dated claims by title. */
export interface DatedMentions {
  readonly units: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
}

/** Data that a filter looks up. */
export interface FilterSource {
  readonly graph: MapGraph;
  readonly entities: readonly EntityRow[];
  /** Text units of a document. */
  readonly unitsOf: (document: string) => ReadonlySet<string>;
  /** Finds things with a date from one year to another; needed where the filter names years. */
  readonly datedIn?: (from: number, to: number) => DatedMentions;
}

/** Rows of the entities in a community, −1 for all, that pass a filter and are not hidden. Linear in the entities. */
export function membersOf(
  source: FilterSource,
  root: number,
  filter: MapFilter,
  hidden: HiddenMarks,
): readonly number[] {
  const { graph, entities } = source;
  const inside = insideOf(graph, root < 0 ? [] : [root]);
  const isGone = goneFrom(graph, hidden);
  const passes = passing(source, filter);
  const rows: number[] = [];
  for (const [row, entity] of entities.entries()) {
    const home = graph.home[row] ?? -1;
    if ((root < 0 || inside[home] === 1) && !isGone(entity.id, home) && passes(entity)) rows.push(row);
  }
  return rows;
}

/** Marks by 1 the communities at these places and all that lie in them. */
function insideOf({ parent }: MapGraph, places: readonly number[]): Uint8Array {
  const inside = new Uint8Array(parent.length);
  for (const place of places) inside[place] = 1;
  for (let place = 0; place < parent.length; place++) if (inside[parent[place] ?? -1] === 1) inside[place] = 1;
  return inside;
}

function goneFrom(graph: MapGraph, { entities, communities }: HiddenMarks): (id: string, home: number) => boolean {
  const ids = new Set(entities);
  const places = insideOf(
    graph,
    communities.flatMap((community) => graph.placeOf.get(community) ?? []),
  );
  return (id, home) => ids.has(id) || places[home] === 1;
}

/** Makes a check of whether an entity passes a filter. */
export function passing(source: FilterSource, filter: MapFilter): (entity: EntityRow) => boolean {
  const { type, document, degree = 0, by, from, to } = filter;
  const units = document === undefined ? null : source.unitsOf(document);
  const dated =
    from === undefined && to === undefined ? null : (source.datedIn?.(from ?? -Infinity, to ?? Infinity) ?? null);
  return (entity) =>
    (type === undefined || entity.type === type) &&
    entity.degree >= degree &&
    (by === undefined || isByNoModel(entity.method) === (by === 'no-model')) &&
    (!units || entity.text_unit_ids.some((id) => units.has(id))) &&
    (!dated || dated.titles.has(entity.title) || entity.text_unit_ids.some((id) => dated.units.has(id)));
}
