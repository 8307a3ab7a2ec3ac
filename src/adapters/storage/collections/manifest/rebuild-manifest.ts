import { stableId } from '../../../../core/ids';
import { hasTrait } from '../../../../core/errors';
import { isLong } from '../../../../core/text/text-units';
import { joinMessages, message, type Message } from '../../../../core/message';
import type { FailedSource, IndexState, PendingSource } from '../../../../core/ports/index-state';
import { isByNoModel, isImported } from '../../../../core/provenance';
import { TABLES, type DocumentRow, type TableName, type TableRow } from '../../../../core/tables/tables';
import { sha256Bytes } from '../../../browser-env';
import type { ParquetCodec } from '../../arrow/parquet';
import type { FileStore } from '../../opfs/file-store';
import {
  checkManifest,
  emptyManifest,
  EMPTY_STATE,
  isHash,
  lastNumber,
  type Manifest,
  MANIFEST,
  PARQUET_ENDING,
  pathOf,
  RETIRED_ENDING,
  type Shard,
  SOURCES_FOLDER,
  TABLES_FOLDER,
  VECTORS_ENDING,
  VECTORS_FOLDER,
  type VectorShard,
} from './manifest';
import { readManifestHead } from './manifest-file';
import { describeShard, ownerOf, shardFiles } from '../shards/table-shards';
import { vectorShardOf } from '../vector-files';

/** Facts of a collection besides its files. */
export interface KnownOfCollection {
  readonly name?: string;
  readonly created?: number;
}

interface RebuildOptions {
  readonly files: FileStore;
  readonly codec: ParquetCodec;
  readonly known: KnownOfCollection;
  /** Names of files that were written for it. */
  readonly written: string[];
}

/** The name of a collection whose own is lost. */
export const RECOVERED = 'Recovered collection';

/**
 * A manifest made again from the files in a collection's folder, where neither copy can be read. Nothing is removed.
 * Files that are damaged are left out, and so are retired ones; originals that no document names are queued to be read.
 * The state has a note on the result for a person. Throws StorageError where a file could not be read for another
 * reason than damage, such as too little memory.
 */
export async function rebuildManifest({ files, codec, known, written }: RebuildOptions): Promise<Manifest> {
  const head = headOf(await readManifestHead(files), known);
  const found = await findShards(files);
  const foundVectors = await findFiles(files, VECTORS_FOLDER, VECTORS_ENDING);
  const retired = [...found.retired, ...foundVectors.retired];
  const generation = lastNumber([...found.live, ...[...foundVectors.live, ...retired].map((file) => ({ file }))]);
  const tables = new TableScan({ files, codec, written, generation: generation + 1 });
  for (const table of TABLE_ORDER) await tables.take(table, found.live);
  const vectors = await vectorShards(files, foundVectors.live);
  const originals = await findOriginals(files, tables.originals);
  const state = stateOf(head.state, tables, originals);
  const rebuilt: Manifest = {
    ...emptyManifest(head.name ?? RECOVERED, head.created ?? tables.firstCreated),
    generation: Math.max(generation + 1, head.generation),
    shards: tables.shards,
    ...(vectors.length > 0 && { vectors }),
    ...(tables.unreadable.length > 0 && { unreadable: tables.unreadable.map(({ file }) => file) }),
    retired: retired.map((file) => ({ file, born: 0, last: generation })), // a reader may need them still
    state: { ...state, failed: [...state.failed, noteOn(head, tables, originals)] },
  };
  return checkManifest({ ...rebuilt });
}

/** Rest of a manifest that can still be read but for its lists, or facts that are known without it. */
interface Head extends KnownOfCollection {
  readonly generation: number;
  /** Undefined where it could not be read. */
  readonly state: Partial<IndexState> | undefined;
}

function headOf(value: Readonly<Record<string, unknown>> | undefined, known: KnownOfCollection): Head {
  if (!value) return { ...known, generation: 0, state: undefined };
  try {
    const whole = {
      ...value,
      shards: {},
      vectors: [],
      retired: [],
      state: { ...EMPTY_STATE, ...(value['state'] as object) },
    };
    const { name, created, generation, state } = checkManifest(whole);
    return { name, created, generation, state };
  } catch (error) {
    if (!hasTrait(error, 'damage')) throw error;
    return { ...known, generation: 0, state: undefined };
  }
}

