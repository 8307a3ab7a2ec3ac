import { LAYOUTS, type LayoutName } from '../../core/ports/layout';
import type { MapParameter, MapPlace } from './explore-route';

/** Shown part of the map. */
export interface MapRoute {
  /** Level of the communities; null for the first that shows parts of the opened one. */
  readonly level: number | null;
  /** The opened community. */
  readonly within: number | null;
  /** Id of the chosen entity. */
  readonly chosen: string | null;
  /** Id of the entity to which a path leads from the chosen one. */
  readonly pathTo: string | null;
  readonly colour: (typeof COLOURS)[number];
  readonly layout: LayoutName;
  /** Only entities of this type, in this document, with so many neighbours, found by a model or without. */
  readonly type: string | null;
  readonly document: string | null;
  readonly degree: number | null;
  readonly by: (typeof FOUND_BY)[number] | null;
  /** First and last year of what names them. */
  readonly since: number | null;
  readonly until: number | null;
}

export const COLOURS = ['community', 'type'] as const;
export const FOUND_BY = ['model', 'no-model'] as const;

export const MAP_START: MapRoute = {
  level: null,
  within: null,
  chosen: null,
  pathTo: null,
  colour: 'community',
  layout: 'force',
  type: null,
  document: null,
  degree: null,
  by: null,
  since: null,
  until: null,
};

/** The parts that leave something out. */
export const FILTERS = ['type', 'document', 'degree', 'by', 'since', 'until'] as const satisfies (keyof MapRoute)[];

/** The parameter of each part in the hash route. */
const NAMES = {
  level: 'level',
  within: 'in',
  chosen: 'at',
  pathTo: 'to',
  colour: 'colour',
  layout: 'layout',
  type: 'type',
  document: 'document',
  degree: 'degree',
  by: 'by',
  since: 'since',
  until: 'until',
} as const satisfies Record<keyof MapRoute, MapParameter>;

const PARTS = Object.keys(NAMES) as (keyof MapRoute)[];

/** The parameters of a place: its differences from the start. */
export function mapPlace(map: MapRoute): MapPlace {
  const parts = PARTS.flatMap((part) => {
    const value = map[part];
    return value === null || value === MAP_START[part] ? [] : [[NAMES[part], String(value)] as const];
  });
  return Object.fromEntries(parts);
}

/** Parses the place on the map. Anything unreadable falls back to the start. */
export function parseMap(place: MapPlace): MapRoute {
  const text = (part: keyof MapRoute): string | null => place[NAMES[part]] ?? null;
  const whole = (part: keyof MapRoute): number | null => {
    const found = text(part);
    return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
  };
  return {
    level: whole('level'),
    within: whole('within'),
    chosen: text('chosen'),
    pathTo: text('pathTo'),
    colour: COLOURS.find((one) => one === text('colour')) ?? MAP_START.colour,
    layout: LAYOUTS.find((one) => one === text('layout')) ?? MAP_START.layout,
    type: text('type'),
    document: text('document'),
    degree: whole('degree'),
    by: FOUND_BY.find((one) => one === text('by')) ?? null,
    since: whole('since'),
    until: whole('until'),
  };
}
