import { memoryConversations } from '../../src/adapters/storage/idb/memory-conversations';
import { memoryQuestions } from '../../src/adapters/storage/idb/memory-records';
import { ParseError, StorageError } from '../../src/core/errors';
import type {
  BlobStore,
  CollectionRecord,
  Collections,
  TableChange,
  TableStore,
} from '../../src/core/ports/collections';
import {
  type Conversation,
  type ConversationStore,
  type QuestionStore,
  wholeConversations,
} from '../../src/core/conversations/conversations';
import type { IndexState } from '../../src/core/ports/index-state';
import { FORMAT_VERSION, TABLES, type TableName, type TableOf, type TableRow } from '../../src/core/tables/tables';
import { applyPatch, type TablePatch } from '../../src/core/tables/table-patch';
import { emptyValue, type Column } from '../../src/core/tables/schema';
import { changedVectors, memoryVectors, type MemoryVector } from './memory-vectors';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<TableName, readonly Row[]>>;

interface Generation {
  readonly number: number;
  readonly tables: Tables;
  readonly vectors: readonly MemoryVector[];
  readonly state: IndexState;
}

interface Stored {
  record: CollectionRecord;
  current: Generation;
  writer: object | null;
  readonly blobs: Map<string, Blob>;
  image?: Uint8Array<ArrayBuffer>;
  overview?: Uint8Array<ArrayBuffer>;
  positions?: Uint8Array<ArrayBuffer>;
}

const TABLE_NAMES = Object.keys(TABLES) as TableName[];
const OWNER: Partial<Record<TableName, string>> = {
  documents: 'id',
  text_units: 'document_id',
  extractions: 'document_id',
};

const EMPTY_STATE: IndexState = {
  pending: [],
  failed: [],
  derived: true,
  counters: {},
  parameters: {},
  method: 'fast',
};

export interface MemoryStorage {
  readonly collections: Collections;
  readonly conversations: ConversationStore;
  readonly questions: QuestionStore;
  /** As if the tab that writes were gone: what it has open writes nothing any more, and the next one to open may. */
  kill(): void;
}

/** Storage in memory with the semantics of the real one: generations, atomic commits, one writer, derived columns empty. */
export function memoryStorage(): MemoryStorage {
  const stored = new Map<string, Stored>();
  const isThere = (collection: string): boolean => stored.has(collection);
  const questions = memoryQuestions(isThere);
  const conversations = memoryConversations(isThere, questions);
  const listeners = new Set<readonly [string, () => void]>();
  const announce = (id: string): void => listeners.forEach(([wanted, callback]) => wanted === id && callback());
  let ticks = 0;
  const now = (): number => Date.UTC(2026, 0, 1) + ticks++;
  const find = (id: string): Stored => {
    const found = stored.get(id);
    if (!found) throw new StorageError('This collection is no longer here.', { detail: id });
    return found;
  };
  const add = (id: string, name: string, current: Generation, blobs: Map<string, Blob>): CollectionRecord => {
    if (stored.has(id)) throw new StorageError('A collection with this id is already here.', { detail: id });
    const record = { id, name, created: now(), opened: now() };
    stored.set(id, { record, current, writer: null, blobs });
    return record;
  };
  const drop = async (id: string): Promise<void> => {
    stored.delete(id);
    conversations.removeOf(id);
  };
  const collections: Collections = {
    list: async () => [...stored.values()].map((one) => one.record).sort((a, b) => b.opened - a.opened),
    create: async (name, first) => {
      const begun = firstGeneration();
      const generation = first ? { ...applyChange(begun, first), number: begun.number } : begun;
      return add(crypto.randomUUID(), name, generation, new Map());
    },
    rename: async (id, name) => {
      const one = find(id);
      one.record = { ...one.record, name };
    },
    remove: drop,
    touch: async (id) => {
      const one = find(id);
      one.record = { ...one.record, opened: now() };
    },
    open: async (id) => {
      const one = find(id);
      return { tables: memoryTables(one, () => announce(id)), blobs: memoryBlobs(one.blobs) };
    },
    save: async (id) => saveCopy(find(id), await wholeConversations(conversations, id)),
    load: async (copy, options) => {
      const { name, generation, blobs, turns } = await loadCopy(copy);
      options.signal?.throwIfAborted();
      const record = add(options.id ?? crypto.randomUUID(), options.rename?.(name) ?? name, generation, blobs);
      for (const one of turns) await conversations.put({ ...one, id: crypto.randomUUID(), collection: record.id });
      return record;
    },
    eraseEverything: async () => {
      for (const id of [...stored.keys()]) await drop(id);
    },
    contents: async (id) => {
      const { current, blobs } = find(id);
      const { documents, notes } = current.tables;
      const talks = await conversations.list(id);
      return { documents: documents.length, originals: blobs.size, conversations: talks.length, notes: notes.length };
    },
    onNews: (id, callback) => {
      const listener = [id, callback] as const;
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    usage: async () => ({
      used: [...stored.values()].flatMap((one) => [...one.blobs.values()]).reduce((sum, blob) => sum + blob.size, 0),
      quota: 1e9,
      persisted: false,
      inMemory: false,
    }),
  };
  const kill = (): void => {
    for (const one of stored.values()) one.writer = null;
  };
  return { collections, conversations, questions, kill };
}

function firstGeneration(): Generation {
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, []])) as unknown as Tables;
  return { number: 0, tables, vectors: [], state: EMPTY_STATE };
}

