import { ParseError } from '../errors';
import type { PendingSource, SourceFile } from '../ports';
import type { AddOptions } from './api';
import type { EngineEnv } from './env';
import type { Emit } from './event-stream';
import type { OpenCollection } from './open-collection';

/** Sources whose bytes are kept and announced in one commit. */
const BATCH = 32;

/**
 * Keeps the bytes of sources and queues them: from here on a crash loses none of them. Bytes that are already here make no
 * second document; other bytes of a known path are kept
 * and offered, unless `onChange` says what to do.
 */
export async function takeIn(
  open: OpenCollection,
  sources: readonly SourceFile[],
  env: EngineEnv,
  emit: Emit,
  options: AddOptions,
): Promise<void> {
  for (let at = 0; at < sources.length; at += BATCH) {
    const queued: PendingSource[] = [];
    for (const source of sources.slice(at, at + BATCH)) {
      options.signal?.throwIfAborted();
      const pending = await consider(open, source, queued, env, emit, options);
      if (pending) queued.push(pending);
    }
    if (queued.length > 0) await queue(open, queued, emit);
  }
}

/** Adds sources whose bytes are kept to the queue, durably. */
export async function queue(open: OpenCollection, queued: readonly PendingSource[], emit: Emit): Promise<void> {
  const paths = new Set(queued.map((source) => source.path));
  await open.commit(({ pending, failed, offered = [] }) => ({
    state: {
      pending: [...pending, ...queued],
      failed: failed.filter((source) => !paths.has(source.path)),
      offered: offered.filter((source) => !paths.has(source.path)),
      derived: false,
    },
  }));
  for (const { path } of queued) emit({ kind: 'source', path, state: 'queued' });
}

async function consider(
  open: OpenCollection,
  source: SourceFile,
  queued: readonly PendingSource[],
  env: EngineEnv,
  emit: Emit,
  { onChange = 'ask' }: AddOptions,
): Promise<PendingSource | null> {
  const { path } = source;
  const hash = await env.hash(source.bytes);
  const twin = findTwin(open, hash, queued);
  if (twin) {
    emit({
      kind: 'source',
      path,
      state: 'duplicate',
      reason: alreadyHere(twin.title),
      documentIds: twin.ids,
    });
    return null;
  }
  const earlier = open.tables.documents.filter((row) => row.source_path === path);
  const ids = earlier.map((row) => row.id);
  await open.blobs.put(hash, source.bytes);
  const kept: PendingSource = {
    path,
    byte_hash: hash,
    byte_size: source.bytes.size,
    ...(source.choice ? { choice: source.choice } : {}),
  };
  if (earlier.length > 0 && onChange === 'ask') {
    await offer(open, kept);
    emit({
      kind: 'source',
      path,
      state: 'changed',
      reason: 'This file differs from the one added before.',
      documentIds: ids,
    });
    return null;
  }
  return earlier.length > 0 && onChange === 'replace' ? { ...kept, replaces: ids } : kept;
}

function offer(open: OpenCollection, source: PendingSource): Promise<void> {
  const others = <T extends { readonly path: string }>(list: readonly T[]): readonly T[] =>
    list.filter((one) => one.path !== source.path);
  return open.commit(({ failed, offered = [] }) => ({
    state: { failed: others(failed), offered: [...others(offered), source] },
  }));
}

/** Queues the kept bytes of an offered change by the person's word. Throws ParseError when nothing is offered for the path. */
export async function takeOffered(
  open: OpenCollection,
  path: string,
  how: 'replace' | 'keep both',
  emit: Emit,
): Promise<void> {
  const source = open.store.state.offered?.find((one) => one.path === path);
  if (!source) throw new ParseError('The kept bytes of this file are gone. Add it again.', { detail: path });
  const twin = findTwin(open, source.byte_hash, []);
  if (twin) {
    await dropSource(open, path);
    emit({ kind: 'source', path, state: 'duplicate', reason: alreadyHere(twin.title), documentIds: twin.ids });
    return;
  }
  const ids = open.tables.documents.filter((row) => row.source_path === path).map((row) => row.id);
  await queue(open, [how === 'replace' && ids.length > 0 ? { ...source, replaces: ids } : source], emit);
}

/** Forgets a source that could not be read or that was only offered. */
export function dropSource(open: OpenCollection, path: string): Promise<void> {
  return open.commit(({ failed, offered = [] }) => ({
    state: {
      failed: failed.filter((source) => source.path !== path),
      offered: offered.filter((source) => source.path !== path),
    },
  }));
}

function alreadyHere(title: string): string {
  return `The same file is already here as “${title}”.`;
}

function findTwin(
  open: OpenCollection,
  hash: string,
  queued: readonly PendingSource[],
): { readonly title: string; readonly ids: readonly string[] } | null {
  const here = open.tables.documents.filter((row) => row.byte_hash === hash);
  if (here[0]) return { title: here[0].title, ids: here.map((row) => row.id) };
  const waiting = [...open.store.state.pending, ...queued].find((source) => source.byte_hash === hash);
  return waiting ? { title: waiting.path, ids: [] } : null;
}
