import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lfrGraph, withoutDocument } from '../../../bench/lib/lfr-graph';
import { buildGraph } from '../../../src/core/graph/leiden/csr';
import { leiden } from '../../../src/core/graph/leiden/leiden';
import { modularity } from '../../../src/core/graph/leiden/partition';
import { updateWithinLimit } from '../../../src/core/graph/leiden/limited-update';
import { anyGraph, csr } from './graph-fixtures';

const split = (nodes: number, parts: number): Int32Array =>
  Int32Array.from({ length: nodes }, (_, node) => node % parts);

/** Nodes whose community has not the members that it had. */
function disturbed(before: Int32Array, after: Int32Array): number {
  const membersOf = (labels: Int32Array): readonly string[] => {
    const members = new Map<number, number[]>();
    labels.forEach((label, node) => members.set(label, [...(members.get(label) ?? []), node]));
    return [...labels].map((label) => members.get(label)?.join() ?? '');
  };
  const [old, now] = [membersOf(before), membersOf(after)];
  return old.filter((members, node) => members !== now[node]).length;
}

describe('taking over a part of a better partition', () => {
  it('gains as much as was wanted, whatever the partitions, where it can', () => {
    fc.assert(
      fc.property(anyGraph, fc.integer({ min: 1, max: 6 }), ({ nodes, edges }, parts) => {
        const graph = csr(nodes, edges);
        const earlier = split(nodes, parts);
        const better = leiden(graph);
        const gap = modularity(graph, better) - modularity(graph, earlier);
        const wanted = Math.max(1e-6, gap / 2);
        const taken = updateWithinLimit(graph, earlier, better, { resolution: 1, wanted });
        fc.pre(taken !== undefined);
        if (taken) expect(modularity(graph, taken) - modularity(graph, earlier)).toBeGreaterThan(wanted - 1e-9);
      }),
    );
  });

  it('moves as few as that takes, and leaves the earlier partition as it was', () => {
    const whole = lfrGraph(1_000, 1);
    const { nodes, source, target, weight } = withoutDocument(whole, 3);
    const graph = buildGraph(nodes, source, target, weight);
    const better = leiden(graph);
    const earlier = better.map((label, node) => (node % 7 === 0 ? 0 : label));
    const given = earlier.slice();
    const gap = modularity(graph, better) - modularity(graph, earlier);
    const some = updateWithinLimit(graph, earlier, better, { resolution: 1, wanted: gap / 10 });
    const most = updateWithinLimit(graph, earlier, better, { resolution: 1, wanted: gap * 0.9 });
    expect(earlier).toEqual(given);
    expect(some && disturbed(earlier, some)).toBeGreaterThan(0);
    expect(some && disturbed(earlier, some)).toBeLessThan((most && disturbed(earlier, most)) ?? 0);
  });

  it('gives up where no block that moves by itself gains anything', () => {
    const graph = csr(4, [
      [0, 1, 1],
      [2, 3, 1],
    ]);
    const best = Int32Array.from([0, 0, 1, 1]);
    expect(
      updateWithinLimit(graph, best, Int32Array.from([0, 1, 0, 1]), { resolution: 1, wanted: 0.01 }),
    ).toBeUndefined();
  });
});
