import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildGraph, type CsrGraph } from '../../../src/core/graph/leiden/csr';

export type Edge = readonly [number, number, number];

interface GraphFixture {
  readonly name: string;
  readonly nodes: number;
  readonly edges: readonly Edge[];
  /** Highest modularity known, to four digits. */
  readonly best?: number;
}

const folder = new URL('../../fixtures/graphs/', import.meta.url);

export const fixtures: readonly GraphFixture[] = readdirSync(folder).map((file) => ({
  name: file.replace('.json', ''),
  ...(JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<GraphFixture, 'name'>),
}));

export function fixture(name: string): GraphFixture {
  const found = fixtures.find((graph) => graph.name === name);
  if (!found) throw new Error(`No graph ${name}`);
  return found;
}

export function csr(nodes: number, edges: readonly Edge[]): CsrGraph {
  return buildGraph(
    nodes,
    Int32Array.from(edges, ([a]) => a),
    Int32Array.from(edges, ([, b]) => b),
    Float64Array.from(edges, ([, , weight]) => weight),
  );
}

/** Small graphs with clusters, loops, parallel edges and isolated nodes. */
export const anyGraph: fc.Arbitrary<{ readonly nodes: number; readonly edges: readonly Edge[] }> = fc
  .integer({ min: 1, max: 60 })
  .chain((nodes) => {
    const node = fc.nat(nodes - 1);
    const near = fc.tuple(node, fc.nat(4)).map(([a, step]) => [a, Math.min(nodes - 1, a + step)] as const);
    const weight = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.double({ min: 0.01, max: 3, noNaN: true }));
    const edge = fc.tuple(fc.oneof(near, fc.tuple(node, node)), weight);
    return fc.record({
      nodes: fc.constant(nodes),
      edges: fc.array(
        edge.map(([[a, b], value]) => [a, b, value] as const),
        { maxLength: 200 },
      ),
    });
  });