function memoryTables(one: Stored, announce: () => void): TableStore {
  const me = {};
  let closed = false;
  let mine = one.current;
  one.writer ??= me;
  const writable = (): boolean => !closed && one.writer === me;
  return {
    get writable() {
      return writable();
    },
    get generation() {
      return mine.number;
    },
    get state() {
      return mine.state;
    },
    vectors: memoryVectors(() => mine.vectors),
    image: {
      read: async () => one.image?.slice(),
      write: async (image, signal) => {
        if (!signal.aborted && writable()) one.image = image.slice();
      },
    },
    overview: {
      read: async () => one.overview?.slice(),
      write: async (bytes, signal) => {
        if (!signal.aborted && writable()) one.overview = bytes.slice();
      },
    },
    positions: {
      read: async () => one.positions?.slice(),
      write: async (bytes, signal) => {
        if (!signal.aborted && writable()) one.positions = bytes.slice();
      },
    },
    read: async <N extends TableName>(table: N) => mine.tables[table] as readonly TableRow<N>[],
    readTables: async <N extends TableName>(names: readonly N[]) =>
      Object.fromEntries(names.map((name) => [name, mine.tables[name]])) as unknown as {
        readonly [T in N]: TableOf<T>;
      },
    findDamage: async () => [],
    readParts: async (table, take) => take(mine.tables[table] as Parameters<typeof take>[0]),
    commit: async (change) => {
      if (!writable()) throw new StorageError('Another tab is writing to this collection.');
      mine = one.current = applyChange(mine, change);
      if ((change.removeDocuments ?? []).length > 0) {
        delete one.image;
        delete one.overview;
      }
      announce();
    },
    refresh: async () => {
      const could = writable();
      if (!closed) one.writer ??= me;
      const changed = mine !== one.current || could !== writable();
      mine = one.current;
      return changed;
    },
    close: async () => {
      if (one.writer === me) one.writer = null;
      closed = true;
    },
  };
}

function applyChange(old: Generation, change: TableChange): Generation {
  const removed = new Set(change.removeDocuments);
  const tables = TABLE_NAMES.map((name) => {
    const owner = OWNER[name];
    const replaced = change.replace?.[name];
    const stay = owner ? old.tables[name].filter((row) => !removed.has(String(row[owner]))) : old.tables[name];
    const added = change.append?.[name] ?? [];
    const patch = (change.patch as Partial<Record<TableName, TablePatch<Row>>> | undefined)?.[name];
    const kept = patch ? applyPatch(stay, { ...patch, rows: patch.rows.map((row) => onDisk(name, row)) }) : stay;
    return [
      name,
      [...(replaced ? replaced.map((row) => onDisk(name, row)) : kept), ...added.map((row) => onDisk(name, row))],
    ];
  });
  return {
    number: old.number + 1,
    tables: Object.fromEntries(tables) as Tables,
    vectors: changedVectors(old.vectors, change),
    state: { ...old.state, ...structuredClone(change.state ?? {}) },
  };
}

function onDisk(name: TableName, row: Row): Row {
  const columns: [string, Column][] = Object.entries(TABLES[name]);
  return Object.fromEntries(
    columns.map(([name, column]) => [name, column.derived ? emptyValue(column) : structuredClone(row[name] ?? null)]),
  );
}

function memoryBlobs(blobs: Map<string, Blob>): BlobStore {
  return {
    has: async (hash) => blobs.has(hash),
    put: async (hash, bytes) => void blobs.set(hash, bytes),
    get: async (hash) => blobs.get(hash),
    sweep: async (keep) => {
      for (const hash of [...blobs.keys()]) if (!keep.has(hash)) blobs.delete(hash);
    },
  };
}

async function saveCopy(one: Stored, turns: readonly Conversation[]): Promise<Blob> {
  const blobs: [string, string][] = [];
  for (const [hash, blob] of one.blobs) blobs.push([hash, Buffer.from(await blob.arrayBuffer()).toString('base64')]);
  const copy = { format: FORMAT_VERSION, name: one.record.name, generation: one.current, blobs, turns };
  return new Blob([JSON.stringify(copy)]);
}

async function loadCopy(copy: Blob): Promise<{
  readonly name: string;
  readonly generation: Generation;
  readonly blobs: Map<string, Blob>;
  readonly turns: readonly Conversation[];
}> {
  const read = parseCopy(await copy.text());
  const blobs = new Map(read.blobs.map(([hash, base64]) => [hash, new Blob([Buffer.from(base64, 'base64')])]));
  return { name: read.name, generation: read.generation, blobs, turns: read.turns };
}

function parseCopy(text: string): {
  readonly name: string;
  readonly generation: Generation;
  readonly blobs: readonly [string, string][];
  readonly turns: readonly Conversation[];
} {
  try {
    const value = JSON.parse(text);
    if (value.format === FORMAT_VERSION) return value;
    throw new Error(`format ${String(value.format)}`);
  } catch (cause) {
    throw new ParseError('This file is not a saved copy of a collection.', { cause });
  }
}

/** The same storage, whose open tables have some methods in place of their own. */
export function withTables(
  storage: MemoryStorage,
  replacing: (tables: TableStore) => Partial<TableStore>,
): MemoryStorage {
  const open: Collections['open'] = async (id) => {
    const { tables, blobs } = await storage.collections.open(id);
    const methods = Object.entries(replacing(tables)).map(([name, value]) => [name, { value }] as const);
    return { blobs, tables: Object.create(tables, Object.fromEntries(methods)) as TableStore };
  };
  return { ...storage, collections: { ...storage.collections, open } };
}
