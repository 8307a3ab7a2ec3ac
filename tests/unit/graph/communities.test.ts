import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMUNITY_PARAMETERS,
  type CommunityParameters,
  makeCommunities,
  type Communities,
} from '../../../src/core/graph/communities/communities';
import { claimsInside } from '../../../src/core/graph/communities/community-rows';
import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';
import { anyGraph, fixture, type Edge } from './graph-fixtures';
import { entityOfNode, relationshipOfEdge } from './graph-rows';
import { valuesOf } from '../../../src/core/parameters';

interface Tables {
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
}

const tables = (nodes: number, edges: readonly Edge[]): Tables => ({
  entities: Array.from({ length: nodes }, (_, node) => entityOfNode(node)),
  relationships: edges.map(relationshipOfEdge),
});

function make(
  input: Tables & {
    readonly covariates?: readonly CovariateRow[];
    readonly previous?: readonly CommunityRow[];
    readonly counter?: number;
    readonly today?: string;
  },
  parameters: Partial<CommunityParameters> = {},
): Communities {
  return finish(
    makeCommunities(
      { counter: -1, today: '2026-01-01', ...input },
      { ...valuesOf({ parameters: COMMUNITY_PARAMETERS }), ...parameters },
    ),
  );
}

const planted = (): Tables => tables(fixture('planted').nodes, fixture('planted').edges);

describe.each(['leiden', 'louvain'] as const)('communities by %s', (algorithm) => {
  it('hold every entity at level 0, and children partition their parent', () => {
    fc.assert(
      fc.property(anyGraph, ({ nodes, edges }) => {
        const { rows } = make(tables(nodes, edges), { algorithm, max_cluster_size: 4 });
        const top = rows.filter(({ level }) => level === 0).flatMap((row) => row.entity_ids);
        expect(top.toSorted()).toEqual(Array.from({ length: nodes }, (_, node) => `e${node}`).sort());
        for (const row of rows) {
          const children = rows.filter(({ parent }) => parent === row.community);
          expect(children.map(({ community }) => community)).toEqual(row.children);
          expect(row.size).toBe(row.entity_ids.length);
          if (children.length === 0) continue;
          expect(row.size).toBeGreaterThanOrEqual(4);
          expect(children.length).toBeGreaterThan(1);
          expect(children.every(({ level }) => level === row.level + 1)).toBe(true);
          expect(children.flatMap((child) => child.entity_ids).sort()).toEqual(row.entity_ids.toSorted());
        }
      }),
    );
  });

  it('are connected by the relationships inside them', () => {
    fc.assert(
      fc.property(anyGraph, ({ nodes, edges }) => {
        const given = tables(nodes, edges);
        for (const row of make(given, { algorithm, max_cluster_size: 4 }).rows) {
          const inside = given.relationships.filter(({ id }) => row.relationship_ids.includes(id));
          const reached = new Set(row.entity_ids.slice(0, 1));
          for (const member of reached) {
            for (const { source_id, target_id } of inside) {
              if (source_id === member) reached.add(target_id);
              if (target_id === member) reached.add(source_id);
            }
          }
          expect(reached.size).toBe(row.size);
        }
      }),
    );
  });

  it('do not depend on the order of the rows', () => {
    const { entities, relationships } = planted();
    const reversed = { entities: entities.toReversed(), relationships: relationships.toReversed() };
    expect(make(reversed, { algorithm })).toEqual(make({ entities, relationships }, { algorithm }));
  });

  it('stay identical, date and numbers included, when nothing changed', () => {
    const first = make(planted(), { algorithm });
    const again = make(
      { ...planted(), previous: first.rows, counter: first.counter, today: '2026-02-02' },
      { algorithm },
    );
    expect(again).toEqual(first);
  });
});

