import { mapConcurrent } from '../../async';
import { ParseError } from '../../errors';
import { message } from '../../message';
import type { SourceFile } from '../../ports/documents';
import type { PendingSource } from '../../ports/index-state';
import type { EngineEnv } from '../env';
import type { Emit, SourceChange } from '../session/index-events';
import type { CollectionStore } from '../collections/collection-store';
import type { OpenCollection } from '../collections/open-collection';
import type { DocumentRow } from '../../tables/tables';
import type { CallOptions } from '../../platform';

/** Fewest sources that are announced in one commit, but for the first ones, so that reading starts at once. */
const BATCH = 32;
const FIRST_BATCH = 4;
/** Bytes after which a batch is full, since they are in memory together while they are hashed. */
const BATCH_BYTES = 8_000_000;
/** Storage answers slowly but answers many at a time; each step of each also waits for its turn beside what is read. */
const KEPT_AT_ONCE = 32;

/** A source whose bytes are kept. It is queued, or offered as a change of these documents. */
interface Kept {
  readonly source: PendingSource;
  readonly changes: readonly string[];
}

/**
 * Keeps the bytes of sources and queues them, after which a crash loses none. Known bytes make no second document.
 * Other bytes of a known path are offered, unless `onChange` decides otherwise.
 */
export function ingestSources(
  open: OpenCollection,
  sources: Sources,
  env: EngineEnv,
  emit: Emit,
  options: AddOptions,
): Promise<void> {
  return open.blobLock.run(() => ingestAll(open, sources, env, emit, options));
}

async function ingestAll(
  open: OpenCollection,
  sources: Sources,
  env: EngineEnv,
  emit: Emit,
  options: AddOptions,
): Promise<void> {
  for await (const batch of batchesOf(sources, () => batchSize(open.store))) {
    options.signal?.throwIfAborted();
    const hashes = await mapConcurrent(batch, KEPT_AT_ONCE, ({ bytes }) => env.hash(bytes));
    // Others are read, and documents deleted, while files are kept.
    const known = knownSources(open.tables.documents, open.store.state.pending);
    const fresh: (Kept & { readonly bytes: Blob })[] = [];
    const twins: SourceChange[] = [];
    const again: (readonly [hash: string, bytes: Blob])[] = [];
    for (const [n, source] of batch.entries()) {
      const hash = hashes[n] ?? '';
      const twin = known.twin(hash);
      if (known.isWaiting(source.path, hash)) twins.push(waiting(source));
      else if (twin) {
        twins.push(duplicate(source.path, twin));
        again.push([hash, source.bytes]); // the kept original may be gone or damaged
      } else fresh.push({ ...keptAs(source, hash, known, options), bytes: source.bytes });
    }
    if (twins.length > 0) emit({ kind: 'sources', sources: twins });
    await mapConcurrent(again, KEPT_AT_ONCE, ([hash, bytes]) => open.blobs.put(hash, bytes));
    await mapConcurrent(fresh, KEPT_AT_ONCE, ({ source, bytes }) => open.blobs.put(source.byte_hash, bytes));
    if (fresh.length > 0) await announce(open.store, fresh, emit);
    options.onKept?.(batch);
  }
}

/** A commit writes the whole queue, so sources share commits where the queue is long. */
function batchSize(store: CollectionStore): number {
  return Math.max(BATCH, store.state.pending.length >> 3);
}

/** Sources that are all here, or parts of them as they come. */
type Sources = readonly SourceFile[] | AsyncIterable<readonly SourceFile[]>;

/** Sources in batches of at most so many, a small one first. One ends early where its bytes are enough, not where the next part is late. */
async function* batchesOf(sources: Sources, size: () => number): AsyncGenerator<readonly SourceFile[]> {
  const parts = Symbol.asyncIterator in sources ? sources : [sources];
  let batch: SourceFile[] = [];
  let bytes = 0;
  let wanted = FIRST_BATCH;
  for await (const part of parts)
    for (const source of part) {
      batch.push(source);
      bytes += source.bytes.size;
      if (batch.length < wanted && bytes < BATCH_BYTES) continue;
      yield batch;
      [batch, bytes, wanted] = [[], 0, size()];
    }
  if (batch.length > 0) yield batch;
}

/** Decides what to keep of a source that is not here yet. */
function keptAs(
  { path, bytes, choice }: SourceFile,
  hash: string,
  known: KnownSources,
  { onChange = 'ask' }: AddOptions,
): Kept {
  const source = { path, byte_hash: hash, byte_size: bytes.size, ...(choice ? { choice } : {}) };
  const earlier = known.documentsAt(path);
  if (earlier.length > 0 && onChange === 'ask') return { source, changes: earlier };
  known.note(source);
  return { source: replacing(source, onChange === 'replace' ? earlier : []), changes: [] };
}

/** Queues and offers the kept sources, durably, and then emits that. */
async function announce(store: CollectionStore, batch: readonly Kept[], emit: Emit): Promise<void> {
  const queued = batch.filter(({ changes }) => changes.length === 0).map(({ source }) => source);
  const offered = batch.filter(({ changes }) => changes.length > 0);
  await put(
    store,
    queued,
    offered.map(({ source }) => source),
  );
  const reason = message`This file differs from the one added before.`;
  const changed = offered.map(
    ({ source: { path }, changes }) => ({ path, state: 'changed', reason, documentIds: changes }) as const,
  );
  emit({ kind: 'sources', sources: [...queued.map(waiting), ...changed] });
}

