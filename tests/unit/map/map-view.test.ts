import { describe, expect, test } from 'vitest';
import { lfrGraph } from '../../../bench/lib/lfr-graph';
import { findPath } from '../../../src/core/map/find-path';
import { mapGraph } from '../../../src/core/map/map-graph';
import { buffersOf, mapView, MOST_ENTITIES, type MapQuery, type MapView } from '../../../src/core/map/map-view';
import { nestedLayout } from '../../../src/core/map/nested-layout';
import { finish } from '../../../src/core/work';
import { mapTables } from '../../helpers/map-tables';

const tables = mapTables(lfrGraph(2500, 5));
const graph = mapGraph(tables);
const { entities, communities } = tables;
const source = {
  ...{ graph, entities, positions: finish(nestedLayout({ layout: 'circles', graph })) },
  titleOf: (place: number) => `Community ${String(graph.communities[place]?.community)}`,
  unitsOf: (document: string) => new Set([document]),
  datedIn: (from: number, to: number) => ({
    units: new Set(from <= 1930 && to >= 1930 ? ['u7'] : []),
    titles: new Set(from <= 1950 && to >= 1950 ? [entities[3]?.title ?? ''] : []),
  }),
  stepBetween: (one: number, other: number) => ({
    ...{ relationshipId: `${String(one)} ${String(other)}`, description: 'appears with', sentence: null },
    ...{ source: entities[one]?.title ?? '', target: entities[other]?.title ?? '' },
  }),
};
const WHOLE: MapQuery = { layout: 'circles', level: 0, within: null, filter: {}, chosen: null, pathTo: null };
const view = (change: Partial<MapQuery> = {}): MapView => mapView(source, { ...WHOLE, ...change });
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);
const deepest = Math.max(...communities.map(({ level }) => level));

describe('communities of a level', () => {
  test('are all of two members or more, the largest first, with all their members', () => {
    const { marks } = view();
    const expected = communities.filter(({ level, size }) => level === 0 && size > 1);
    expect([...marks.community].sort((a, b) => a - b)).toEqual(expected.map(({ community }) => community));
    expect([...marks.size]).toEqual(expected.map(({ size }) => size).sort((a, b) => b - a));
  });

  test('have links whose weights add up to all relationships between them', () => {
    const { links, marks } = view();
    const of = new Map([...marks.community].map((community, mark) => [community, mark]));
    const markOf = new Map<string, number>();
    for (const { community, level, entity_ids } of communities) {
      if (level === 0) for (const id of entity_ids) markOf.set(id, of.get(community) ?? -1);
    }
    const between = tables.relationships.filter(({ source_id, target_id }) => {
      const [one = -1, other = -1] = [markOf.get(source_id), markOf.get(target_id)];
      return one >= 0 && other >= 0 && one !== other;
    });
    expect(sum(links.weight)).toBeCloseTo(sum(between.map(({ weight }) => weight)), 0);
  });

  test('do not overlap, at any level', () => {
    for (let level = 0; level <= deepest; level++) {
      const { x, y, radius } = view({ level }).marks;
      for (let one = 0; one < x.length; one++) {
        for (let other = one + 1; other < x.length; other++) {
          const distance = Math.hypot((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0));
          const [r = 0, q = 0] = [radius[one], radius[other]];
          expect(r + q - distance).toBeLessThan(0.06 * Math.min(r, q));
        }
      }
    }
  });

  test('are drawn with areas by their members', () => {
    const { radius, size } = view({ level: 1 }).marks;
    const areas = [...radius].map((r, mark) => r ** 2 / (size[mark] ?? 1));
    for (const area of areas) expect(area / (areas[0] ?? 1)).toBeCloseTo(1, 3);
  });
});