describe('communities', () => {
  it('list the relationships with both ends inside and their text units, sorted and once', () => {
    const given = planted();
    for (const row of make(given).rows) {
      const members = new Set(row.entity_ids);
      const inside = given.relationships.filter(
        ({ source_id, target_id }) => members.has(source_id) && members.has(target_id),
      );
      expect(row.relationship_ids).toEqual(inside.map(({ id }) => id).sort());
      expect(row.text_unit_ids).toEqual([...new Set(inside.flatMap((edge) => edge.text_unit_ids))].sort());
    }
  });

  it('keep the ids of the claims about any of their members, at every level, sorted and once', () => {
    const { nodes, edges } = fixture('karate-club');
    const claim = (id: string, subject_id: string, object_id: string | null) =>
      ({ id, subject_id, object_id }) as unknown as CovariateRow;
    const covariates = [
      claim('c2', 'T0', 'T1'),
      claim('c1', 'T0', null),
      claim('c3', 'T5', 'T99'),
      claim('c4', 'T98', null),
    ];
    const { rows } = make({ ...tables(nodes, edges), covariates }, { max_cluster_size: 5 });
    const about = { c1: ['e0'], c2: ['e0', 'e1'], c3: ['e5'] };
    for (const { entity_ids, covariate_ids } of rows) {
      const expected = Object.entries(about).filter(([, ids]) => ids.some((id) => entity_ids.includes(id)));
      expect(covariate_ids).toEqual(expected.map(([id]) => id));
    }
    expect(rows.flatMap(({ covariate_ids }) => covariate_ids)).not.toHaveLength(0);
  });

  it('number every level on from the highest number ever given', () => {
    const { rows, counter } = make({ ...planted(), counter: 40 });
    expect(rows.map(({ community }) => community)).toEqual(rows.map((_, index) => 41 + index));
    expect(counter).toBe(40 + rows.length);
  });

  it('ignore relationships without weight and with unknown ends, but keep their entities', () => {
    const { rows } = make(
      tables(3, [
        [0, 1, 0],
        [1, 2, -3],
        [0, 9, 5],
      ]),
    );
    expect(rows.map(({ entity_ids }) => entity_ids)).toEqual([['e0'], ['e1'], ['e2']]);
  });

  it('keep only the largest component when asked to', () => {
    const { rows } = make(
      tables(6, [
        [0, 1, 1],
        [2, 3, 1],
        [3, 4, 1],
      ]),
      { use_lcc: true },
    );
    expect(rows.flatMap(({ entity_ids }) => entity_ids)).toEqual(['e2', 'e3', 'e4']);
  });

  it('stop at the deepest level allowed', () => {
    expect(new Set(make(planted(), { max_levels: 1 }).rows.map(({ level }) => level))).toEqual(new Set([0]));
  });

  it('keep the numbers and members of most communities when a few relationships go', () => {
    const given = planted();
    const first = make(given);
    const relationships = given.relationships.filter(({ human_readable_id: number }) => number > 4);
    const later = make({ ...given, relationships, previous: first.rows, counter: first.counter });
    const members = new Map(first.rows.map((row) => [row.community, row.entity_ids.join()]));
    const same = later.rows.filter((row) => members.get(row.community) === row.entity_ids.join());
    expect(same.length).toBeGreaterThan(0.85 * first.rows.length);
    expect(later.rows.every(({ community }) => members.has(community) || community > first.counter)).toBe(true);
  });

  it('give new numbers, never old ones, to communities that are new', () => {
    const first = make(
      tables(3, [
        [0, 1, 1],
        [1, 2, 1],
      ]),
    );
    const later = make({
      ...tables(6, [
        [3, 4, 1],
        [4, 5, 1],
      ]),
      previous: first.rows,
      counter: first.counter + 5,
    });
    const known = new Set(first.rows.map(({ community }) => community));
    const found = later.rows.find((row) => row.entity_ids.includes('e3'));
    expect(known.has(found?.community ?? -1)).toBe(false);
    expect(found?.community).toBeGreaterThan(first.counter + 5);
  });

  it('are cut anew when the parameters changed, keeping numbers where they match', () => {
    const first = make(planted());
    const input = { ...planted(), previous: first.rows, counter: first.counter, restart: true };
    const finer = make(input, { resolution: 3 });
    const fresh = make(planted(), { resolution: 3 });
    expect(finer.rows.map((row) => row.entity_ids.join()).sort()).toEqual(
      fresh.rows.map((row) => row.entity_ids.join()).sort(),
    );
  });

  it('are named after their most connected members', () => {
    const { rows } = make(
      tables(4, [
        [0, 1, 1],
        [0, 2, 1],
        [0, 3, 1],
        [2, 3, 1],
        [1, 2, 1],
      ]),
    );
    expect(rows[0]?.title).toBe('T0, T2 and T1');
  });
});

const claim = (id: string, text_unit_id: string): CovariateRow =>
  ({ id, subject_id: 'Ada', object_id: null, text_unit_id }) as unknown as CovariateRow;
const entities = [
  { title: 'Ada', text_unit_ids: ['letter'] },
  { title: 'Ada', text_unit_ids: ['ledger'] },
];
const apart = [Int32Array.of(0, 1)];

it('of two entities with one title a claim is about the one in whose passage it was read', () => {
  const claims = [claim('c1', 'letter'), claim('c2', 'ledger')];
  expect(claimsInside(claims, entities, apart, 2)).toEqual([['c1'], ['c2']]);
});

it('a claim from a passage that names neither is about both', () => {
  expect(claimsInside([claim('c1', 'diary')], entities, apart, 2)).toEqual([['c1'], ['c1']]);
});
