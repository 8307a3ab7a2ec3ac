import type { MapCalls } from '../../src/core/engine/asking/map-calls';
import { lazy } from '../../src/core/memo';
import { mapGraph, type MapTables } from '../../src/core/map/map-graph';
import { mapView } from '../../src/core/map/map-view';
import { nestedLayout } from '../../src/core/map/nested-layout';
import type { ConnectionStep } from '../../src/core/search/evidence/evidence';
import { finish } from '../../src/core/work';
import { ringsOfEntities } from './map-tables';

/** The map of tables, if none are given of entities in six groups. */
export function fakeMap(given: () => MapTables = () => ringsOfEntities(6, 24)): MapCalls {
  const made = lazy(() => {
    const tables = given();
    return { tables, graph: mapGraph(tables) };
  });
  return {
    map: async (query) => {
      const { tables, graph } = made();
      const positions = finish(nestedLayout({ layout: query.layout === 'circles' ? 'circles' : 'force', graph }));
      const titleOf = (place: number): string => `Community ${String(graph.communities[place]?.community ?? -1)}`;
      const unitsOf = (): ReadonlySet<string> => new Set(['u1']);
      const datedIn = () => ({ units: unitsOf(), titles: new Set<string>() });
      const stepBetween = (one: number, other: number): ConnectionStep => ({
        relationshipId: `${String(one)} ${String(other)}`,
        source: tables.entities[one]?.title ?? '',
        target: tables.entities[other]?.title ?? '',
        description: 'appears with',
        sentence: null,
      });
      return mapView({ graph, positions, entities: tables.entities, titleOf, unitsOf, datedIn, stepBetween }, query);
    },
    rearrange: async () => undefined,
    mapPlace: async () => [],
    mapYears: async () => ({ first: 1890, last: 1911 }),
  };
}
