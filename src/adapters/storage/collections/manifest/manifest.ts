import { StorageError } from '../../../../core/errors';
import { isMessage, message, type Message } from '../../../../core/message';
import type { IndexState, PendingSource } from '../../../../core/ports/index-state';
import { FORMAT_VERSION, TABLES, type TableName } from '../../../../core/tables/tables';
import type { VectorField } from '../../../../core/vectors/vector-store';
import { isRecord } from '../../../../core/shapes/read-fields';
import { MIGRATIONS, type Migration, migratedState } from '../../migrations/manifest-migrations';

/** Contents of a collection on disk, in one file that is moved into place last. */
export interface Manifest {
  readonly format: number;
  readonly generation: number;
  readonly name: string;
  readonly created: number;
  readonly shards: { readonly [N in TableName]?: readonly Shard[] };
  /** Missing where nothing was ever embedded. */
  readonly vectors?: readonly VectorShard[];
  readonly state: IndexState;
  /** True while shards may have words of removed documents, in rows that patches have replaced or removed. */
  readonly purge?: boolean;
  /** Files that a reader of an older generation may still need. */
  readonly retired: readonly RetiredFile[];
  /** Names of files of tables that could not be read when the manifest was rebuilt. They stay until a document is removed. */
  readonly unreadable?: readonly string[];
}

/** One Parquet file of a table. */
export interface Shard {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Generation that wrote it. */
  readonly born: number;
  /** Documents that own its rows, for tables whose rows belong to documents. */
  readonly documents?: readonly string[];
  /** Sources of its documents, for the table of documents; missing in files of earlier formats. */
  readonly sources?: readonly PendingSource[];
  /**
   * Effect on the shards before it: its rows replace rows with their ids or come last, or the rows of its ids are
   * removed. Missing: none.
   */
  readonly patch?: 'rows' | 'removed';
}

/** One file of vectors of one field and model; `documents` as for tables. */
export interface VectorShard extends Shard {
  readonly field: VectorField;
  readonly model: string;
  readonly dims: number;
}

export interface RetiredFile {
  readonly file: string;
  readonly born: number;
  /** Last generation that used it. */
  readonly last: number;
}

export const MANIFEST = 'manifest.json';
export const TABLES_FOLDER = 'tables';
export const SOURCES_FOLDER = 'sources';
export const VECTORS_FOLDER = 'vectors';
export const LISTS_FOLDER = 'lists';
/** A mark in the folder of a collection that is being made or removed: without a manifest, what lies there is nobody's. */
export const UNFINISHED = 'unfinished';

export const EMPTY_STATE: IndexState = {
  pending: [],
  failed: [],
  derived: true,
  counters: {},
  parameters: {},
  method: 'fast',
};

/** Generation 0: no rows. */
export function emptyManifest(name: string, created: number): Manifest {
  return { format: FORMAT_VERSION, generation: 0, name, created, shards: {}, state: EMPTY_STATE, retired: [] };
}

/** Bytes to a manifest of the present format. Throws StorageError for a damaged or newer one. */
export function parseManifest(
  bytes: Uint8Array,
  migrations: readonly Migration[] = MIGRATIONS,
  current: number = FORMAT_VERSION,
): Manifest {
  return manifestOf(parseObject(bytes), migrations, current);
}

/** A manifest of any known format as one of the present format. Throws StorageError for a damaged or newer one. */
export function manifestOf(
  value: Readonly<Record<string, unknown>>,
  migrations: readonly Migration[] = MIGRATIONS,
  current: number = FORMAT_VERSION,
): Manifest {
  const format = value['format'];
  if (typeof format !== 'number' || !Number.isInteger(format) || format < 1)
    throw damagedManifest(message`it names no format`);
  refuseNewer(value, current);
  const migrated = migrations.slice(format - 1, current - 1).reduce((older, migrate) => migrate(older), value);
  const manifest = checkManifest({ ...migrated, format: current });
  return { ...manifest, state: migratedState(manifest.state) };
}

