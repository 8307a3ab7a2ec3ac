import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAP_PARAMETERS } from '../../../src/app/explore/explore-route';
import { COLOURS, FOUND_BY, MAP_START, mapPlace, parseMap } from '../../../src/app/explore/map-route';
import { LAYOUTS } from '../../../src/core/ports/layout';

const id = fc.string({ minLength: 1 });
const route = fc.record({
  level: fc.option(fc.nat({ max: 99 })),
  within: fc.option(fc.nat({ max: 1_000_000 })),
  chosen: fc.option(id),
  pathTo: fc.option(id),
  colour: fc.constantFrom(...COLOURS),
  layout: fc.constantFrom(...LAYOUTS),
  type: fc.option(id),
  document: fc.option(id),
  degree: fc.option(fc.nat({ max: 1000 })),
  by: fc.option(fc.constantFrom(...FOUND_BY)),
  since: fc.option(fc.nat({ max: 9999 })),
  until: fc.option(fc.nat({ max: 9999 })),
});

test('the view of the map comes back from its place in the route as it was', () => {
  fc.assert(fc.property(route, (given) => void expect(parseMap(mapPlace(given))).toEqual(given)));
  expect(mapPlace(MAP_START)).toEqual({});
});

test('what a person may type falls back to the start', () => {
  expect(parseMap({ level: 'top', in: '-1', colour: 'red', layout: '', by: 'me', degree: '1e3' })).toEqual({
    ...MAP_START,
  });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...MAP_PARAMETERS), fc.string()), (place) => void parseMap(place)),
  );
});
