import type { DocumentRow, TextUnitRow } from '../tables/tables';
import type { Work } from '../work';
import { createPassageIndex, type PassageIndex } from './passage-index';

/** Text units as numbered passages, kept from one state of the tables to the next. */
export interface UnitStore {
  readonly passages: PassageIndex;
  /** Number and content of each text unit that is in the passages, by id. */
  readonly known: Map<string, KnownUnit>;
  /** Numbers of earlier states of changed text units; taken out when a sync is finished, be it a later one. */
  readonly stale: Set<number>;
  nextSlot: number;
}

interface KnownUnit {
  readonly slot: number;
  readonly text: string;
  readonly context: string;
  readonly title: string;
}

/** The text units of one state of the tables by number, and back. */
export interface UnitSlots {
  readonly unitAt: ReadonlyMap<number, TextUnitRow>;
  readonly slotOf: ReadonlyMap<string, number>;
}

const UNITS_PER_STEP = 4;

/** A store without text units. */
export function createUnitStore(): UnitStore {
  return { passages: createPassageIndex(), known: new Map(), stale: new Set(), nextSlot: 0 };
}

/**
 * Adds the text units that are new or changed. Units that are gone are only forgotten when the returned function is
 * called, so that whoever uses the store meanwhile still finds them.
 */
export function* syncUnits(
  store: UnitStore,
  units: readonly TextUnitRow[],
  documents: ReadonlyMap<string, DocumentRow>,
  total: number,
): Work<() => UnitSlots> {
  let fresh = 0;
  for (const [at, unit] of units.entries()) {
    const known = store.known.get(unit.id);
    const title = documents.get(unit.document_id)?.title ?? '';
    if (known?.text === unit.text && known.context === unit.context && known.title === title) continue;
    if (known) store.stale.add(known.slot);
    const slot = store.nextSlot++;
    store.passages.add(slot, { text: unit.text, titles: [title, ...unit.heading_path].filter(Boolean) });
    store.known.set(unit.id, { slot, text: unit.text, context: unit.context, title });
    if (++fresh % UNITS_PER_STEP === 0) yield { done: at, total };
  }
  return () => finishSync(store, units);
}

function finishSync(store: UnitStore, units: readonly TextUnitRow[]): UnitSlots {
  const unitAt = new Map<number, TextUnitRow>();
  const slotOf = new Map<string, number>();
  for (const unit of units) {
    const slot = store.known.get(unit.id)?.slot;
    if (slot === undefined) continue;
    unitAt.set(slot, unit);
    slotOf.set(unit.id, slot);
  }
  for (const [id, { slot }] of store.known) {
    if (slotOf.has(id)) continue;
    store.passages.remove(slot);
    store.known.delete(id);
  }
  for (const slot of store.stale) store.passages.remove(slot);
  store.stale.clear();
  return { unitAt, slotOf };
}
