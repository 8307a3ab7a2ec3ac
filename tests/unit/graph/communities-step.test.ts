import { describe, expect, it } from 'vitest';
import { communitiesStep } from '../../../src/core/index/collection-steps';
import type { AllTables, CommunityRow } from '../../../src/core/tables/tables';
import { EMPTY_TABLES } from '../../../src/core/index/index-tables';
import { valuesOf } from '../../../src/core/parameters';
import { finish } from '../../../src/core/work';
import { lfrGraph } from '../../../bench/lib/lfr-graph';
import { entityOfNode, relationshipOfEdge } from './graph-rows';

const NODES = 300;
const GRAPH = lfrGraph(NODES, 3);
const EDGES = [...GRAPH.source].map((a, at) => [a, GRAPH.target[at] ?? 0, GRAPH.weight[at] ?? 0] as const);

/** Communities of a part of the edges, given those of before. */
function communities(
  edges: number,
  communities: readonly CommunityRow[] = [],
  { regroup }: { readonly regroup?: boolean } = {},
): readonly CommunityRow[] {
  const tables: AllTables = {
    ...EMPTY_TABLES,
    entities: Array.from({ length: NODES }, (_, node) => entityOfNode(node)),
    relationships: EDGES.slice(0, edges).map(relationshipOfEdge),
    communities,
    extractions: [],
    edits: [],
  };
  const counter = Math.max(-1, ...communities.map(({ community }) => community));
  const facts = {
    today: '2026-01-01',
    counters: { communities: counter },
    ...(regroup !== undefined && { regroup }),
  };
  return finish(communitiesStep.run(tables, valuesOf(communitiesStep), facts)).communities ?? [];
}

const groups = (rows: readonly CommunityRow[]): readonly string[] => rows.map((row) => row.entity_ids.join()).sort();

/** The share of earlier communities that are among these, member by member. */
const shared = (now: readonly string[], earlier: readonly CommunityRow[]): number =>
  groups(earlier).filter((one) => now.includes(one)).length / earlier.length;

describe('the step that finds communities', () => {
  const before = communities(EDGES.length - 40);
  const fresh = communities(EDGES.length);

  it('keeps earlier communities after a small change, though others would be a little better', () => {
    const kept = groups(communities(EDGES.length, before));
    expect(kept).not.toEqual(groups(fresh));
    expect(shared(kept, before)).toBeGreaterThan(0.5);
    expect(shared(groups(fresh), before)).toBeLessThan(shared(kept, before));
  });

  it('finds the best ones anew where nothing rests on the earlier ones, whatever these were, and keeps numbers that fit', () => {
    const anew = communities(EDGES.length, before, { regroup: true });
    expect(groups(anew)).toEqual(groups(fresh));
    const known = new Set(before.map(({ community }) => community));
    expect(anew.filter(({ community }) => known.has(community)).length).toBeGreaterThan(anew.length / 2);
  });

  it('leaves those as they are from then on', () => {
    const anew = communities(EDGES.length, before, { regroup: true });
    expect(communities(EDGES.length, anew)).toEqual(anew);
    expect(communities(EDGES.length, anew, { regroup: true })).toEqual(anew);
  });

  it('keeps the rows that nothing touched, and makes those that it would make without knowing what changed', () => {
    const entities = Array.from({ length: NODES }, (_, node) => entityOfNode(node));
    const relationships = EDGES.map(relationshipOfEdge);
    const step = (tables: Partial<AllTables>): readonly CommunityRow[] => {
      const all: AllTables = { ...EMPTY_TABLES, entities, extractions: [], edits: [], ...tables };
      const counter = Math.max(-1, ...all.communities.map(({ community }) => community));
      const facts = { today: '2026-01-01', counters: { communities: counter } };
      return finish(communitiesStep.run(all, valuesOf(communitiesStep), facts)).communities ?? [];
    };
    const first = step({ relationships });
    const renamed = entities.map((row, node) => (node === 7 ? { ...row, title: 'Renamed' } : row));
    const less = relationships.filter((_, edge) => edge % 97 !== 3);
    for (const tables of [{ relationships: less }, { relationships, entities: renamed }, { relationships }]) {
      const now = step({ ...tables, communities: first });
      expect(now).toEqual(step({ ...tables, communities: structuredClone(first) }));
      expect(now.some((row) => first.includes(row))).toBe(true);
    }
    expect(step({ relationships, communities: first }).every((row, at) => row === first[at])).toBe(true);
  });
});
