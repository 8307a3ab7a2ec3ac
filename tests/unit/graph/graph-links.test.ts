import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entityNumbers, exchanged, graphLinks, type GraphLinks } from '../../../src/core/graph/derive/graph-links';
import { entityOfNode, relationshipOfEdge } from './graph-rows';

/** A state of two tables: entities by number, and relationships by their place among all pairs of these. */
const NODES = 9;
const PAIRS = Array.from(
  { length: NODES * NODES },
  (_, at) => [Math.floor(at / NODES), at % NODES, 1 + (at % 3)] as const,
);
const ENTITIES = Array.from({ length: NODES }, (_, node) => entityOfNode(node));
const RELATIONSHIPS = PAIRS.map(relationshipOfEdge);
const state = fc.record({
  entities: fc.shuffledSubarray(ENTITIES),
  relationships: fc.shuffledSubarray(RELATIONSHIPS, { maxLength: 40 }),
  changed: fc.array(fc.nat(39)),
});

/** The ends of each relationship by id, as the links tell them: only of entities that are there. */
const endsIn = ({ entities, places, source, target, relationships }: GraphLinks): unknown =>
  relationships.map(({ id }, at) => [
    id,
    ...[source, target].map((ends) => entities[places[ends[at] ?? -1] ?? -1]?.id),
  ]);

describe('links between entities', () => {
  it('are those made from nothing, whatever states they have followed', () => {
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), (states) => {
        let links: GraphLinks | undefined;
        for (const { entities, relationships, changed } of states) {
          const others = relationships.map((row, at) =>
            changed.includes(at) ? { ...row, weight: row.weight + 1 } : row,
          );
          const tables = { entities: [...entities], relationships: others };
          links = graphLinks(tables, links, links?.given ?? entityNumbers());
          const here = new Set(entities.map(({ id }) => id));
          const known = (id: string): string | undefined => (here.has(id) ? id : undefined);
          expect(endsIn(links)).toEqual(others.map((row) => [row.id, known(row.source_id), known(row.target_id)]));
          expect([...links.weight]).toEqual(others.map(({ weight }) => weight));
          expect(entities.map(({ id }) => links?.entities[links.places[links.given.find(id)] ?? -1]?.id)).toEqual(
            entities.map(({ id }) => id),
          );
        }
      }),
    );
  });
});

describe('a table with some rows exchanged', () => {
  it('is the same table where each is exchanged for itself', () => {
    const table = ['a', 'b'];
    expect(exchanged(table, new Map([[1, 'b']]), [])).toBe(table);
  });

  it('loses rows without another, and has new ones at its end', () => {
    const exchanges = new Map([
      [0, undefined],
      [2, 'C'],
    ]);
    expect(exchanged(['a', 'b', 'c'], exchanges, ['d'])).toEqual(['b', 'C', 'd']);
  });
});