test('a part of a graph is drawn by the members that are in it', () => {
  const [largest] = communities.filter(({ level }) => level === 0).sort((a, b) => b.size - a.size);
  const here = new Set(largest?.entity_ids.slice(0, 2));
  const part = entities.filter(({ id }) => here.has(id) || !largest?.entity_ids.includes(id));
  const partial = mapGraph({ ...tables, entities: part });
  const positions = finish(nestedLayout({ layout: 'circles', graph: partial }));
  const { marks } = mapView({ ...source, graph: partial, entities: part, positions }, WHOLE);
  const mark = marks.community.indexOf(largest?.community ?? -1);
  expect(marks.size[mark]).toBe(2);
  expect(Math.min(...marks.radius)).toBeGreaterThan(0);
  const areas = [...marks.radius].map((r, at) => r ** 2 / (marks.size[at] ?? 1));
  for (const area of areas) expect(area / (areas[0] ?? 1)).toBeCloseTo(1, 3);
});

describe('an opened community', () => {
  const parent = graph.communities.find(({ children }) => children.length > 3);
  const within = parent?.community ?? -1;

  test('shows its children, and the way to it', () => {
    const { marks, trail, level } = view({ within, level: null });
    expect(level).toBe((parent?.level ?? 0) + 1);
    expect(sum(marks.size)).toBeGreaterThan(0.8 * (parent?.size ?? 0));
    expect(parent?.children).toEqual(expect.arrayContaining([...marks.community]));
    expect(trail.map(({ community }) => community)).toEqual([within]);
  });

  test('shows its entities beneath the deepest level', () => {
    const { marks, level, levels } = view({ within, level: 99 });
    expect(level).toBe(levels);
    expect([...marks.ids].sort()).toEqual([...(parent?.entity_ids ?? [])].sort());
  });

  test('that cannot be split shows its entities at once', () => {
    const leaf = communities.find(({ children, size }) => children.length === 0 && size > 2);
    const { marks } = view({ within: leaf?.community ?? -1, level: null });
    expect([...marks.ids].sort()).toEqual([...(leaf?.entity_ids ?? [])].sort());
  });
});

test('of many entities the best connected are drawn, and the others counted', () => {
  const { marks, left } = view({ level: 99 });
  expect(marks.ids).toHaveLength(MOST_ENTITIES);
  expect(left).toBe(entities.length - MOST_ENTITIES);
  expect(Math.min(...marks.size)).toBeGreaterThanOrEqual(
    entities.map(({ degree }) => degree).sort((a, b) => b - a)[MOST_ENTITIES - 1] ?? 0,
  );
});

test('a filter leaves the entities that pass it, and communities that have one', () => {
  const filter = { type: 'person', document: 'u10', degree: 3, by: 'no-model' } as const;
  const passes = entities.filter(
    ({ type, text_unit_ids, degree, method }) =>
      type === 'person' && text_unit_ids.includes('u10') && degree >= 3 && method === 'no-model',
  );
  expect(passes.length).toBeGreaterThan(2);
  expect([...view({ level: 99, filter }).marks.ids].sort()).toEqual(passes.map(({ id }) => id).sort());
  const { marks } = view({ filter });
  expect(sum(marks.size)).toBe(passes.length);
  expect(Math.min(...marks.size)).toBeGreaterThan(0);
});

test('a filter by years leaves what a dated passage names, and what a dated claim is about', () => {
  const shown = (from: number, to: number) => view({ level: 99, filter: { from, to } }).marks.ids.toSorted();
  const named = entities.filter(({ text_unit_ids }) => text_unit_ids.includes('u7')).map(({ id }) => id);
  const about = entities.filter(({ title }) => title === entities[3]?.title).map(({ id }) => id);
  expect(shown(1900, 1940)).toEqual(named.toSorted());
  expect(shown(1940, 1960)).toEqual(about.toSorted());
  expect(shown(1900, 2000)).toEqual([...new Set([...named, ...about])].toSorted());
  expect(shown(1960, 2000)).toEqual([]);
});

