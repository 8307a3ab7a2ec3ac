import type { EntityRow } from '../../tables/tables';
import type { Work } from '../../work';
import { entityRow, type Derivation } from './derive-entities';
import { recordsOfNode } from './edited-nodes';
import { countKey } from './key-counts';
import type { NodeState } from './node-state';

/** The entities after a change. */
export interface TouchedEntities {
  readonly rows: readonly EntityRow[];
  /** By symbol of their key. */
  readonly rowOf: ReadonlyMap<number, EntityRow>;
  /** The symbols of their keys by id. */
  readonly nodeOf: ReadonlyMap<string, number>;
  /** Ids of those that were touched, before and after; undefined for all. */
  readonly ids: ReadonlySet<string> | undefined;
}

interface EntityPass extends Omit<Derivation<EntityRow>, 'earlier'> {
  readonly state: NodeState;
  readonly before: readonly EntityRow[];
  /** Entities that may differ; undefined for all. */
  readonly touched: ReadonlySet<number> | undefined;
  readonly isEntity: (node: number) => boolean;
}

/** Derives the touched entities again; all others keep their rows and places. New ones come last, in the order of their keys. */
export function* deriveEntities(pass: EntityPass): Work<TouchedEntities> {
  const { state, before, touched, isEntity } = pass;
  const { keys } = state.records.symbols;
  const nodes = before.map((row) => keys.find(row.key));
  const isTouched = (node: number): boolean => node < 0 || !touched || touched.has(node);
  const earlier = new Map(before.flatMap((row, at) => (isTouched(nodes[at] ?? -1) ? [[row.id, row] as const] : [])));
  const again = Array.from(touched ?? numbersBelow(state.selected.length)).filter(isEntity);
  again.sort((a, b) => (keys.text(a) < keys.text(b) ? -1 : 1));
  const derivation = { ...pass, earlier };
  const made = new Map<number, EntityRow>();
  let records = 0;
  for (const [done, node] of again.entries()) {
    const counts = countKey(keys.text(node), recordsOfNode(node, state.nodes, state.records));
    if (!counts) continue;
    made.set(node, entityRow(counts, state.nodes.keys, derivation));
    records += counts.textUnitIds.length;
    if (records < 256 && done % 4 !== 3) continue;
    records = 0;
    yield { done, total: again.length };
  }
  const rows: EntityRow[] = [];
  const rowOf = new Map<number, EntityRow>();
  const nodeOf = new Map<string, number>();
  const ids = touched && new Set([...earlier.keys(), ...[...made.values()].map(({ id }) => id)]);
  const put = (node: number, row: EntityRow): void => {
    rows.push(row);
    rowOf.set(node, row);
    nodeOf.set(row.id, node);
  };
  for (const [at, row] of before.entries()) {
    const node = nodes[at] ?? -1;
    const other = isTouched(node) ? made.get(node) : row;
    if (other) put(node, other);
    made.delete(node);
  }
  for (const [node, row] of made) put(node, row);
  return { rows, rowOf, nodeOf, ids };
}

function* numbersBelow(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}
