import { abortable } from '../../async';
import { packPictures, pictureOf, positionsIn, unpackPictures, type KeptPicture } from '../../map/stored-positions';
import { mapGraph, type MapGraph, type MapTables } from '../../map/map-graph';
import { mapView, type MapQuery, type MapSource, type MapView } from '../../map/map-view';
import { mentionDates, type MentionDates } from '../../overview/dated-mentions';
import type { CallOptions } from '../../platform';
import type { LayoutName, LayoutOptions, Positions } from '../../ports/layout';
import { stepBetween } from '../../search/evidence/graph-cards';
import { runWork } from '../../work';
import type { SearchIndex } from '../../retrieval';
import type { Searched } from '../collections/snapshot';
import type { CollectionStore } from '../collections/collection-store';
import type { Session } from '../session/session';

/** The map of the open collection. */
export interface MapCalls {
  /** A part of the map. Arranges it first where the collection has changed since; what was known stays where it was. */
  map(query: MapQuery, options?: LayoutOptions): Promise<MapView>;
  /** Forgets where everything is, so that the map is arranged again the next time. */
  rearrange(): Promise<void>;
  /** The communities that an entity or a community lies in, from the top, with their members; the last one is the community itself. */
  mapPlace(thing: MapThing): Promise<readonly { readonly community: number; readonly size: number }[]>;
  /** First and last year of what the map can be filtered by; null where nothing has a date. */
  mapYears(options?: CallOptions): Promise<MentionDates['span']>;
}

type MapThing = { readonly entity: string } | { readonly community: number };

/** The map of the session's open collection. Positions are kept beside the tables, since rewriting rows for them would cost more than finding them. */
export function mapCalls(session: Session): MapCalls {
  const atlases = new WeakMap<CollectionStore, Atlas>();
  const atlasOf = (store: CollectionStore): Atlas => {
    const atlas = atlases.get(store) ?? createAtlas(session, store);
    atlases.set(store, atlas);
    return atlas;
  };
  const { clock } = session.env;
  const dates = new WeakMap<SearchIndex, Promise<MentionDates>>();
  /** Reads the dates of one state of the collection. A call that is stopped leaves nothing behind. */
  const datesOf = ({ index, tables }: Searched, options: CallOptions): Promise<MentionDates> => {
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
      const positions = await atlasOf(open.store).positions(tables, query.layout, options);
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
    rearrange: async () => {
      const { store } = await session.whole();
      await atlasOf(store).forget(store.tables);
    },
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
  /**
   * Places everything in these tables. Calls for the same picture share the work, which ends early once all of them are
   * stopped.
   */
  positions(tables: MapTables, layout: LayoutName, options: LayoutOptions): Promise<Positions>;
  /** Has everything arranged again. */
  forget(tables: MapTables): Promise<void>;
}

/** A picture that is being made. */
interface Arranging {
  readonly positions: Promise<Positions>;
  readonly waiting: Set<LayoutOptions>;
  readonly stop: AbortController;
}

function createAtlas({ env }: Session, { files }: CollectionStore): Atlas {
  const file = files.positions;
  let kept: Promise<readonly KeptPicture[]> | undefined;
  const running = new Map<string, Arranging>();
  const read = (): Promise<readonly KeptPicture[]> =>
    (kept ??= file.read().then((bytes) => (bytes ? unpackPictures(bytes) : [])));
  /** Nobody waits for the file: without it everything is arranged again. */
  const keep = async (pictures: readonly KeptPicture[]): Promise<void> => {
    kept = Promise.resolve(pictures);
    await file.write(packPictures(pictures), new AbortController().signal).catch(() => undefined);
  };
  const find = async (
    tables: MapTables,
    layout: LayoutName,
    { isWanted, ...options }: LayoutOptions & { readonly isWanted: () => boolean },
  ): Promise<Positions> => {
    const graph = mapGraph(tables);
    const before = (await read()).find((one) => one.layout === layout);
    if (before?.fingerprint === graph.fingerprint) return positionsIn(before, graph, tables.entities);
    const { starts, neighbours, weights, home, parent } = graph;
    const known = before && { known: positionsIn(before, graph, tables.entities) };
    const job = { layout, graph: { starts, neighbours, weights, home, parent }, ...known };
    const positions = await env.layouts.arrange(job, options);
    const others = (await read()).filter((one) => one.layout !== layout);
    if (isWanted()) void keep([...others, pictureOf(layout, graph, tables.entities, positions)]);
    return positions;
  };
  const begin = (key: string, tables: MapTables, layout: LayoutName): Arranging => {
    const waiting = new Set<LayoutOptions>();
    const stop = new AbortController();
    const isWanted = (): boolean => running.get(key) === job;
    const onProgress: LayoutOptions['onProgress'] = (progress) => {
      for (const one of waiting) one.onProgress?.(progress);
    };
    const positions = find(tables, layout, { signal: stop.signal, onProgress, isWanted }).finally(() => {
      if (isWanted()) running.delete(key);
    });
    const job: Arranging = { positions, waiting, stop };
    running.set(key, job);
    return job;
  };
  const known = new WeakMap<object, Map<LayoutName, Positions>>();
  return {
    async positions(tables, layout, options) {
      const { fingerprint } = mapGraph(tables);
      const of = known.get(tables) ?? new Map<LayoutName, Positions>();
      known.set(tables, of);
      const ready = of.get(layout);
      if (ready) return ready;
      const key = `${layout} ${String(fingerprint)}`;
      const job = running.get(key) ?? begin(key, tables, layout);
      const caller = { ...options };
      job.waiting.add(caller);
      try {
        const positions = await abortable(job.positions, options.signal);
        of.set(layout, positions);
        return positions;
      } finally {
        job.waiting.delete(caller);
        if (job.waiting.size === 0 && options.signal?.aborted) {
          if (running.get(key) === job) running.delete(key);
          job.stop.abort();
        }
      }
    },
    async forget(tables) {
      running.clear();
      known.delete(tables);
      await keep([]);
    },
  };
}
