import { parseViews, VIEWS_START, viewsParameters, type ViewsRoute } from './views-route';

/** Place of the person within Explore. */
export interface ExploreRoute {
  readonly view: ExploreView;
  /** Filter of the table. */
  readonly filter: string;
  readonly sort: ExploreSort | null;
  /** The community whose report is read; null for the first. */
  readonly community: number | null;
  readonly views: ViewsRoute;
  /** The query in the SQL box. */
  readonly sql: string;
  /** Shown part of the map, as raw parameters that only the map's own code reads (`map-route.ts`). */
  readonly map: MapPlace;
}

export const MAP_PARAMETERS = [
  'level',
  'in',
  'at',
  'to',
  'colour',
  'layout',
  'type',
  'document',
  'degree',
  'by',
  'since',
  'until',
] as const;
export type MapParameter = (typeof MAP_PARAMETERS)[number];
export type MapPlace = { readonly [N in MapParameter]?: string };

export const EXPLORE_VIEWS = [
  'map',
  'communities',
  'book',
  'summaries',
  'matrix',
  'timeline',
  'documents',
  'text_units',
  'entities',
  'relationships',
  'covariates',
  'community_rows',
  'vectors',
  'aliases',
  'sql',
] as const;
type ExploreView = (typeof EXPLORE_VIEWS)[number];

export interface ExploreSort {
  readonly column: string;
  readonly descending: boolean;
}

export const EXPLORE_START: ExploreRoute = {
  view: 'map',
  filter: '',
  sort: null,
  community: null,
  views: VIEWS_START,
  sql: '',
  map: {},
};

/** Lists the differences from the start, as parameters of the hash route. */
export function exploreParameters({
  view,
  filter,
  sort,
  community,
  views,
  sql,
  map,
}: ExploreRoute): readonly (readonly [string, string])[] {
  return [
    ...(view === EXPLORE_START.view ? [] : [['view', view] as const]),
    ...(filter ? [['filter', filter] as const] : []),
    ...(sort ? [['sort', `${sort.descending ? '-' : ''}${sort.column}`] as const] : []),
    ...(community === null ? [] : [['community', String(community)] as const]),
    ...viewsParameters(views),
    ...(sql ? [['sql', sql] as const] : []),
    ...MAP_PARAMETERS.flatMap((name) => (map[name] ? [[name, map[name]] as const] : [])),
  ];
}

/** Longest query in an address, in characters. */
const LONGEST_SQL = 4000;

export function parseExplore(parameters: URLSearchParams): ExploreRoute {
  const view = EXPLORE_VIEWS.find((name) => name === parameters.get('view')) ?? EXPLORE_START.view;
  const [, minus, column] = /^(-?)([a-z_]+)$/.exec(parameters.get('sort') ?? '') ?? [];
  const community = parameters.get('community');
  return {
    view,
    filter: parameters.get('filter') ?? '',
    sort: column ? { column, descending: minus === '-' } : null,
    community: community && /^\d{1,9}$/.test(community) ? Number(community) : null,
    views: parseViews(parameters),
    sql: (parameters.get('sql') ?? '').slice(0, LONGEST_SQL),
    map: Object.fromEntries(
      MAP_PARAMETERS.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name)]] : [])),
    ) as MapPlace,
  };
}
