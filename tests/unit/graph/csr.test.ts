import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregate } from '../../../src/core/graph/leiden/aggregate';
import { inducedGraph } from '../../../src/core/graph/leiden/csr';
import { leiden } from '../../../src/core/graph/leiden/leiden';
import { modularity } from '../../../src/core/graph/leiden/partition';
import { anyGraph, csr, fixture, type Edge } from './graph-fixtures';

describe('building a graph', () => {
  it('sums parallel and reversed edges and keeps loops apart, counted twice in the strength', () => {
    const { nodes, edges } = fixture('loose-ends');
    const graph = csr(nodes, edges);
    expect([...graph.starts]).toEqual([0, 1, 3, 4, 5, 6, 7, 8, 8]);
    expect([...graph.neighbours]).toEqual([1, 0, 2, 1, 4, 3, 6, 5]);
    expect([...graph.weights]).toEqual([3.5, 3.5, 1, 1, 2, 2, 1, 1]);
    expect([...graph.loops]).toEqual([0, 0, 0, 0, 0, 3, 0, 0]);
    expect([...graph.strengths]).toEqual([3.5, 4.5, 1, 2, 2, 7, 1, 0]);
    expect(graph.total).toBe(21);
  });

  it('gives the same bits for any order and direction of the rows', () => {
    const shuffled = anyGraph.chain(({ nodes, edges }) =>
      fc.record({
        nodes: fc.constant(nodes),
        edges: fc.constant(edges),
        other: fc
          .tuple(fc.shuffledSubarray([...edges], { minLength: edges.length }), fc.infiniteStream(fc.boolean()))
          .map(([rows, turns]) => rows.map(([a, b, w]): Edge => (turns.next().value ? [b, a, w] : [a, b, w]))),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ nodes, edges, other }) => {
        expect(csr(nodes, other)).toEqual(csr(nodes, edges));
      }),
    );
  });

  it.each([NaN, Infinity, 0, -1])('refuses the weight %s', (weight) => {
    expect(() => csr(2, [[0, 1, weight]])).toThrow(RangeError);
  });

  it('refuses an end that is no node', () => {
    expect(() => csr(2, [[0, 2, 1]])).toThrow('outside 0 to 1');
    expect(() => csr(2, [[-1, 0, 1]])).toThrow(RangeError);
  });
});

describe('graphs made from a graph', () => {
  it('keep the modularity of a partition when its communities become nodes', () => {
    fc.assert(
      fc.property(anyGraph, ({ nodes, edges }) => {
        const graph = csr(nodes, edges);
        const labels = leiden(graph);
        const count = Math.max(...labels) + 1;
        const whole = aggregate(graph, labels, count);
        const each = Int32Array.from({ length: count }, (_, node) => node);
        expect(modularity(whole, each)).toBeCloseTo(modularity(graph, labels), 9);
      }),
    );
  });

  it('hold exactly the edges and loops among their nodes', () => {
    fc.assert(
      fc.property(anyGraph, fc.infiniteStream(fc.boolean()), ({ nodes, edges }, picks) => {
        const chosen = Array.from({ length: nodes }, (_, node) => node).filter(() => picks.next().value);
        const position = new Map(chosen.map((node, i) => [node, i]));
        const inside = edges.flatMap(([a, b, weight]): Edge[] => {
          const [low, high] = [position.get(a), position.get(b)];
          return low === undefined || high === undefined ? [] : [[low, high, weight]];
        });
        const scratch = new Int32Array(nodes).fill(-1);
        const induced = inducedGraph(csr(nodes, edges), Int32Array.from(chosen), scratch);
        expect(induced).toEqual(csr(chosen.length, inside));
        expect(scratch.every((value) => value === -1)).toBe(true);
      }),
    );
  });
});

describe('modularity', () => {
  it('is what the formula gives, pair by pair, with loops counted twice', () => {
    fc.assert(
      fc.property(anyGraph, fc.infiniteStream(fc.nat(5)), ({ nodes, edges }, stream) => {
        const graph = csr(nodes, edges);
        const labels = Int32Array.from({ length: nodes }, () => stream.next().value ?? 0);
        const matrix = Array.from({ length: nodes }, () => new Float64Array(nodes));
        const add = (a: number, b: number, weight: number): void => {
          const row = matrix[a];
          if (row) row[b] = (row[b] ?? 0) + weight;
        };
        for (const [a, b, weight] of edges) {
          add(a, b, weight);
          add(b, a, weight);
        }
        const strengths = matrix.map((row) => row.reduce((sum, weight) => sum + weight, 0));
        const total = strengths.reduce((sum, strength) => sum + strength, 0);
        let expected = 0;
        for (let a = 0; a < nodes && total > 0; a++) {
          for (let b = 0; b < nodes; b++) {
            if (labels[a] !== labels[b]) continue;
            expected += (matrix[a]?.[b] ?? 0) / total - ((strengths[a] ?? 0) * (strengths[b] ?? 0)) / total ** 2;
          }
        }
        expect(modularity(graph, labels)).toBeCloseTo(expected, 9);
      }),
    );
  });
});
