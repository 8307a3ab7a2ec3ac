import { connectedParts } from '../../src/core/graph/leiden/partition';
import type { CsrGraph } from '../../src/core/graph/leiden/csr';

/** Counts the communities that are not connected. */
export function countDisconnected(graph: CsrGraph, labels: Int32Array): number {
  const parts = connectedParts(graph, labels);
  const firstPart = new Map<number, number>();
  const broken = new Set<number>();
  labels.forEach((label, node) => {
    const part = parts[node] ?? 0;
    const known = firstPart.get(label);
    if (known === undefined) firstPart.set(label, part);
    else if (known !== part) broken.add(label);
  });
  return broken.size;
}
