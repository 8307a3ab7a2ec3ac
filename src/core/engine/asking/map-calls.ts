import { packPictures, pictureOf, positionsIn, unpackPictures, type KeptPicture } from '../../map/kept-positions';
import { mapGraph, type MapGraph } from '../../map/map-graph';
import { mapView, type MapQuery, type MapSource, type MapView } from '../../map/map-view';
import { mentionDates, type MentionDates } from '../../overview/dated-mentions';
import type { CallOptions } from '../../platform';
import type { LayoutName, LayoutOptions, Positions } from '../../ports/layout';
import { stepBetween } from '../../search/evidence/graph-cards';
import { runWork } from '../../work';
import type { OpenCollection } from '../collections/open-collection';
import type { Session } from '../session/session';

/** The map of the open collection. */
export interface MapCalls {
  /** A part of the map. Arranges it first where the collection has changed since; what was known stays where it was. */
  map(query: MapQuery, options?: LayoutOptions): Promise<MapView>;
  /** Forgets where everything is, so that the map is arranged anew the next time. */
  rearrange(): Promise<void>;
  /** The communities that an entity or a community lies in, from the top, with their members; the last one is the community itself. */
  mapPlace(thing: MapThing): Promise<readonly { readonly community: number; readonly size: number }[]>;
  /** First and last year of what the map can be filtered by; null where nothing has a date. */
  mapYears(options?: CallOptions): Promise<MentionDates['span']>;
}

export type MapThing = { readonly entity: string } | { readonly community: number };

/** The map of the session's open collection. Positions are kept beside the tables, since rewriting rows for them would cost more than finding them. */
export function mapCalls(session: Session): MapCalls {
  const atlases = new WeakMap<OpenCollection, Atlas>();
  const atlasOf = (open: OpenCollection): Atlas => {
    const atlas = atlases.get(open) ?? createAtlas(session, open);
    atlases.set(open, atlas);
    return atlas;
  };
  const { clock } = session.env;
  const dates = new WeakMap<OpenCollection['index'], Promise<MentionDates>>();
  /** Of one state of the collection. A call that is stopped leaves nothing behind. */
  const datesOf = ({ index, tables }: OpenCollection, options: CallOptions): Promise<MentionDates> => {
    const known = dates.get(index);
    if (known) return known;
    const found = runWork(mentionDates(index, tables.covariates), { ...options, clock });
    dates.set(index, found);
    found.catch(() => dates.delete(index));
    return found;
  };
  return {
    map: async (query, options = {}) => {
      const open = await session.whole();
      const { tables, index } = open;
      const { from, to } = query.filter;
      const dated = from === undefined && to === undefined ? undefined : await datesOf(open, options);
      const graph = mapGraph(tables);
      const positions = await atlasOf(open).positions(query.layout, options);
      const source: MapSource = {
        ...{ graph, positions, entities: tables.entities },
        titleOf: (place) => {
          const row = graph.communities[place];
          return row ? index.reports.title(row) : '';
        },
        unitsOf: (document) => new Set(index.unitsOf(document).map(({ id }) => id)),
        ...(dated && { datedIn: dated.between }),
        stepBetween: (one, other) => stepBetween(index, one, other),
      };
      return mapView(source, query);
    },
    rearrange: async () => atlasOf(await session.whole()).forget(),
    mapPlace: async (thing) => placesAbove(mapGraph((await session.whole()).tables), thing),
    mapYears: async (options = {}) => (await datesOf(await session.whole(), options)).span,
  };
}

function placesAbove(graph: MapGraph, thing: MapThing) {
  const start =
    'entity' in thing
      ? (graph.home[graph.rowOf.get(thing.entity) ?? -1] ?? -1)
      : (graph.placeOf.get(thing.community) ?? -1);
  const above: { community: number; size: number }[] = [];
  for (let place = start; place >= 0; place = graph.parent[place] ?? -1) {
    const { community = -1, size = 0 } = graph.communities[place] ?? {};
    above.unshift({ community, size });
  }
  return above;
}

/** The pictures of a collection. */
interface Atlas {
  positions(layout: LayoutName, options: LayoutOptions): Promise<Positions>;
  forget(): void;
}

function createAtlas({ env }: Session, open: OpenCollection): Atlas {
  let kept: Promise<readonly KeptPicture[]> | undefined;
  const running = new Map<string, Promise<Positions>>();
  const read = (): Promise<readonly KeptPicture[]> =>
    (kept ??= open.store.positions.read().then((bytes) => (bytes ? unpackPictures(bytes) : [])));
  const keep = async (picture: KeptPicture): Promise<void> => {
    const others = (await read()).filter(({ layout }) => layout !== picture.layout);
    kept = Promise.resolve([...others, picture]);
    await open.store.positions.write(packPictures([...others, picture]), new AbortController().signal);
  };
  const find = async (layout: LayoutName, options: LayoutOptions): Promise<Positions> => {
    const { tables } = open;
    const graph = mapGraph(tables);
    const before = (await read()).find((one) => one.layout === layout);
    if (before?.fingerprint === graph.fingerprint) return positionsIn(before, graph, tables.entities);
    const { starts, neighbours, weights, home, parent } = graph;
    const known = before && { known: positionsIn(before, graph, tables.entities) };
    const job = { layout, graph: { starts, neighbours, weights, home, parent }, ...known };
    const positions = await env.layouts.arrange(job, options);
    // Nobody waits for it: without the file everything is arranged again.
    keep(pictureOf(layout, graph, tables.entities, positions)).catch(() => undefined);
    return positions;
  };
  const known = new WeakMap<object, Map<LayoutName, Positions>>();
  return {
    async positions(layout, options) {
      const { fingerprint } = mapGraph(open.tables);
      const of = known.get(open.tables) ?? new Map<LayoutName, Positions>();
      known.set(open.tables, of);
      const ready = of.get(layout);
      if (ready) return ready;
      const key = `${layout} ${String(fingerprint)}`;
      const found = running.get(key) ?? find(layout, options).finally(() => running.delete(key));
      running.set(key, found);
      const positions = await found;
      of.set(layout, positions);
      return positions;
    },
    forget() {
      kept = Promise.resolve([]);
      known.delete(open.tables);
    },
  };
}