describe('what is hidden', () => {
  const chosen = graph.communities.find(({ level, children }) => level === 0 && children.length > 1);
  const community = chosen?.community ?? -1;
  const [one] = entities.filter(({ id }) => !chosen?.entity_ids.includes(id));

  test('is gone from every level, a community with all that is in it', () => {
    const hidden = { entities: [one?.id ?? ''], communities: [community] };
    for (let level = 0; level <= deepest; level++) {
      const { marks } = view({ level, hidden });
      expect([...marks.community]).not.toContain(community);
      for (const child of chosen?.children ?? []) expect([...marks.community]).not.toContain(child);
    }
    const { marks, left } = view({ level: 99, hidden });
    expect(marks.ids.filter((id) => id === one?.id || chosen?.entity_ids.includes(id))).toEqual([]);
    expect(marks.ids.length + left).toBe(entities.length - (chosen?.size ?? 0) - 1);
  });

  test('is told by its name, as long as it is there', () => {
    const hidden = { entities: [one?.id ?? '', 'gone'], communities: [community, 123_456] };
    expect(view({ hidden }).hidden).toEqual([
      { id: '', community, name: `Community ${String(community)}` },
      { id: one?.id, community: -1, name: one?.title },
    ]);
  });
});

test('the chosen entity has its name where it is not drawn, and says whether the filter hides it', () => {
  const { id = '', title: name = '', degree = 0 } = entities[0] ?? {};
  const hidden = view({ level: 99, chosen: id, filter: { degree: degree + 1 } });
  expect([hidden.chosen, hidden.chosenEntity]).toEqual([-1, { id, name, isFiltered: true }]);
  const inside = view({ level: 99, chosen: id, filter: { degree } });
  expect(inside.chosenEntity).toEqual({ id, name, isFiltered: false });
  expect(view({ chosen: 'nobody' }).chosenEntity).toBeNull();
});

test('a path is found, and the marks on it', () => {
  const [one, other] = [entities[0]?.id ?? '', entities[900]?.id ?? ''];
  const { path, chosen, marks } = view({ level: 99, chosen: one, pathTo: other });
  expect(path?.ids[0]).toBe(one);
  expect(path?.ids.at(-1)).toBe(other);
  for (let step = 1; step < (path?.ids.length ?? 0); step++) {
    const ends = [path?.ids[step - 1], path?.ids[step]];
    const isLinked = tables.relationships.some(
      ({ source_id, target_id }) => ends.includes(source_id) && ends.includes(target_id),
    );
    expect(isLinked).toBe(true);
  }
  expect(marks.ids[chosen]).toBe(one);
  const titles = path?.names ?? [];
  expect(path?.steps.map(({ source: from, target }) => [from, target])).toEqual(
    titles.slice(1).map((title, at) => [titles[at], title]),
  );
});

test('a path says which of its entities are not drawn in the opened community, and which the filter leaves out', () => {
  const [one, other] = [entities[0]?.id ?? '', entities[900]?.id ?? ''];
  const whole = view({ level: 99, chosen: one, pathTo: other }).path;
  const home = communities.find(({ level, entity_ids }) => level === 0 && entity_ids.includes(one));
  const inside = view({ within: home?.community ?? null, level: 99, chosen: one, pathTo: other }).path;
  expect(inside?.ids).toEqual(whole?.ids);
  expect(inside?.ids.map((id) => home?.entity_ids.includes(id))).toEqual(
    [...(inside?.marks ?? [])].map((mark) => mark >= 0),
  );
  expect(inside?.filtered).toEqual(whole?.ids.map(() => false));
  const none = view({ level: 99, chosen: one, pathTo: other, filter: { type: 'no such type' } }).path;
  expect(none?.filtered).toEqual(whole?.ids.map(() => true));
});

test('of paths of one length the one with the strongest relationships is taken; none is found to a place without any', () => {
  const small = mapGraph(mapTables({ nodes: 5, source: [0, 0, 1, 2], target: [1, 2, 3, 3], weight: [9, 3, 4, 3] }));
  expect(findPath(small, 0, 3)).toEqual([0, 1, 3]);
  expect(findPath(small, 0, 4)).toEqual([]);
  expect(findPath(small, 2, 2)).toEqual([2]);
});

test('every view has buffers of its own, which can be moved', () => {
  const [first, second] = [view({ level: 1 }), view({ level: 1 })];
  const moved = structuredClone(first, { transfer: [...buffersOf(first)] as ArrayBuffer[] });
  expect(moved).toEqual(second);
  expect(first.marks.x).toHaveLength(0);
});
