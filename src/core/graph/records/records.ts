import { groupBy } from '../../arrays';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../tables/tables';
import { asPart, finish, type Work } from '../../work';
import {
  type BlockDraft,
  type CountedRecord,
  type DocumentBlock,
  draftBlock,
  layerOrder,
  mentionRange,
  mentionRecord,
  type RecordSymbols,
} from './document-block';
import { createIntList, grownInts } from './int-list';
import { createSymbols } from './symbols';

/** Records of a document as they come. */
export interface IncomingRecords {
  readonly documentId: string;
  readonly rows: Iterable<ExtractionRow>;
  readonly units: readonly TextUnitRow[];
  readonly document?: Pick<DocumentRow, 'media_type' | 'text'>;
}

/** The records of a collection by document, with the documents of each key. */
export interface Records {
  readonly symbols: RecordSymbols;
  /** All blocks, in the order of their document ids. */
  blocks(): readonly DocumentBlock[];
  block(documentId: string): DocumentBlock | undefined;
  /** Takes records in. Those of a known document are added to what is there, and looked at when somebody asks next. */
  add(incoming: IncomingRecords): void;
  /** Examines new blocks in steps, ahead of a question. Unfinished work continues the next time. */
  settle(): Work<void>;
  /** Begins to take in records of many documents, in any order, as when they are read from the disk. */
  load(): RecordLoader;
  /** Takes a document out; nothing for an unknown one. */
  remove(documentId: string): void;
  /** The documents that mention a key, or state anything of it, in the order of their ids. */
  holding(key: number): readonly DocumentBlock[];
  /** Counts these documents. */
  documentsOf(key: number): number;
  /** The current records of a key in one document, in reading order. */
  recordsOf(key: number, block: DocumentBlock): readonly CountedRecord[];
  /** Blocks that came and went since this was last asked. */
  takeChanges(): RecordChanges;
}

/** Records on their way in. Nothing of them is there until they are finished. */
interface RecordLoader {
  add(rows: Iterable<ExtractionRow>): void;
  finish(of: (documentId: string) => Pick<IncomingRecords, 'units' | 'document'>): Work<void>;
}

interface RecordChanges {
  readonly come: readonly DocumentBlock[];
  readonly gone: readonly DocumentBlock[];
}

/** No records yet. Memory is about 40 bytes per mention. */
export function createRecords(): Records {
  const symbols: RecordSymbols = {
    keys: createSymbols(),
    titles: createSymbols(),
    types: createSymbols(),
    attributes: createSymbols(),
  };
  const slots: (DocumentBlock | undefined)[] = [];
  const slotOf = new Map<string, number>();
  const postings = keyPostings();
  let come = new Set<DocumentBlock>();
  let gone = new Set<DocumentBlock>();
  let sorted: readonly DocumentBlock[] | undefined;
  /** The sorted blocks of keys that are in many documents. */
  let sortedBlocks = new Map<number, readonly DocumentBlock[]>();
  /** Known documents to which records are being added; their blocks are made again when somebody looks. */
  const growing = new Map<string, Growing>();

  function* settling(): Work<void> {
    const total = growing.size;
    for (const [documentId, one] of growing) {
      const done = total - growing.size;
      one.making ??= one.draft.finish(one.units, one.document);
      const block = yield* asPart(one.making, done / total, (done + 0.8) / total);
      if (growing.get(documentId) !== one) continue; // it was looked at meanwhile, or is gone
      growing.delete(documentId);
      put(block, one.before);
      yield { done: done + 1, total };
    }
  }
  const settle = (): void => finish(settling());
  const drop = (documentId: string): DocumentBlock | undefined => {
    growing.delete(documentId);
    const slot = slotOf.get(documentId);
    const block = slot === undefined ? undefined : slots[slot];
    if (slot === undefined || !block) return undefined;
    slots[slot] = undefined;
    slotOf.delete(documentId);
    for (const key of keysIn(block, symbols)) postings.drop(key);
    sorted = undefined;
    sortedBlocks = new Map();
    if (!come.delete(block)) gone.add(block);
    return block;
  };
  /** Replaces an earlier block, whose keys stand in the lists already. */
  const put = (block: DocumentBlock, before?: DocumentBlock): void => {
    const known = before && slotOf.get(before.documentId);
    const slot = known ?? slots.length;
    slots[slot] = block;
    slotOf.set(block.documentId, slot);
    const listed = new Set(before && keysIn(before, symbols));
    for (const key of keysIn(block, symbols)) if (!listed.delete(key)) postings.add(key, slot);
    for (const key of listed) postings.drop(key);
    if (before && !come.delete(before)) gone.add(before);
    sorted = undefined;
    sortedBlocks = new Map();
    come.add(block);
  };
  return {
    symbols,
    blocks() {
      settle();
      return (sorted ??= slots.filter((block) => block !== undefined).sort(byDocument));
    },
    block(documentId) {
      settle();
      return slots[slotOf.get(documentId) ?? -1];
    },
    add({ documentId, rows, units, document }) {
      if (growing.get(documentId)?.making) settle(); // it takes no more
      const before = slots[slotOf.get(documentId) ?? -1];
      const draft = growing.get(documentId)?.draft ?? draftBlock(documentId, symbols, before);
      draft.add(rows);
      if (before) growing.set(documentId, { draft, before, units, ...(document && { document }) });
      else put(finish(draft.finish(units, document)));
    },
    load() {
      const drafts = new Map<string, BlockDraft>();
      const draftOf = (documentId: string): BlockDraft => {
        const draft = drafts.get(documentId) ?? draftBlock(documentId, symbols);
        drafts.set(documentId, draft);
        return draft;
      };
      return {
        add(rows) {
          for (const [documentId, own] of groupBy(rows, (row) => row.document_id)) draftOf(documentId).add(own);
        },
        *finish(of) {
          const total = drafts.size;
          for (const [documentId, draft] of drafts) {
            drafts.delete(documentId);
            const { units, document } = of(documentId);
            put(yield* draft.finish(units, document));
            yield { done: total - drafts.size, total };
          }
        },
      };
    },
    remove: (documentId) => void drop(documentId),
    holding(key) {
      settle();
      const known = sortedBlocks.get(key);
      if (known) return known;
      const found = [...new Set(postings.of(key))].flatMap((slot) => slots[slot] ?? []).sort(byDocument);
      if (found.length > MANY) sortedBlocks.set(key, found);
      return found;
    },
    documentsOf(key) {
      settle();
      return postings.count(key);
    },
    recordsOf(key, block) {
      const [from, to] = mentionRange(block, key);
      const rows: CountedRecord[] = [];
      for (let at = from; at < to; at++) rows.push(mentionRecord(block, block.byKey[at] ?? 0, symbols));
      const text = symbols.keys.text(key);
      const others = block.current.filter((row) => row.key === text);
      return others.length > 0 ? sortForReading([...rows, ...others], block) : rows;
    },
    settle: settling,
    takeChanges() {
      settle();
      const changes = { come: [...come], gone: [...gone] };
      come = new Set();
      gone = new Set();
      return changes;
    },
  };
}

