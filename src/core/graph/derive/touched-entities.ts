import type { EntityRow } from '../../tables/tables';
import type { Work } from '../../work';
import { entityRow, type Derivation } from './derive-entities';
import { type EntityPlaces, exchanged, placesOf } from './graph-links';
import { countsOfNode, type NodeState } from './node-state';

/** The entities after a change, under the symbols of their keys. */
export interface TouchedEntities extends EntityPlaces {
  /** Entities that came, went or have another title or id. */
  readonly renamed: ReadonlySet<number>;
  rowOf(node: number): EntityRow | undefined;
}

interface EntityPass extends Omit<Derivation<EntityRow>, 'earlier'> {
  readonly state: NodeState;
  readonly before: EntityPlaces;
  /** Entities that may differ; undefined for all. */
  readonly touched: ReadonlySet<number> | undefined;
  readonly isEntity: (node: number) => boolean;
}

/** Derives the touched entities again; all others keep their rows and places. New ones come last, in the order of their keys. */
export function* deriveEntities(pass: EntityPass): Work<TouchedEntities> {
  const { state, before, touched, isEntity } = pass;
  const { keys } = state.records.symbols;
  const rowBefore = (node: number): EntityRow | undefined => before.entities[before.places[node] ?? -1];
  const derivation = { ...pass, earlier: { get: (id: string) => rowBefore(before.given.find(id)) } };
  const again = Array.from(touched ?? numbersBelow(state.selected.length)).filter(isEntity);
  again.sort((a, b) => (keys.text(a) < keys.text(b) ? -1 : 1));
  const exchanges = new Map<number, EntityRow | undefined>();
  const renamed = new Set<number>();
  // Those that nothing selects any more go; what is still an entity comes back below.
  for (const [at, node] of before.numbers.entries()) {
    if (touched && !touched.has(node) && state.selected[node] === 1) continue;
    if (isEntity(node)) continue;
    exchanges.set(at, undefined);
    renamed.add(node);
  }
  const come: EntityRow[] = [];
  let records = 0;
  for (const [done, node] of again.entries()) {
    const counts = countsOfNode(state, node);
    const earlier = rowBefore(node);
    const row = counts && entityRow(counts, state.nodes.keys, derivation);
    if (row?.title !== earlier?.title || row?.id !== earlier?.id) renamed.add(node);
    if (earlier) exchanges.set(before.places[node] ?? -1, row);
    else if (row) come.push(row);
    records += counts?.textUnitIds.length ?? 0;
    if (records < 256 && done % 4 !== 3) continue;
    records = 0;
    yield { done, total: again.length };
  }
  const places = placesOf(exchanged(before.entities, exchanges, come), before.given, before);
  const rowOf = (node: number): EntityRow | undefined => places.entities[places.places[node] ?? -1];
  return { ...places, renamed, rowOf };
}

function* numbersBelow(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number;
}
