import type { Work } from '../../../core/work';
import type { DrawnGraph } from './drawn-graph';
import { walkXml, type XmlHandler } from './xml-walk';

type Row = Record<string, unknown>;
type Kind = 'node' | 'edge';

/** The nodes and edges of a GEXF file of any version, with their attributes by title (https://gexf.net). Throws ParseError for a damaged file. */
export function* readGexf(xml: string, path: string): Work<DrawnGraph> {
  const handler = new GexfHandler();
  yield* walkXml(xml, { path, root: 'gexf', format: 'GEXF' }, handler);
  return handler.graph;
}

class GexfHandler implements XmlHandler {
  readonly #rows: { readonly node: Row[]; readonly edge: Row[] } = { node: [], edge: [] };
  readonly #titles: { readonly node: Map<string, string>; readonly edge: Map<string, string> } = {
    node: new Map(),
    edge: new Map(),
  };
  readonly #defaults: { readonly node: Row; readonly edge: Row } = { node: {}, edge: {} };
  /** Nodes and edges that are open: a node may hold others. */
  readonly #open: { readonly kind: Kind; readonly row: Row }[] = [];
  /** Columns that are declared at this place. */
  #declares: Kind = 'node';
  #column = '';
  #words = '';
  #isDirected = false;

  get graph(): DrawnGraph {
    const { node: nodes, edge: edges } = this.#rows;
    const { node: nodeDefaults, edge: edgeDefaults } = this.#defaults;
    return { nodes, edges, nodeDefaults, edgeDefaults, isDirected: this.#isDirected };
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#words = '';
    if (name === 'graph') this.#isDirected = attributes['defaultedgetype'] === 'directed';
    if (name === 'attributes') this.#declares = attributes['class'] === 'edge' ? 'edge' : 'node';
    if (name === 'attribute') {
      this.#column = attributes['title'] ?? attributes['id'] ?? '';
      this.#titles[this.#declares].set(attributes['id'] ?? '', this.#column);
    }
    if (name === 'node' || name === 'edge') {
      const row: Row = { ...attributes };
      this.#rows[name].push(row);
      this.#open.push({ kind: name, row });
    }
    if (name === 'attvalue') this.#setValue(attributes);
  }

  text(text: string): void {
    this.#words += text;
  }

  close(name: string): void {
    if (name === 'node' || name === 'edge') this.#open.pop();
    if (name === 'default' && this.#words.trim() !== '') this.#defaults[this.#declares][this.#column] = this.#words;
  }

  /** The first value of an attribute counts: others belong to later times. Version 1.0 names the attribute otherwise. */
  #setValue({ for: of, id, value = '' }: Readonly<Record<string, string>>): void {
    const element = this.#open.at(-1);
    if (!element) return;
    const name = of ?? id ?? '';
    const column = this.#titles[element.kind].get(name) ?? name;
    if (!Object.hasOwn(element.row, column)) element.row[column] = value;
  }
}