/** Throws StorageError for a manifest of a newer format. Its seal and its lists may be laid out in other ways, so this comes before both. */
export function refuseNewer({ format }: Readonly<Record<string, unknown>>, current: number = FORMAT_VERSION): void {
  if (typeof format !== 'number' || format <= current) return;
  throw new StorageError(
    message`This collection was written by a newer Burrow (format ${format}; this one reads up to ${current}). Reload the page to get the newer version; nothing was changed.`,
    { traits: ['says what was kept'] },
  );
}

/** A manifest as the bytes of one file, as it is in a saved copy. What could not be read again is never written: it throws instead. */
export function manifestBytes(manifest: Manifest): Uint8Array {
  checkManifest({ ...manifest });
  return new TextEncoder().encode(JSON.stringify(manifest));
}

/** The object in a JSON file of a manifest. Throws StorageError. */
export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(value)) return value;
  } catch (cause) {
    throw damagedManifest(message`it is not JSON`, cause);
  }
  throw damagedManifest(message`it is not an object`);
}

/** The value as a manifest. Throws StorageError unless it is one. */
export function checkManifest(value: Readonly<Record<string, unknown>>): Manifest {
  const { generation, name, created, shards, vectors = [], state, retired } = value;
  if (!isCount(generation) || typeof name !== 'string' || typeof created !== 'number')
    throw damagedManifest(message`its head`);
  if (!isRecord(shards) || !Object.entries(shards).every(([table, list]) => isShardList(table, list))) {
    throw damagedManifest(message`its list of shards`);
  }
  if (!Array.isArray(vectors) || !vectors.every(isVectorShard)) throw damagedManifest(message`its list of vectors`);
  if (!isState(state)) throw damagedManifest(message`its state`);
  if (![undefined, true, false].includes(value['purge'] as undefined)) throw damagedManifest(message`its head`);
  if (!Array.isArray(retired) || !retired.every(isRetired)) throw damagedManifest(message`its list of retired files`);
  const { unreadable = [] } = value;
  if (!Array.isArray(unreadable) || !unreadable.every(isFileName))
    throw damagedManifest(message`its list of retired files`);
  return value as unknown as Manifest;
}

function isState(value: unknown): value is IndexState {
  if (!isRecord(value)) return false;
  const { pending, failed, offered = [], reindex = [], derived, counters, parameters, method, embedding } = value;
  const { made = {}, runRecords = [], stepTimes = {} } = value;
  return (
    Array.isArray(runRecords) &&
    runRecords.every(isRecord) &&
    isRecord(stepTimes) &&
    Array.isArray(reindex) &&
    reindex.every((id) => typeof id === 'string') &&
    isRecord(made) &&
    Object.values(made).every(isCount) &&
    isSourceList(pending) &&
    isSourceList(offered) &&
    Array.isArray(failed) &&
    failed.every((one) => isRecord(one) && typeof one['path'] === 'string' && isMessage(one['reason'])) &&
    typeof derived === 'boolean' &&
    isRecord(counters) &&
    Object.values(counters).every(isCount) &&
    isRecord(parameters) &&
    Object.values(parameters).every(isRecord) &&
    typeof method === 'string' &&
    (embedding === undefined || isEmbedding(embedding))
  );
}

function isEmbedding(value: unknown): boolean {
  if (!isRecord(value) || typeof value['model'] !== 'string') return false;
  const { made = {} } = value;
  return isRecord(made) && Object.values(made).every(Number.isFinite);
}

function isSourceList(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.every((one) => isRecord(one) && typeof one['path'] === 'string' && isHash(one['byte_hash']))
  );
}

function isShardList(table: string, list: unknown): boolean {
  return Object.hasOwn(TABLES, table) && Array.isArray(list) && list.every((shard) => isShard(table, shard));
}