const waiting = ({ path }: Pick<PendingSource, 'path'>): SourceChange => ({ path, state: 'queued' });

/** Adds sources whose bytes are kept to the queue, durably. */
export async function queueSources(
  store: CollectionStore,
  queued: readonly PendingSource[],
  emit: Emit,
): Promise<void> {
  await put(store, queued, []);
  emit({ kind: 'sources', sources: queued.map(waiting) });
}

/** Queues and offers sources. Earlier failures and offers of their paths are dropped. */
function put(
  store: CollectionStore,
  queued: readonly PendingSource[],
  offers: readonly PendingSource[],
): Promise<void> {
  const paths = new Set([...queued, ...offers].map((source) => source.path));
  const others = <T extends { readonly path: string }>(list: readonly T[]): readonly T[] =>
    list.filter((one) => !paths.has(one.path));
  const last = new Map(offers.map((source) => [source.path, source]));
  return store.commit(({ pending, failed, offered = [] }) => ({
    state: {
      pending: [...pending, ...queued],
      failed: others(failed),
      offered: [...others(offered), ...last.values()],
      ...(queued.length > 0 ? { derived: false } : {}),
    },
  }));
}

/** Queues the kept bytes of an offered change. Throws ParseError when nothing is offered for the path. */
export async function ingestOffered(
  store: CollectionStore,
  path: string,
  how: 'replace' | 'keep both',
  emit: Emit,
): Promise<void> {
  const source = store.state.offered?.find((one) => one.path === path);
  if (!source) throw new ParseError(message`The saved copy of this file is gone. Add it again.`, { detail: path });
  const known = knownSources(store.tables.documents, store.state.pending);
  const twin = known.twin(source.byte_hash);
  if (!twin) return queueSources(store, [replacing(source, how === 'replace' ? known.documentsAt(path) : [])], emit);
  await dropSource(store, path);
  emit({ kind: 'sources', sources: [duplicate(path, twin)] });
}

/** Forgets a source that could not be read, that was only offered or that waits. */
export function dropSource(store: CollectionStore, path: string): Promise<void> {
  return store.commit(({ pending, failed, offered = [] }) => ({
    state: {
      pending: pending.filter((source) => source.path !== path),
      failed: failed.filter((source) => source.path !== path),
      offered: offered.filter((source) => source.path !== path),
    },
  }));
}

function replacing(source: PendingSource, ids: readonly string[]): PendingSource {
  return ids.length > 0 ? { ...source, replaces: ids } : source;
}

function duplicate(path: string, { title, ids }: Duplicate): SourceChange {
  const reason = message`The same file is already here as “${title}”.`;
  return { path, state: 'duplicate', reason, documentIds: ids };
}

/** Earlier copy of the same bytes: in these documents, or in a queued source. */
interface Duplicate {
  readonly title: string;
  readonly ids: readonly string[];
}

/** Lookups of known sources, called once per source. */
interface KnownSources {
  /** The documents or the waiting source of the same bytes; null for new bytes. */
  twin(hash: string): Duplicate | null;
  /**
   * Checks if the same bytes wait under this path already. A source that is given again after an interruption changes
   * nothing.
   */
  isWaiting(path: string, hash: string): boolean;
  /** Ids of the documents that came from this path. */
  documentsAt(path: string): readonly string[];
  /** Notes a source that waits from now on. */
  note(source: PendingSource): void;
}

type Document = Pick<DocumentRow, 'id' | 'title' | 'source_path' | 'byte_hash'>;

/** Reads each document and each waiting source once, so that every later question is a look-up. */
export function knownSources(documents: readonly Document[], pending: readonly PendingSource[]): KnownSources {
  const byHash = groupBy(documents, (row) => row.byte_hash);
  const byPath = groupBy(documents, (row) => row.source_path);
  const waiting = new Map<string, string>();
  const note = ({ byte_hash, path }: PendingSource): void => {
    if (!waiting.has(byte_hash)) waiting.set(byte_hash, path);
  };
  pending.forEach(note);
  return {
    twin: (hash) => {
      const here = byHash.get(hash) ?? [];
      if (here[0]) return { title: here[0].title, ids: here.map((row) => row.id) };
      const title = waiting.get(hash);
      return title === undefined ? null : { title, ids: [] };
    },
    isWaiting: (path, hash) => !byHash.has(hash) && waiting.get(hash) === path,
    documentsAt: (path) => (byPath.get(path) ?? []).map((row) => row.id),
    note,
  };
}

function groupBy<R>(rows: readonly R[], keyOf: (row: R) => string): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

export interface AddOptions extends CallOptions {
  /**
   * Handling of a known path whose bytes differ. The default `ask` yields a `changed` event, keeps the old and offers
   * the new.
   */
  readonly onChange?: 'ask' | 'replace' | 'keep both';
  /** True to keep and queue the sources only. None is read, and a paused run stays paused. */
  readonly keepOnly?: boolean;
  /** Number of sources that follow under this name, in parts. */
  readonly more?: { readonly name: string; readonly sources: number };
  /** Called with sources that are kept and queued, or here already. */
  readonly onKept?: (sources: readonly SourceFile[]) => void;
}
