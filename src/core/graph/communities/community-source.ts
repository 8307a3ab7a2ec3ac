import type { Rows } from '../../tables/rows';
import type { CommunityRow, EntityRow, RelationshipRow } from '../../tables/tables';
import { graphLinks, type GraphLinks } from '../derive/graph-links';

/** Inputs that communities were made from. */
export interface CommunitySource {
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  /** The share of all weight that has changed since other partitions were last looked for. */
  readonly drift: number;
  /** As JSON. */
  readonly parameters: string;
  /** Cache that makes the next communities cheaper, where these were made in memory. */
  readonly kept?: KeptNodes;
}

/** The nodes of a graph as numbers that entities keep. */
interface KeptNodes {
  readonly links: GraphLinks;
  /** The numbers of all entities, by their keys. */
  readonly order: Int32Array;
  /** By row of the communities, the numbers of its members. */
  readonly members: readonly Int32Array[];
}

const sources = new WeakMap<readonly CommunityRow[], CommunitySource>();

/** Returns the inputs of these communities, where known. */
export const sourceOf = (communities: readonly CommunityRow[]): CommunitySource | undefined => sources.get(communities);

export const keepSource = (communities: readonly CommunityRow[], source: CommunitySource): void =>
  void sources.set(communities, source);

/** Entities as the nodes of a graph, by their keys, with relationships between them. */
export interface NodeGraph {
  readonly links: GraphLinks;
  /** In node order. */
  readonly entities: readonly EntityRow[];
  /** The numbers of all entities, in node order. */
  readonly order: Int32Array;
  /** By number, the node of an entity; −1 for one that is not in the table. */
  readonly nodes: Int32Array;
  /** The node of an id; −1 for an unknown one. */
  nodeOf(id: string): number;
  /** By place of the relationship, the nodes at its ends; −1 for an unknown one. */
  readonly source: Int32Array;
  readonly target: Int32Array;
}

type Tables = Pick<CommunitySource, 'entities' | 'relationships'>;

/** The graph of two tables. What is known of an earlier state is not looked up again. */
export function nodeGraph(tables: Tables, earlier?: CommunitySource): NodeGraph {
  const links = graphLinks(tables, earlier && (earlier.kept?.links ?? graphLinks(earlier)));
  const order = sortedNumbers(links, earlier?.kept);
  const nodes = new Int32Array(links.places.length).fill(-1);
  for (let node = 0; node < order.length; node++) nodes[order[node] ?? 0] = node;
  const nodeAt = (number: number): number => (number < 0 ? -1 : (nodes[number] ?? -1));
  const entities: EntityRow[] = [];
  for (const number of order) {
    const row = links.entities[links.places[number] ?? -1];
    if (row) entities.push(row);
  }
  return {
    links,
    entities,
    order,
    nodes,
    nodeOf: (id) => nodeAt(links.given.find(id)),
    source: links.source.map(nodeAt),
    target: links.target.map(nodeAt),
  };
}

/** The numbers of all entities by their keys: those known stay in their order, and new ones are sorted in. */
function sortedNumbers({ entities, numbers, places, given }: GraphLinks, kept: KeptNodes | undefined): Int32Array {
  const keyOf = (number: number): string => entities[places[number] ?? -1]?.key ?? '';
  const compare = (a: number, b: number): number => (keyOf(a) < keyOf(b) ? -1 : 1);
  if (kept?.links.given !== given) return numbers.slice().sort(compare);
  const before = kept.links;
  const isKnown = (number: number): boolean => (before.places[number] ?? -1) >= 0;
  const stayed = kept.order.filter((number) => (places[number] ?? -1) >= 0);
  const come = numbers.filter((number) => !isKnown(number)).sort(compare);
  const order = new Int32Array(numbers.length);
  let next = 0;
  for (let at = 0, old = 0; at < order.length; at++) {
    const [one, other] = [stayed[old], come[next]];
    const isOld = one !== undefined && (other === undefined || compare(one, other) < 0);
    order[at] = (isOld ? one : other) ?? 0;
    if (isOld) old++;
    else next++;
  }
  return order;
}