/** Documents come first, since rows of other tables belong to them. */
const TABLE_ORDER = [
  'documents',
  ...(Object.keys(TABLES) as TableName[]).filter((table) => table !== 'documents'),
] as const;

/** A file whose name is one of a table's. */
interface FoundShard {
  readonly file: string;
  readonly table: TableName;
}

/** Names of files in the order in which they were written. */
interface FoundFiles<T = string> {
  readonly live: readonly T[];
  /** Files whose rows have been removed or replaced. */
  readonly retired: readonly string[];
}

async function findFiles(files: FileStore, folder: string, ending: string): Promise<FoundFiles> {
  const names = new Set((await files.list(folder)).map(({ name }) => name));
  const found = [...names].filter((name) => isNumbered(name, ending)).toSorted(orderOf);
  const isRetired = (name: string): boolean => names.has(name + RETIRED_ENDING);
  return { live: found.filter((name) => !isRetired(name)), retired: found.filter(isRetired) };
}

async function findShards(files: FileStore): Promise<FoundFiles<FoundShard>> {
  const { live, retired } = await findFiles(files, TABLES_FOLDER, PARQUET_ENDING);
  const shards = live.flatMap((file): FoundShard[] => {
    const [stem = ''] = file.split('.');
    return Object.hasOwn(TABLES, stem) ? [{ file, table: stem as TableName }] : [];
  });
  return { live: shards, retired };
}

const isNumbered = (name: string, ending: string): boolean =>
  name.endsWith(ending) && /^[a-z_]+\.\d{6,}(\.\d+)?$/.test(name.slice(0, -ending.length));

/** By generation, then by part: `entities.000012.1.parquet` comes after `entities.000012.parquet`. */
function orderOf(one: string, other: string): number {
  const [, generation = '', part = ''] = one.split('.');
  const [, otherGeneration = '', otherPart = ''] = other.split('.');
  return Number(generation) - Number(otherGeneration) || (Number(part) || 0) - (Number(otherPart) || 0);
}

/** Reads the files of tables once and gathers their entries for a manifest. */
class TableScan {
  readonly shards: { [N in TableName]?: readonly Shard[] } = {};
  readonly counters: Record<string, number> = {};
  /** Files that could not be read. */
  readonly unreadable: FoundShard[] = [];
  /** Milliseconds since 1970 at which the first document was added; 0 without any. */
  firstCreated = 0;
  /** Rows of the notebook. */
  notes = 0;
  /** Layers of the records. */
  readonly layers = new Set<string>();
  /** The highest number of a community. */
  lastCommunity = -1;
  /** Hashes of the originals that documents name. */
  readonly originals = new Set<string>();
  readonly #options: Omit<RebuildOptions, 'known'> & { readonly generation: number };
  /** By document: the length of its text, and whether it was made in parts. */
  readonly #documents = new Map<string, { readonly length: number; readonly inParts: boolean }>();
  /** By document: where its last text unit ends. */
  readonly #ends = new Map<string, number>();

  constructor(options: Omit<RebuildOptions, 'known'> & { readonly generation: number }) {
    this.#options = options;
  }

  get documents(): number {
    return this.#documents.size;
  }

