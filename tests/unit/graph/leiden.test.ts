import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lfrGraph, withoutDocument, type EdgeColumns } from '../../../bench/lib/lfr-graph';
import { buildGraph, type CsrGraph } from '../../../src/core/graph/leiden/csr';
import { leiden } from '../../../src/core/graph/leiden/leiden';
import { louvain } from '../../../src/core/graph/communities/hierarchy';
import { modularity } from '../../../src/core/graph/leiden/partition';
import { countDisconnected } from '../../helpers/count-disconnected';
import { anyGraph, csr, fixture, fixtures } from './graph-fixtures';

const SEEDS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Tolerance for single runs on a graph of a few nodes. */
const EPSILON = 0.002;

const graphOf = (edges: EdgeColumns): CsrGraph => buildGraph(edges.nodes, edges.source, edges.target, edges.weight);

describe('leiden', () => {
  it.each(fixtures)('reaches at least the modularity of the Louvain library on $name', ({ nodes, edges }) => {
    const graph = csr(nodes, edges);
    for (const seed of SEEDS) {
      const own = modularity(graph, leiden(graph, { seed }));
      expect(own).toBeGreaterThanOrEqual(modularity(graph, louvain(graph, { seed })) - EPSILON);
    }
  });

  it.each([300, 2_000])('beats the library on every seed on a random graph of %i nodes', (nodes) => {
    const graph = graphOf(lfrGraph(nodes, 3));
    const best = Math.max(...SEEDS.map((seed) => modularity(graph, louvain(graph, { seed }))));
    for (const seed of SEEDS) expect(modularity(graph, leiden(graph, { seed }))).toBeGreaterThan(best - EPSILON);
  });

  it.each(fixtures.filter(({ best }) => best !== undefined))('finds the best partition of $name', (given) => {
    const graph = csr(given.nodes, given.edges);
    const found = SEEDS.map((seed) => modularity(graph, leiden(graph, { seed })));
    expect(Math.max(...found)).toBeCloseTo(given.best ?? 0, 4);
    expect(Math.min(...found)).toBeGreaterThan((given.best ?? 0) - 0.01);
  });

  it('makes only connected communities', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), ({ nodes, edges }, seed) => {
        const graph = csr(nodes, edges);
        expect(countDisconnected(graph, leiden(graph, { seed }))).toBe(0);
      }),
    );
  });

  it('separates a community that lost its bridge', () => {
    const { nodes, edges } = fixture('bridge');
    const graph = csr(nodes, edges);
    const start = Int32Array.from([1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
    expect(countDisconnected(graph, start)).toBe(1);
    expect([...leiden(graph, { start })]).toEqual([0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0]);
  });

  it('gives the same labels for the same seed', () => {
    const { nodes, edges } = fixture('planted');
    const graph = csr(nodes, edges);
    for (const seed of SEEDS) expect(leiden(graph, { seed })).toEqual(leiden(graph, { seed }));
  });

  it('leaves its own result as it is when started from it', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), ({ nodes, edges }, seed) => {
        const graph = csr(nodes, edges);
        const labels = leiden(graph, { seed });
        expect(leiden(graph, { seed, start: labels })).toEqual(labels);
      }),
    );
  });

  it('leaves a partition that was itself fitted to a changed graph as it is', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), ({ nodes, edges }, at) => {
        const start = leiden(csr(nodes, edges));
        const graph = csr(
          nodes,
          edges.filter((_, edge) => edge !== at % edges.length),
        );
        const fitted = leiden(graph, { start });
        expect(leiden(graph, { start: fitted })).toEqual(fitted);
      }),
    );
  });

  it('gives up an earlier partition that is much worse than a fresh one', () => {
    const { nodes, edges } = fixture('planted');
    const graph = csr(nodes, edges);
    const start = Int32Array.from({ length: nodes }, (_, node) => node % 3);
    expect(modularity(graph, leiden(graph, { start }))).toBeGreaterThan(modularity(graph, leiden(graph)) - 0.006);
  });

  it('stays within 0.01 of a fresh partition while documents go one by one', () => {
    let edges = lfrGraph(1_000, 1);
    let start = leiden(graphOf(edges));
    for (let document = 0; document < 40; document++) {
      edges = withoutDocument(edges, document);
      const graph = graphOf(edges);
      start = leiden(graph, { start });
      expect(countDisconnected(graph, start)).toBe(0);
      expect(modularity(graph, start)).toBeGreaterThan(modularity(graph, leiden(graph)) - 0.01);
    }
  });

  it('splits an earlier community that no single node would leave', () => {
    const { nodes, edges } = fixture('ring-of-cliques');
    const graph = csr(nodes, edges);
    expect(leiden(graph, { start: new Int32Array(nodes) })).toEqual(leiden(graph));
  });

  it('leaves every node alone without edges', () => {
    expect([...leiden(csr(3, []))]).toEqual([0, 1, 2]);
    expect([...leiden(csr(0, []))]).toEqual([]);
  });

  it('makes more communities at a higher resolution', () => {
    const { nodes, edges } = fixture('planted');
    const count = (resolution: number): number => Math.max(...leiden(csr(nodes, edges), { resolution }));
    expect(count(4)).toBeGreaterThan(count(1));
  });
});

describe('louvain', () => {
  it('makes only connected communities, deterministic', () => {
    fc.assert(
      fc.property(anyGraph, fc.nat(), ({ nodes, edges }, seed) => {
        const graph = csr(nodes, edges);
        const labels = louvain(graph, { seed });
        expect(countDisconnected(graph, labels)).toBe(0);
        expect(louvain(graph, { seed })).toEqual(labels);
      }),
    );
  });
});
