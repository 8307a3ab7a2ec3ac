import { edgesOf, nodesOf } from '../../../src/adapters/interop/formats/graph-parts';
import type { GraphTables } from '../../../src/core/ports/interop';

type Value = string | number;

/** Values by their kind and name, such as `node`, `e1 title`. Nothing stands for what is empty. */
export type Facts = ReadonlyMap<string, Value>;

/** A graph as a script prints it: values of nodes and edges by their ids. */
export interface ReadGraph {
  readonly reader: string;
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly edges: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Facts of items of a kind. `names` gives columns the names that they have at home. */
export function factsOf(
  kind: string,
  items: Iterable<readonly [string, Readonly<Record<string, unknown>>]>,
  names: Readonly<Record<string, string>> = {},
): Facts {
  const facts = new Map<string, Value>();
  for (const [id, values] of items) {
    facts.set(`${kind} ${id}`, id);
    for (const [name, value] of Object.entries(values))
      if ((typeof value === 'string' && value !== '') || typeof value === 'number')
        facts.set(`${kind} ${id} ${names[name] ?? name}`, value);
  }
  return facts;
}

/** Returns the facts of a graph in Burrow's tables. */
export const graphFacts = (tables: GraphTables): Facts =>
  new Map([
    ...factsOf(
      'node',
      [...nodesOf(tables)].map(({ id, ...values }) => [id, values]),
    ),
    ...factsOf(
      'edge',
      [...edgesOf(tables)].map(({ id, ...values }) => [id, values]),
    ),
  ]);

/** Returns the facts of a graph in another program. */
export const readFacts = ({ nodes, edges }: ReadGraph, names: Readonly<Record<string, string>> = {}): Facts =>
  new Map([...factsOf('node', Object.entries(nodes), names), ...factsOf('edge', Object.entries(edges), names)]);

/** Comparison of facts before and after a file and its reader. */
export interface Passage {
  /** By kind: how many there were, and how many came through as they were. */
  readonly kinds: Readonly<Record<string, { readonly before: number; readonly same: number }>>;
  /** Changed as `docs/exports.md` says. */
  readonly documented: readonly string[];
  /** Changed or gone without a word. */
  readonly silent: readonly string[];
}

/** The value that the pages promise for one that a format or its reader cannot hold; null where it is left out. */
export type DocumentedChange = (value: Value, key: string, seen: Value | null) => Value | null;

/**
 * Lists the facts that came through as they were, those that changed as documented, and those that changed silently.
 */
export function compareFacts(before: Facts, after: Facts, documented: DocumentedChange): Passage {
  const kinds: Record<string, { before: number; same: number }> = {};
  const lists = { documented: [] as string[], silent: [] as string[] };
  for (const [key, value] of before) {
    const kind = key.split(' ').length === 2 ? (key.split(' ')[0] ?? '') : 'value';
    const count = (kinds[kind] ??= { before: 0, same: 0 });
    count.before++;
    const seen = after.get(key) ?? null;
    if (seen === value) count.same++;
    else if (seen === documented(value, key, seen)) lists.documented.push(key);
    else lists.silent.push(`${key}: ${JSON.stringify(value).slice(0, 60)} → ${JSON.stringify(seen).slice(0, 60)}`);
  }
  return { kinds, ...lists };
}
