import type { Bridge } from '../retrieval/graph-expansion';
import type { SearchIndex } from '../retrieval/index';

/** What tells which text units speak of picked entities. */
export interface EntityEvidenceInput {
  /** Row numbers of the picked entities. */
  readonly entities: readonly number[];
  /** How text units were reached from others. */
  readonly via: ReadonlyMap<number, Bridge>;
  readonly allow: (slot: number) => boolean;
}

/**
 * How much each text unit has to do with the picked entities: it holds them, a rare one counting more (as a node in HippoRAG), or it was
 * reached from one that holds them, of which it inherits what the bridge carried. Without that inheritance a passage that a question
 * leads to, but does not name, would rank behind everything that names again what the question names.
 */
export function entityEvidence(
  index: SearchIndex,
  { entities, via, allow }: EntityEvidenceInput,
): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  for (const row of entities) {
    const ids = index.tables.entities[row]?.text_unit_ids ?? [];
    for (const id of ids) {
      const slot = index.slotOf.get(id);
      if (slot !== undefined && allow(slot)) own.set(slot, (own.get(slot) ?? 0) + 1 / Math.sqrt(ids.length));
    }
  }
  const evidence = new Map(own);
  for (const [slot, { from, carried }] of via) {
    const inherited = carried * (own.get(from) ?? 0);
    if (inherited > 0) evidence.set(slot, (own.get(slot) ?? 0) + inherited);
  }
  return evidence;
}