  /** Documents whose passages and records are to be made again from their text. */
  get toMakeAgain(): readonly string[] {
    const all = [...this.#documents];
    if (this.unreadable.some(({ table }) => table === 'text_units' || table === 'extractions'))
      return all.map(([id]) => id);
    const isWhole = (
      id: string,
      { length, inParts }: { readonly length: number; readonly inParts: boolean },
    ): boolean => {
      const end = this.#ends.get(id);
      return end === undefined ? length === 0 : !inParts || end >= length;
    };
    return all.filter(([id, text]) => !isWhole(id, text)).map(([id]) => id);
  }

  /** Takes the files of a table into the manifest. */
  async take(table: TableName, found: readonly FoundShard[]): Promise<void> {
    const own = found.filter((one) => one.table === table);
    const shards = ownerOf(table) ? await this.#takeOwned(table, own) : await this.#takePatched(table, own);
    if (shards.length > 0) this.shards[table] = shards;
  }

  /**
   * Files of tables whose rows belong to documents. A row that a newer file has too, such as after a crash while files
   * were written together, counts once; rows of documents that are not there do not count. What is left of such a file
   * is written again.
   */
  async #takeOwned<N extends TableName>(table: N, found: readonly FoundShard[]): Promise<readonly Shard[]> {
    const owner = ownerOf(table) ?? (() => '');
    const seen = new Set<string>();
    const shards: Shard[] = [];
    for (const one of found.toReversed()) {
      const read = await this.#read(table, one);
      if (!read) continue;
      const keys = read.rows.map((row) => keyOf(row));
      const stays = read.rows.filter(
        (row, at) => !seen.has(keys[at] ?? '') && (table === 'documents' || this.#documents.has(owner(row))),
      );
      for (const key of keys) seen.add(key);
      this.#note(table, stays);
      if (stays.length === read.rows.length) shards.unshift(read.shard);
      else if (stays.length > 0) shards.unshift(...(await this.#write(table, stays)));
    }
    return shards;
  }

  /** Files of tables whose later rows take the place of earlier ones of the same id. */
  async #takePatched<N extends TableName>(table: N, found: readonly FoundShard[]): Promise<readonly Shard[]> {
    const shards: Shard[] = [];
    for (const one of found) {
      const read = await this.#read(table, one);
      if (!read || (shards.length === 0 && read.shard.patch === 'removed')) continue;
      this.#note(table, read.rows);
      const patch = read.shard.patch ?? (shards.length > 0 ? 'rows' : undefined);
      shards.push(patch ? { ...read.shard, patch } : read.shard);
    }
    return shards;
  }

  async #read<N extends TableName>(
    table: N,
    { file }: FoundShard,
  ): Promise<{ readonly shard: Shard; readonly rows: readonly TableRow<N>[] } | undefined> {
    const { files, codec } = this.#options;
    const bytes = await files.read(pathOf(file));
    if (!bytes) return undefined;
    try {
      return await describeShard(codec, table, { file, born: bornOf(file) }, bytes);
    } catch (error) {
      if (!hasTrait(error, 'damage')) throw error; // memory may have been short: a sound file must not count as damaged
      this.unreadable.push({ file, table });
      return undefined;
    }
  }

  async #write<N extends TableName>(table: N, rows: readonly TableRow<N>[]): Promise<readonly Shard[]> {
    return shardFiles(this.#options).write(table, rows);
  }

  /** Collects the facts of rows for the state. */
  #note<N extends TableName>(table: N, rows: readonly TableRow<N>[]): void {
    for (const row of rows as readonly Readonly<Record<string, unknown>>[]) {
      const number = row['human_readable_id'];
      if (typeof number === 'number') this.counters[table] = Math.max(this.counters[table] ?? 0, number);
      if (table === 'extractions') this.layers.add(String(row['layer']));
      if (table === 'communities') this.lastCommunity = Math.max(this.lastCommunity, Number(row['community']));
    }
    if (table === 'notes') this.notes += rows.length;
    if (table === 'documents') for (const row of rows as readonly DocumentRow[]) this.#noteDocument(row);
    if (table === 'text_units')
      for (const { document_id: id, end } of rows as readonly TableRow<'text_units'>[])
        this.#ends.set(id, Math.max(this.#ends.get(id) ?? 0, end));
  }

  #noteDocument(row: DocumentRow): void {
    this.originals.add(row.byte_hash);
    this.#documents.set(row.id, { length: row.text.trimEnd().length, inParts: isLong(row) });
    const created = Date.parse(row.creation_date);
    if (created > 0 && (this.firstCreated === 0 || created < this.firstCreated)) this.firstCreated = created;
  }
}

const bornOf = (file: string): number => Number(file.split('.')[1]);

