import type { DocumentRow, TextUnitRow } from '../tables/tables';
import { proseShare } from '../text/boilerplate';
import { terms } from '../text/terms';
import type { Work } from '../work';
import { createBm25, type Bm25 } from './bm25';
import { conceptKey, createConceptIndex, findConcepts, type ConceptSource } from './concepts';

/** A text as retrieval sees it. */
export interface PassageText {
  readonly text: string;
  /** Document title and headings above the text, highest first. */
  readonly titles: readonly string[];
}

/** BM25 and the concepts found by their spelling, over the same numbered passages. */
export interface PassageIndex {
  readonly bm25: Bm25;
  readonly concepts: ConceptSource;
  /** How much of a passage is running text, 0 to 1; the rest is contents, references, code and the like. */
  proseOf(id: number): number;
  add(id: number, passage: PassageText): void;
  remove(id: number): void;
}

/** An empty passage index. */
export function createPassageIndex(): PassageIndex {
  const texts: (string | undefined)[] = [];
  const prose: number[] = [];
  const bm25 = createBm25();
  const index = createConceptIndex();
  return {
    bm25,
    concepts: {
      conceptsIn: (id) => findConcepts(texts[id] ?? ''),
      passages: index.passages,
      frequency: index.frequency,
      namesIn: index.namesIn,
    },
    proseOf: (id) => prose[id] ?? 1,
    add(id, passage) {
      texts[id] = passage.text;
      prose[id] = proseShare(passage.text, passage.titles.slice(1));
      bm25.add(id, terms([...passage.titles, passage.text].join('\n')));
      const { keys, about } = conceptsOf(passage);
      index.add(id, keys, about);
    },
    remove(id) {
      texts[id] = undefined;
      bm25.remove(id);
      index.remove(id);
    },
  };
}

/** Keys of a title with and without what it has in brackets at its end. */
function titleKeys(title: string): readonly string[] {
  return [conceptKey(title), conceptKey(title.replace(/\s*[(（][^)）]*[)）]\s*$/u, ''))].filter(
    (key) => key.length > 1,
  );
}

function conceptsOf({ text, titles }: PassageText): { readonly keys: Set<string>; readonly about: Set<string> } {
  const found = findConcepts(text);
  const about = new Set(titles.flatMap(titleKeys));
  const opening = found[0];
  if (opening && opening.start < 4) about.add(opening.key);
  const keys = new Set([...about, ...found.map((concept) => concept.key)]);
  for (const title of titles) {
    for (const { key, start } of findConcepts(title)) {
      keys.add(key);
      if (start === 0) about.add(key);
    }
  }
  return { keys, about };
}

/** Text units as numbered passages, kept from one state of the tables to the next. */
export interface UnitStore {
  readonly passages: PassageIndex;
  /** Number and content of each text unit that is in the passages, by id. */
  readonly known: Map<
    string,
    { readonly slot: number; readonly text: string; readonly context: string; readonly title: string }
  >;
  /** Numbers of earlier states of changed text units; taken out when a sync is finished, be it a later one. */
  readonly stale: Set<number>;
  nextSlot: number;
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
    const titles = [title, ...unit.heading_path, ...headingsWithin(documents.get(unit.document_id), unit)];
    store.passages.add(slot, { text: unit.text, titles: titles.filter(Boolean) });
    store.known.set(unit.id, { slot, text: unit.text, context: unit.context, title });
    if (++fresh % UNITS_PER_STEP === 0) yield { done: at, total };
  }
  return () => finishSync(store, units);
}

/** Headings that stand in a text unit itself. */
function headingsWithin(document: DocumentRow | undefined, { start, end }: TextUnitRow): readonly string[] {
  const starts = document?.heading_starts ?? [];
  return starts.flatMap((at, number) => (at > start && at < end ? (document?.heading_texts[number] ?? []) : []));
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
