import { message } from '../../../core/message';
import type { Work } from '../../../core/work';
import type { DrawnGraph } from './drawn-graph';
import { notImported } from './given-files';
import { walkXml, type XmlHandler } from './xml-walk';

type Row = Record<string, unknown>;

/** The nodes and edges of a GraphML file, with their data by the names that keys give it. Throws ParseError for a damaged file. */
export function* readGraphMl(xml: string, path: string): Work<DrawnGraph> {
  const handler = new GraphMlHandler(path);
  yield* walkXml(xml, { path, root: 'graphml', format: 'GraphML' }, handler);
  return handler.graph;
}

/** An element that is open. */
interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The element around it whose data it gives: a node, an edge, or one whose data is left out. */
  readonly owner: OpenElement | undefined;
  /** The row of a node or an edge. */
  readonly row: Row | undefined;
  /** Text of the element itself, without that of elements in it. */
  words: string;
  hasElements: boolean;
}

/** Elements whose data is theirs alone, and not that of a node or an edge around them. */
const OWNERS: ReadonlySet<string> = new Set(['graphml', 'graph', 'node', 'edge', 'port']);

/** The label of a node or an edge in the files of yEd, and of yFiles. */
const LABEL = /:(?:NodeLabel|EdgeLabel|Label\.Text)$/u;

class GraphMlHandler implements XmlHandler {
  readonly #path: string;
  readonly #names = new Map<string, string>();
  readonly #rows: { readonly node: Row[]; readonly edge: Row[] } = { node: [], edge: [] };
  readonly #defaults: { readonly node: Row; readonly edge: Row } = { node: {}, edge: {} };
  readonly #open: OpenElement[] = [];
  #isDirected = true;

  constructor(path: string) {
    this.#path = path;
  }

  get graph(): DrawnGraph {
    const { node: nodes, edge: edges } = this.#rows;
    const { node: nodeDefaults, edge: edgeDefaults } = this.#defaults;
    return { nodes, edges, nodeDefaults, edgeDefaults, isDirected: this.#isDirected };
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'hyperedge')
      throw notImported(message`${this.#path} has hyperedges, which join more than two nodes`, undefined, this.#path);
    if (name === 'graph' && attributes['edgedefault'] === 'undirected') this.#isDirected = false;
    if (name === 'key') {
      const id = attributes['id'] ?? '';
      this.#names.set(id, attributes['attr.name'] ?? id);
    }
    const isRow = name === 'node' || name === 'edge';
    const row = isRow ? { ...attributes } : undefined;
    if (isRow && row) this.#rows[name].push(row);
    const around = this.#open.at(-1);
    if (around) around.hasElements = true;
    const owner = around && OWNERS.has(around.name) ? around : around?.owner;
    this.#open.push({ name, attributes, owner, row, words: '', hasElements: false });
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element && !OWNERS.has(element.name)) element.words += text;
  }

  close(): void {
    const element = this.#open.pop();
    if (!element) return;
    const { name, attributes, owner, words, hasElements } = element;
    if (name === 'data' && !hasElements) give(owner?.row, this.#nameOf(attributes['key'] ?? ''), words);
    if (name === 'desc') give(owner?.row, 'description', words);
    if (LABEL.test(name)) give(owner?.row, 'label', words.replace(/\s+/gu, ' ').trim());
    if (name.endsWith(':Label')) give(owner?.row, 'label', attributes['Text'] ?? '');
    if (name === 'default') this.#setDefault(this.#open.at(-1)?.attributes ?? {}, words);
  }

  #nameOf(key: string): string {
    return this.#names.get(key) ?? key;
  }

  #setDefault({ id = '', for: of = 'all' }: Readonly<Record<string, string>>, words: string): void {
    for (const kind of ['node', 'edge'] as const)
      if (of === kind || of === 'all') give(this.#defaults[kind], this.#nameOf(id), words);
  }
}

/** Sets a value that is not empty, where the row has none. */
function give(row: Row | undefined, column: string, value: string): void {
  if (row && value.trim() !== '' && !Object.hasOwn(row, column)) row[column] = value;
}