/** Identifies a row by its id, or by its whole content. */
const keyOf = (row: object): string => ('id' in row ? String(row.id) : stableId(JSON.stringify(row)));

/** The files of vectors that name their model. */
async function vectorShards(files: FileStore, found: readonly string[]): Promise<readonly VectorShard[]> {
  const shards: VectorShard[] = [];
  for (const file of found) {
    const bytes = await files.read(pathOf(file));
    const field = file.slice(0, file.indexOf('.')) as VectorShard['field'];
    const shard = bytes && (await vectorShardOf({ file, field, born: bornOf(file) }, bytes));
    if (shard) shards.push(shard);
  }
  return shards;
}

/** Originals that no document names. */
interface Originals {
  readonly whole: readonly PendingSource[];
  readonly damaged: readonly FailedSource[];
}

async function findOriginals(files: FileStore, named: ReadonlySet<string>): Promise<Originals> {
  const whole: PendingSource[] = [];
  const damaged: FailedSource[] = [];
  for (const { name: byte_hash } of await files.list(SOURCES_FOLDER)) {
    if (!isHash(byte_hash) || named.has(byte_hash)) continue;
    const bytes = await files.read(`${SOURCES_FOLDER}/${byte_hash}`);
    if (!bytes) continue;
    const path = `Recovered file ${String(whole.length + damaged.length + 1)}`;
    if ((await sha256Bytes(bytes)) === byte_hash) whole.push({ path, byte_hash, byte_size: bytes.length });
    else damaged.push({ path, byte_hash, reason: message`Its bytes have changed on this disk. Add the file again.` });
  }
  return { whole, damaged };
}

function stateOf(kept: Partial<IndexState> | undefined, tables: TableScan, originals: Originals): IndexState {
  const { layers, lastCommunity, counters } = tables;
  const { reindex: _reindex, made: _made, underived: _underived, ...rest } = kept ?? {};
  const isCurated = layers.has('curated');
  const isForeign = [...layers].some(isImported);
  const state = {
    ...EMPTY_STATE,
    ...(isCurated && { method: 'curated' }),
    ...(isForeign && { keptCommunities: lastCommunity }),
  };
  return {
    ...state,
    ...rest,
    counters: highest(counters, rest.counters ?? {}),
    pending: originals.whole,
    failed: originals.damaged,
    offered: [],
    reindex: tables.toMakeAgain,
    derived: false,
    ...(rest.embedding && { embedding: { ...rest.embedding, complete: false } }),
  };
}

function highest(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, Math.max(one[name] ?? 0, other[name] ?? 0)]));
}

/** Notes for a person on found parts, and on parts that could not be named. */
function noteOn(head: Head, tables: TableScan, originals: Originals): FailedSource {
  const note = (reason: Message): FailedSource => ({ path: MANIFEST, byte_hash: '', reason, repaired: true });
  const files = Object.keys(tables.shards).length + tables.unreadable.length;
  if (files + originals.whole.length + originals.damaged.length === 0) return note(NOTHING_LEFT);
  const parts: Message[] = [
    message`The list of this collection's files was lost on this disk, in both copies. The collection was rebuilt from what lies there. Documents: ${tables.documents}. Notes: ${tables.notes}.`,
  ];
  const unnamed = originals.whole.length;
  if (unnamed > 0) parts.push(message`Originals that are read again, without their names: ${unnamed}.`);
  if (tables.unreadable.length > 0)
    parts.push(message`Files of tables that could not be read: ${tables.unreadable.length}.`);
  if (head.name === undefined) parts.push(message`Its name is lost; give it one with Rename.`);
  if (!head.state)
    parts.push(
      message`Its settings are as they were at first, and files that waited to be read are to be added again.`,
    );
  if ([...tables.layers].some((layer) => !isByNoModel(layer) && !isImported(layer)))
    parts.push(message`What a language model read is kept.`);
  return note(joinMessages(...parts));
}

const NOTHING_LEFT = message`The browser's storage has none of this collection's files any more. Its conversations are kept. Add the documents again, or open a saved copy of it.`;