function isShard(table: string, value: unknown): boolean {
  if (!isRecord(value) || !isShardFile(table, value['file']) || !isCounted(value)) return false;
  const { patch, sources = [] } = value;
  return [undefined, 'rows', 'removed'].includes(patch as undefined) && isSourceList(sources);
}

function isVectorShard(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { file, field, model, dims } = value;
  return (
    typeof file === 'string' &&
    /^[a-z_]+\.\d{6,}(\.\d+)?\.vectors$/.test(file) &&
    typeof field === 'string' &&
    file.startsWith(`${field}.`) &&
    typeof model === 'string' &&
    isCount(dims) &&
    dims > 0 &&
    isCounted(value)
  );
}

function isCounted({ rows, bytes, sha256, born, documents }: Readonly<Record<string, unknown>>): boolean {
  return (
    [rows, bytes, born].every(isCount) &&
    isHash(sha256) &&
    (documents === undefined || (Array.isArray(documents) && documents.every((id) => typeof id === 'string')))
  );
}

function isRetired(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { file, born, last } = value;
  return isFileName(file) && isCount(born) && isCount(last);
}

const isFileName = (file: unknown): file is string =>
  typeof file === 'string' && /^[a-z_]+\.[0-9.]+\.(parquet|vectors)$/.test(file);

function isShardFile(table: string, file: unknown): boolean {
  return (
    typeof file === 'string' &&
    file.startsWith(`${table}.`) &&
    /^\d{6,}(\.\d+)?\.parquet$/.test(file.slice(table.length + 1))
  );
}

/** Checks for a SHA-256 in hex, and so a safe file name. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Words for a manifest that cannot be read. */
export function damagedManifest(what: Message, cause?: unknown): StorageError {
  return new StorageError(message`The collection's manifest is damaged: ${what}. A saved copy can be opened instead.`, {
    cause,
    traits: ['damage'],
  });
}

export const PARQUET_ENDING = '.parquet';
export const VECTORS_ENDING = '.vectors';
const CODES_ENDING = '.codes';
export const RETIRED_ENDING = '.retired';

/** The name of a shard's file: `entities.000012.parquet`, and `entities.000012.1.parquet` for the next part of the same generation. */
export function shardFile(stem: string, generation: number, part: number, ending: string): string {
  return `${stem}.${String(generation).padStart(6, '0')}${part === 0 ? '' : `.${String(part)}`}${ending}`;
}

/** Returns the path of a file of tables, vectors or codes in the collection's folder. */
export function pathOf(file: string): string {
  return `${isOfVectors(file) ? VECTORS_FOLDER : TABLES_FOLDER}/${file}`;
}

/** The file beside a file of vectors that holds their codes. No manifest names it, since it can be made again. */
export function codesFileOf(file: string): string {
  return file.slice(0, -VECTORS_ENDING.length) + CODES_ENDING;
}

/** Returns the paths of a file that a manifest names, and of those beside it. */
export function pathsOf(file: string): readonly string[] {
  return file.endsWith(VECTORS_ENDING) ? [pathOf(file), pathOf(codesFileOf(file))] : [pathOf(file)];
}

/**
 * Returns the path of a retired file's mark, which exists while a reader needs that file. It is empty, so that it
 * cannot be damaged.
 */
export const retiredMarkOf = (file: string): string => pathOf(file) + RETIRED_ENDING;

const isOfVectors = (file: string): boolean => file.endsWith(VECTORS_ENDING) || file.endsWith(CODES_ENDING);

/** The highest number in the names of these files. */
export function lastNumber(files: readonly Pick<Shard, 'file'>[]): number {
  return files.reduce((highest, { file }) => Math.max(highest, Number(file.split('.')[1])), 0);
}

/** Every file that a manifest names. */
export function filesOf({ shards, vectors = [] }: Pick<Manifest, 'shards' | 'vectors'>): readonly Shard[] {
  return [...Object.values(shards).flat(), ...vectors];
}