/** A block of a document on its way to be made again. */
interface Growing extends Pick<IncomingRecords, 'units' | 'document'> {
  readonly draft: BlockDraft;
  readonly before: DocumentBlock;
  /** Once it has begun. */
  making?: Work<DocumentBlock>;
}

/** Documents from which on it is worth keeping them sorted. */
const MANY = 8;

/** Sorts records of one document by text unit, no-model ones first; those of one reading keep their order. */
export function sortForReading(rows: readonly CountedRecord[], block: DocumentBlock): readonly CountedRecord[] {
  const startOf = new Map(block.unitIds.map((id, unit) => [id, block.unitStarts[unit] ?? 0]));
  const start = (row: CountedRecord): number => startOf.get(row.text_unit_id) ?? 0;
  return rows.toSorted((a, b) => start(a) - start(b) || layerOrder(a, b));
}

const byDocument = (a: DocumentBlock, b: DocumentBlock): number => (a.documentId < b.documentId ? -1 : 1);

/** Every key that a block mentions or states, once. */
export function keysIn({ byKey, mentions, others }: DocumentBlock, { keys }: RecordSymbols): readonly number[] {
  const found = createIntList();
  for (const at of byKey) {
    const key = mentions.key[at] ?? 0;
    if (found.length === 0 || found.data[found.length - 1] !== key) found.push(key);
  }
  const mentioned = found.take();
  if (others.length === 0) return [...mentioned];
  const stated = others.flatMap(({ key, target_key }) => (target_key === null ? [key] : [key, target_key]));
  return [...new Set([...mentioned, ...stated.map((key) => keys.of(key))])];
}

interface KeyPostings {
  add(key: number, slot: number): void;
  /** Takes note that one slot of a key is empty now. */
  drop(key: number): void;
  count(key: number): number;
  /** The slots of a key, the last one first. */
  of(key: number): readonly number[];
}

/** The slots of blocks by key, as linked lists in typed arrays. */
function keyPostings(): KeyPostings {
  let heads = new Int32Array(1024).fill(-1);
  const slots = createIntList(1024);
  const next = createIntList(1024);
  let counts = new Int32Array(1024);
  return {
    drop: (key) => void (counts[key] = (counts[key] ?? 0) - 1),
    count: (key) => counts[key] ?? 0,
    add(key, slot) {
      heads = grownInts(heads, key + 1, -1);
      counts = grownInts(counts, key + 1);
      counts[key] = (counts[key] ?? 0) + 1;
      slots.push(slot);
      next.push(heads[key] ?? -1);
      heads[key] = slots.length - 1;
    },
    of(key) {
      const found: number[] = [];
      for (let at = heads[key] ?? -1; at >= 0; at = next.data[at] ?? -1) found.push(slots.data[at] ?? 0);
      return found;
    },
  };
}
