import { message } from '../../../core/message';
import type { ForeignGraph } from '../../../core/ports/interop';
import { areQuoted, cell, decimal, text, withoutQuotes, type LooseRow } from './cells';
import { notImported } from './given-files';

/** Nodes and edges as a person or a program for graphs has them: any columns, the ends of edges by the ids of nodes. */
export interface DrawnGraph {
  readonly nodes: readonly LooseRow[];
  readonly edges: readonly LooseRow[];
  /** True if edges have a direction, where they do not have their own. */
  readonly isDirected: boolean;
  /** Values of nodes and edges that have none of their own. */
  readonly nodeDefaults?: LooseRow;
  readonly edgeDefaults?: LooseRow;
}

/**
 * Columns by their meaning, in lower case, the best first. `entity_type` is of LightRAG and nano-graphrag, `labels` of
 * Neo4j, `labelV` and `labelE` of TinkerPop, `Edge Label` of Gephi, `value` of D3. Those with a colon are Neo4j's in
 * CSV files.
 */
const COLUMNS = {
  id: [':id', 'id'],
  title: ['title', 'label', 'name', 'entity_name', 'entity_id'],
  type: [':labels', 'type', 'entity_type', 'category', 'kind', 'labels', 'labelv'],
  description: ['description'],
  source: [':source', 'source', 'from'],
  target: [':target', 'target', 'to'],
  edgeId: ['id', 'key'],
  relation: [
    'description',
    ':relation',
    'label',
    'edge label',
    'labele',
    'relation',
    'relationship',
    'interaction',
    'keywords',
  ],
  weight: ['weight', 'value'],
  direction: ['type', 'directed'],
} as const;

type Fact = keyof typeof COLUMNS;

/** A row that is asked for facts, whatever the case of its columns; of two that differ only in case the first counts. */
type Facts = (fact: Fact) => string;

function factsOf(row: LooseRow, defaults: LooseRow = {}): Facts {
  const columns = [...Object.entries(defaults).reverse(), ...Object.entries(row).reverse()];
  const lower = Object.fromEntries(columns.map(([name, value]) => [name.trim().toLowerCase(), value]));
  return (fact) => text(cell(lower, ...COLUMNS[fact])).trim();
}

/**
 * Nodes and edges as a graph without texts: a node is an entity, an edge a relationship. An edge may name a node that
 * is not listed. Throws ParseError where an id is not unique, and where there is nothing.
 */
export function drawnGraph(
  graph: DrawnGraph,
  origin: Pick<ForeignGraph, 'name' | 'program' | 'mediaType'>,
): ForeignGraph {
  const words = wordsOf(graph);
  const edges = edgesOf(graph);
  const { nodes, unlisted } = titledNodes(graph, edges, words);
  if (nodes.length === 0) throw notImported(message`there are no nodes`);
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  return {
    ...origin,
    // A list of edges alone names every node that it has.
    unlistedEntities: graph.nodes.length > 0 ? unlisted : 0,
    documents: [],
    text_units: [],
    covariates: [],
    communities: [],
    community_reports: [],
    entities: nodes.map(({ id, title, facts }, at) => ({
      ...{ id, human_readable_id: at, title },
      type: firstLabel(words(facts('type'))).toLowerCase() || 'concept',
      description: words(facts('description')),
      ...{ text_unit_ids: [], x: null, y: null },
    })),
    relationships: edges.map(({ id, source, target, facts }, at) => ({
      ...{ id, human_readable_id: at },
      source: titles.get(source) ?? source,
      target: titles.get(target) ?? target,
      description: words(facts('relation') || statedType(facts)),
      weight: decimal(facts('weight'), 1),
      text_unit_ids: [],
    })),
  };
}

/** A node with its own title, which no other has. */
interface TitledNode {
  readonly id: string;
  readonly title: string;
  readonly facts: Facts;
}

