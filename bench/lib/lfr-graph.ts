import { randomNumbers, randomOrder } from '../../src/core/random';

export interface EdgeColumns {
  readonly nodes: number;
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly weight: Float64Array;
  /** Document that each edge was read in. */
  readonly document: Int32Array;
}

/**
 * A graph in the manner of Lancichinetti, Fortunato and Radicchi: power-law degrees (2.35, from 2) and community sizes
 * (1.5, from 8), and skewed weights from 1 to 20. A quarter of each node's edges leaves its community. Documents cover a
 * few communities each, and an edge belongs to the document of one of its ends.
 */
export function lfrGraph(nodes: number, seed: number, documents = 200, mixing = 0.25): EdgeColumns {
  const random = randomNumbers(seed);
  const maxSize = Math.max(20, Math.min(1000, Math.floor(nodes / 10)));
  const community = new Int32Array(nodes);
  const inside: number[][] = [];
  for (let node = 0; node < nodes;) {
    const size = Math.min(nodes - node, Math.floor(powerLaw(random(), 1.5, 8, maxSize)));
    const stubs: number[] = [];
    for (let i = 0; i < size; i++, node++) community[node] = inside.length;
    inside.push(stubs);
  }
  const outside: number[] = [];
  for (let node = 0; node < nodes; node++) {
    const degree = Math.round(powerLaw(random(), 2.35, 2, Math.min(300, nodes / 10)));
    for (let i = 0; i < degree; i++) (random() < mixing ? outside : inside[community[node] ?? 0])?.push(node);
  }
  const home = randomOrder(inside.length, random).map((position) => position % documents);
  const pairs: [number, number][] = [];
  for (const stubs of [...inside, outside]) {
    const order = randomOrder(stubs.length, random);
    for (let i = 0; i + 1 < order.length; i += 2) {
      const [a = 0, b = 0] = [stubs[order[i] ?? 0], stubs[order[i + 1] ?? 0]];
      if (a !== b) pairs.push([a, b]);
    }
  }
  const name = randomOrder(nodes, random);
  return {
    nodes,
    source: Int32Array.from(pairs, ([a]) => name[a] ?? 0),
    target: Int32Array.from(pairs, ([, b]) => name[b] ?? 0),
    weight: Float64Array.from(pairs, () => Math.ceil(20 * random() ** 4)),
    document: Int32Array.from(pairs, ([a, b]) => home[community[random() < 0.5 ? a : b] ?? 0] ?? 0),
  };
}

/** The graph without the edges of a document. */
export function withoutDocument(graph: EdgeColumns, document: number): EdgeColumns {
  const keep = (_: number, edge: number): boolean => graph.document[edge] !== document;
  return {
    nodes: graph.nodes,
    source: graph.source.filter(keep),
    target: graph.target.filter(keep),
    weight: graph.weight.filter(keep),
    document: graph.document.filter(keep),
  };
}

function powerLaw(uniform: number, exponent: number, low: number, high: number): number {
  const power = 1 - exponent;
  return (low ** power + uniform * (high ** power - low ** power)) ** (1 / power);
}
