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

/** Records on their way in. Nothing of them is there until they are finished. */
interface RecordLoader {
  add(rows: Iterable<ExtractionRow>): void;
  finish(of: (documentId: string) => Pick<IncomingRecords, 'units' | 'document'>): Work<void>;
}

interface RecordChanges {
  readonly come: readonly DocumentBlock[];
  readonly gone: readonly DocumentBlock[];
}

/** The records of a collection by document, with the documents of each key. None at first. Memory is about 40 bytes per mention. */
export class Records {
  readonly symbols: RecordSymbols = {
    keys: createSymbols(),
    titles: createSymbols(),
    types: createSymbols(),
    attributes: createSymbols(),
  };
  readonly #slots: (DocumentBlock | undefined)[] = [];
  readonly #slotOf = new Map<string, number>();
  readonly #postings = keyPostings();
  #come = new Set<DocumentBlock>();
  #gone = new Set<DocumentBlock>();
  #sorted: readonly DocumentBlock[] | undefined;
  /** The sorted blocks of keys that are in many documents. */
  #sortedBlocks = new Map<number, readonly DocumentBlock[]>();
  /** Known documents to which records are being added; their blocks are made again when somebody looks. */
  readonly #growing = new Map<string, Growing>();

  /** All blocks, in the order of their document ids. */
  blocks(): readonly DocumentBlock[] {
    this.#settleNow();
    return (this.#sorted ??= this.#slots.filter((block) => block !== undefined).sort(byDocument));
  }

  block(documentId: string): DocumentBlock | undefined {
    this.#settleNow();
    return this.#slots[this.#slotOf.get(documentId) ?? -1];
  }

  /** Takes records in. Those of a known document are added to what is there, and looked at when somebody asks next. */
  add({ documentId, rows, units, document }: IncomingRecords): void {
    if (this.#growing.get(documentId)?.making) this.#settleNow(); // it takes no more
    const before = this.#slots[this.#slotOf.get(documentId) ?? -1];
    const draft = this.#growing.get(documentId)?.draft ?? draftBlock(documentId, this.symbols, before);
    draft.add(rows);
    if (before) this.#growing.set(documentId, { draft, before, units, ...(document && { document }) });
    else this.#put(finish(draft.finish(units, document)));
  }

  /** Examines new blocks in steps, ahead of a question. Unfinished work continues the next time. */
  *settle(): Work<void> {
    const total = this.#growing.size;
    for (const [documentId, one] of this.#growing) {
      const done = total - this.#growing.size;
      one.making ??= one.draft.finish(one.units, one.document);
      const block = yield* asPart(one.making, done / total, (done + 0.8) / total);
      if (this.#growing.get(documentId) !== one) continue; // it was looked at meanwhile, or is gone
      this.#growing.delete(documentId);
      this.#put(block, one.before);
      yield { done: done + 1, total };
    }
  }

  /** Begins to take in records of many documents, in any order, as when they are read from the disk. */
  load(): RecordLoader {
    const drafts = new Map<string, BlockDraft>();
    const { symbols } = this;
    const put = (block: DocumentBlock): void => this.#put(block);
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
  }

  /** Takes a document out; nothing for an unknown one. */
  remove(documentId: string): void {
    this.#growing.delete(documentId);
    const slot = this.#slotOf.get(documentId);
    const block = slot === undefined ? undefined : this.#slots[slot];
    if (slot === undefined || !block) return;
    this.#slots[slot] = undefined;
    this.#slotOf.delete(documentId);
    for (const key of keysIn(block, this.symbols)) this.#postings.drop(key);
    this.#sorted = undefined;
    this.#sortedBlocks = new Map();
    if (!this.#come.delete(block)) this.#gone.add(block);
  }

  /** The documents that mention a key, or state anything of it, in the order of their ids. */
  holding(key: number): readonly DocumentBlock[] {
    this.#settleNow();
    const known = this.#sortedBlocks.get(key);
    if (known) return known;
    const slots = [...new Set(this.#postings.of(key))];
    const found = slots.flatMap((slot) => this.#slots[slot] ?? []).sort(byDocument);
    if (found.length > MANY) this.#sortedBlocks.set(key, found);
    return found;
  }

  /** Counts the documents that `holding` names. */
  documentsOf(key: number): number {
    this.#settleNow();
    return this.#postings.count(key);
  }

  /** The current records of a key in one document, in reading order. */
  recordsOf(key: number, block: DocumentBlock): readonly CountedRecord[] {
    const { symbols } = this;
    const [from, to] = mentionRange(block, key);
    const rows: CountedRecord[] = [];
    for (let at = from; at < to; at++) rows.push(mentionRecord(block, block.byKey[at] ?? 0, symbols));
    const text = symbols.keys.text(key);
    const others = block.current.filter((row) => row.key === text);
    return others.length > 0 ? sortForReading([...rows, ...others], block) : rows;
  }

  /** Blocks that came and went since this was last asked. */
  takeChanges(): RecordChanges {
    this.#settleNow();
    const changes = { come: [...this.#come], gone: [...this.#gone] };
    this.#come = new Set();
    this.#gone = new Set();
    return changes;
  }

  #settleNow(): void {
    if (this.#growing.size > 0) finish(this.settle());
  }

  /** Replaces an earlier block, whose keys stand in the lists already. */
  #put(block: DocumentBlock, before?: DocumentBlock): void {
    const known = before && this.#slotOf.get(before.documentId);
    const slot = known ?? this.#slots.length;
    this.#slots[slot] = block;
    this.#slotOf.set(block.documentId, slot);
    const listed = new Set(before && keysIn(before, this.symbols));
    for (const key of keysIn(block, this.symbols)) if (!listed.delete(key)) this.#postings.add(key, slot);
    for (const key of listed) this.#postings.drop(key);
    if (before && !this.#come.delete(before)) this.#gone.add(before);
    this.#sorted = undefined;
    this.#sortedBlocks = new Map();
    this.#come.add(block);
  }
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