function titledNodes(
  { nodes, nodeDefaults }: DrawnGraph,
  edges: readonly Edge[],
  words: (text: string) => string,
): { readonly nodes: readonly TitledNode[]; readonly unlisted: number } {
  const titled = new Map<string, TitledNode>();
  const taken = new Set<string>();
  const add = (id: string, facts: Facts): void => {
    let title = words(facts('title')) || words(id);
    while (taken.has(title)) title = `${title} (${id})`;
    taken.add(title);
    titled.set(id, { id, title, facts });
  };
  for (const [at, row] of nodes.entries()) {
    const facts = factsOf(row, nodeDefaults);
    const id = facts('id') || facts('title') || `node ${String(at + 1)}`;
    if (titled.has(id)) throw notImported(message`two nodes have the id ${id.slice(0, 80)}`);
    add(id, facts);
  }
  const listed = titled.size;
  const unknown = factsOf({}, nodeDefaults);
  for (const { source, target } of edges) for (const id of [source, target]) if (!titled.has(id)) add(id, unknown);
  return { nodes: [...titled.values()], unlisted: titled.size - listed };
}

interface Edge {
  readonly id: string;
  /** Ids of nodes. */
  readonly source: string;
  readonly target: string;
  readonly facts: Facts;
}

/** Edges with two ends. Those without a direction that join the same nodes all go the way of the first, so that they are parallel. */
function edgesOf({ edges, edgeDefaults, isDirected }: DrawnGraph): readonly Edge[] {
  const ends = edges.map((row) => {
    const facts = factsOf(row, edgeDefaults);
    return { facts, source: facts('source'), target: facts('target') };
  });
  const whole = ends.filter(({ source, target }) => source !== '' && target !== '');
  if (edges.length > 0 && whole.length === 0) throw notImported(message`the edges have no columns source and target`);
  const used = new Set<string>();
  const ways = new Set<string>();
  return whole.map(({ facts, ...given }, at) => {
    const isTurned =
      !hasDirection(facts, isDirected) &&
      !ways.has(wayOf(given.source, given.target)) &&
      ways.has(wayOf(given.target, given.source));
    const source = isTurned ? given.target : given.source;
    const target = isTurned ? given.source : given.target;
    ways.add(wayOf(source, target));
    const own = facts('edgeId');
    const id = own === '' || used.has(own) ? `edge ${String(at + 1)}: ${source} → ${target}` : own;
    used.add(id);
    return { id, source, target, facts };
  });
}

const wayOf = (source: string, target: string): string => JSON.stringify([source, target]);

/** Words for the direction of an edge. */
const DIRECTIONS: ReadonlyMap<string, boolean> = new Map([
  ['directed', true],
  ['true', true],
  ['undirected', false],
  ['false', false],
  ['mutual', false],
]);

const hasDirection = (facts: Facts, otherwise: boolean): boolean =>
  DIRECTIONS.get(facts('direction').toLowerCase()) ?? otherwise;

/** The type of an edge, where the column names a relation and not a direction. */
const statedType = (facts: Facts): string =>
  DIRECTIONS.has(facts('direction').toLowerCase()) ? '' : facts('direction');

/** The first of several labels, as Neo4j writes them: `:Person:Actor`, `Person;Actor` or a list. */
const firstLabel = (labels: string): string =>
  /^[:[]/u.test(labels) ? (/[^:[\]"',;]+/u.exec(labels)?.[0] ?? '').trim() : (labels.split(/[;\n]/u)[0] ?? '').trim();

/** Between the texts that LightRAG and nano-graphrag have joined. */
const SEPARATOR = '<SEP>';

/** Texts as they were before a program joined them; LightRAG and nano-graphrag also put some in quotation marks. */
function wordsOf({ nodes, nodeDefaults }: DrawnGraph): (text: string) => string {
  const isOfLightRag = nodes.some((row) => 'entity_type' in row && 'source_id' in row);
  const isQuoting = isOfLightRag || areQuoted(nodes.map((row) => nameOf(factsOf(row, nodeDefaults))));
  const plain = (part: string): string => (isQuoting ? withoutQuotes(part) : part.trim());
  return (words) => (isQuoting || words.includes(SEPARATOR) ? words.split(SEPARATOR).map(plain).join('\n') : words);
}

const nameOf = (facts: Facts): string => facts('title') || facts('id');
