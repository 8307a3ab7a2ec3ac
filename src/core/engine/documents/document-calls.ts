import { ParseError, StorageError } from '../../errors';
import { message } from '../../message';
import type { ReadChoice, SourceAnswer, SourceFile, TabularShape } from '../../ports/documents';
import type { FailedSource, PendingSource } from '../../ports/index-state';
import { KEPT_PARTS } from '../../ports/storage-parts';
import type { CallOptions } from '../../platform';
import { topEntitiesOfDocument } from '../../search/evidence/target-view';
import { headingsOf, isTabular } from '../../tables/documents';
import { recognitionOf } from '../../tables/recognition';
import type { DocumentRow } from '../../tables/tables';
import { bringUpToDate, showAsItIs } from '../indexing/index-run';
import type { Amount, IndexEvent, RunContext } from '../session/index-events';
import { anySignal, createMutex } from '../../async';
import type { CollectionStore } from '../collections/collection-store';
import type { OpenCollection } from '../collections/open-collection';
import type { IndexTables } from '../../tables/tables';
import type { Session } from '../session/session';
import { documentItems, type DocumentItem, type DocumentView } from './document-view';
import { beforeDeletion, forgetInConversations, restoreTurns, type ForgottenTurn } from './forget-documents';
import { notesWithout } from '../notebook/forget-notes';
import { givenSources } from './given-sources';
import { secondsPerPage } from './recognition-time';
import { dropSource, ingestOffered, ingestSources, queueSources, type AddOptions } from './ingest';

/** The documents of the open collection, and the sources on their way to become documents. */
export interface DocumentCalls {
  document(id: string): Promise<DocumentView | null>;
  /** The original bytes of a document, to open or save. */
  original(documentId: string): Promise<Blob | null>;
  /** Columns of a document's source when it is tabular, else null. */
  tabular(documentId: string): Promise<TabularShape | null>;
  /** Starts what reading needs: a person is about to give documents, perhaps in this language. */
  warmUp(language: string): Promise<void>;
  /**
   * Passes further sources of the `add` that names them: very many in one call would block the page. Null ends them.
   */
  give(name: string, sources: readonly SourceFile[] | null): Promise<void>;
  /** Keeps the sources' bytes, then reads and indexes them. Ends when everything given is indexed, refused or waiting for a choice. */
  add(sources: readonly SourceFile[], options?: AddOptions): AsyncIterable<IndexEvent>;
  /** Records durably that reading and deriving are paused. It does not stop `add` or `resume`: their caller aborts them. */
  pause(): Promise<void>;
  /** Reads what is pending and derives what lags behind. That it continues is durable before its first event. */
  resume(options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Reads a source once more that could not be read. */
  retry(path: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Reads sources that waited for this answer. The answer is kept, so that the same bytes need no other; not so a password. */
  answer(paths: readonly string[], answer: SourceAnswer, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Seconds that recognising the words of a page took on this machine; null where none was read yet. */
  secondsPerPage(): Promise<number | null>;
  /** Ingests an offered change of a known path, in place of the earlier document or beside it. */
  settle(path: string, how: 'replace' | 'keep both', options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Drops a source that failed, was only offered, or is pending and not being read. */
  dismiss(path: string): Promise<void>;
  /** Reads a tabular source of a document another way, such as a document per row. */
  reread(documentId: string, choice: ReadChoice, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Names the documents of a collection that are deleted and can still be had back: until then no run shows them to a model. */
  holdBack(collection: string, ids: readonly string[]): Promise<void>;
  /**
   * Removes documents, then derives the rest unless that is paused. Only the latter can be aborted: a person's decision
   * to delete is final.
   */
  removeDocuments(ids: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
}

const ENTITIES_OF_DOCUMENT = 40;

/** Documents of the session's open collection. */
export function documentCalls(session: Session): DocumentCalls {
  const { env } = session;
  const given = givenSources();
  /** Sources that were given and are not kept yet. */
  const onTheWay = new Set<() => Amount>();
  const toCome = (): Amount => {
    const amounts = Array.from(onTheWay, (left) => left());
    return {
      sources: amounts.reduce((sum, { sources }) => sum + sources, 0),
      bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  };
  return {
    document: async (id) => {
      const { tables, index } = await session.whole();
      const row = tables.documents.find((one) => one.id === id);
      if (!row) return null;
      const item = documentItems(tables.text_units)(row);
      const contexts = tables.text_units.flatMap(({ document_id, start, end, written_context: text }) =>
        document_id === id && text !== '' ? [{ start, end, text }] : [],
      );
      return documentView(row, item, { contexts, entities: topEntitiesOfDocument(index, id, ENTITIES_OF_DOCUMENT) });
    },
    original: async (id) => {
      const open = session.current();
      const { byte_hash, title } = documentOf(open.tables, id);
      const bytes = await open.blobs.get(byte_hash);
      if (bytes && (await env.hash(bytes)) !== byte_hash)
        throw new StorageError(KEPT_PARTS.sources.notice(), { detail: title, traits: ['says what was kept'] });
      return bytes ?? null;
    },
    secondsPerPage: () => secondsPerPage(env.settings),
    tabular: async (id) => {
      const open = session.current();
      const row = documentOf(open.tables, id);
      const bytes = isTabular(row) ? await open.blobs.get(row.byte_hash) : undefined;
      if (!bytes) return null;
      const answer = open.store.state.answers?.[row.byte_hash];
      const choice = { kind: 'whole' } as const; // it was read already, so nothing is asked
      const result = await env.reader.read({ path: row.source_path, bytes, choice, ...(answer && { answer }) }, {});
      return (result.kind === 'documents' && result.tabular) || null;
    },
    warmUp: (language) => {
      session.expectChange();
      return env.warmUp(language);
    },
    give: async (name, sources) => given.give(name, sources),
    add: async function* (first, options = {}) {
      const { more } = options;
      const come = { sources: first.length, bytes: bytesOf(first) };
      const kept = { sources: 0, bytes: 0 };
      let missing = more?.sources ?? 0;
      // Counts those that are missing as large as those that came.
      const left = (): Amount => ({
        sources: come.sources + missing - kept.sources,
        bytes: come.bytes * (1 + missing / Math.max(1, come.sources)) - kept.bytes,
      });
      const sources = async function* (signal: AbortSignal): AsyncGenerator<readonly SourceFile[]> {
        yield first;
        if (!more) return;
        for await (const part of given.parts(more.name, signal)) {
          missing -= part.length;
          count(come, part);
          yield part;
        }
        missing = 0;
      };
      const onKept = (some: readonly SourceFile[]): void => count(kept, some);
      const keep = ({ open, emit, signal }: RunContext): Promise<void> =>
        ingestSources(open, sources(signal), env, emit, { ...options, onKept, signal });
      onTheWay.add(left);
      options.signal?.addEventListener('abort', () => onTheWay.delete(left)); // another call keeps the rest
      try {
        if (options.keepOnly) yield* session.runBeside(options.signal, keep);
        else
          yield* session.change(
            options.signal,
            async (context) => {
              await bringUpToDate({ ...context, toCome });
              await context.open.sweepBlobs();
            },
            async (context) => {
              await setPaused(context.open.store, false);
              await keep(context);
            },
          );
      } finally {
        onTheWay.delete(left);
        if (more) given.end(more.name);
      }
    },
    holdBack: async (collection, ids) => {
      if (!session.isOpen(collection)) return;
      session.current().hold.name(ids);
      if (ids.length > 0) session.expectChange();
    },
    pause: () => setPaused(session.current().store, true),
    resume: (options) =>
      session.change(
        options?.signal,
        async (context) => {
          await context.coming;
          await bringUpToDate({ ...context, toCome });
        },
        ({ open }) => setPaused(open.store, false),
      ),
    retry: (path, options) => session.change(options?.signal, (context) => retry(context, [path])),
    answer: (paths, answer, options) => session.change(options?.signal, (context) => retry(context, paths, answer)),
    settle: (path, how, options) =>
      session.change(options?.signal, async (context) => {
        await setPaused(context.open.store, false);
        await ingestOffered(context.open.store, path, how, context.emit);
        await bringUpToDate(context);
        await context.open.sweepBlobs();
      }),
    dismiss: async (path) => {
      await dropSource(session.current().store, path);
      session.tidy();
    },
    reread: (documentId, choice, options) =>
      session.change(options?.signal, async (context) => {
        await queueSources(context.open.store, [sourceToReread(context.open.tables, documentId, choice)], context.emit);
        await bringUpToDate(context);
      }),
    removeDocuments: (ids, options) =>
      session.change(undefined, async (context) => {
        await remove(context, session, ids);
        if (context.open.store.state.paused) return showAsItIs(context);
        await bringUpToDate({ ...context, toCome, signal: anySignal(context.signal, options?.signal) });
      }),
  };
}

const bytesOf = (sources: readonly SourceFile[]): number => sources.reduce((sum, { bytes }) => sum + bytes.size, 0);

/** Adds sources to an amount. */
function count(amount: { sources: number; bytes: number }, some: readonly SourceFile[]): void {
  amount.sources += some.length;
  amount.bytes += bytesOf(some);
}

/** The row of a document. Throws ParseError when it has been deleted. */
function documentOf({ documents }: IndexTables, id: string): DocumentRow {
  const row = documents.find((one) => one.id === id);
  if (!row) throw new ParseError(message`This document is no longer in the collection.`, { detail: id });
  return row;
}

function documentView(
  row: DocumentRow,
  item: DocumentItem,
  facts: Pick<DocumentView, 'contexts' | 'entities'>,
): DocumentView {
  return {
    ...item,
    text: row.text,
    page_starts: row.page_starts,
    part_kind: row.part_kind,
    part_names: row.part_names,
    row_starts: row.row_starts,
    row_numbers: row.row_numbers,
    table_starts: row.table_starts,
    table_heads: row.table_heads,
    headings: headingsOf(row),
    attributes: JSON.parse(row.attributes) as Readonly<Record<string, string>>,
    recognition: recognitionOf(row),
    ...facts,
  };
}

/** One at a time, so that the latest choice wins. */
const PAUSES = createMutex();

function setPaused(store: CollectionStore, paused: boolean): Promise<void> {
  return PAUSES.run(async () => {
    const changes = (store.state.paused ?? false) !== paused;
    if (changes && store.writable) await store.commit(() => ({ state: { paused } }));
  });
}

async function retry(context: RunContext, paths: readonly string[], answer?: SourceAnswer): Promise<void> {
  const { open, emit } = context;
  const found = await Promise.all(paths.map(async (path) => ({ path, source: await failedSource(open, path) })));
  const sources = found.flatMap(({ source }) => source ?? []);
  const gone = found.flatMap(({ path, source }) => (source ? [] : [path]));
  if (sources.length === 0) throw new ParseError(COPY_GONE, { detail: gone.join(', ') });
  if (gone.length > 0)
    emit({ kind: 'sources', sources: gone.map((path) => ({ path, state: 'failed', reason: COPY_GONE })) });
  await setPaused(open.store, false);
  const hashes = sources.map(({ byte_hash }) => byte_hash);
  if (answer?.kind === 'password') for (const hash of hashes) open.passwords.set(hash, answer.password);
  else if (answer) {
    const given = Object.fromEntries(hashes.map((hash) => [hash, answer]));
    await open.store.commit(({ answers }) => ({ state: { answers: { ...answers, ...given } } }));
  }
  await queueSources(open.store, sources, emit);
  await bringUpToDate(context);
}

const COPY_GONE = message`The saved copy of this file is gone. Add it again.`;

/** A source that failed or waits, to be read once more; undefined where it was taken back, or its bytes are gone. */
async function failedSource({ store, blobs }: OpenCollection, path: string): Promise<PendingSource | undefined> {
  const failed = store.state.failed.find((source) => source.path === path);
  const bytes = failed && (await blobs.get(failed.byte_hash));
  if (!failed || !bytes) return undefined;
  const { byte_hash, replaces } = failed;
  return { path, byte_hash, byte_size: bytes.size, ...(replaces && { replaces }) };
}

/** The source of a document, read by this choice. It replaces every document made from the same bytes. */
function sourceToReread(tables: IndexTables, id: string, choice: ReadChoice): PendingSource {
  const { source_path: path, byte_hash, byte_size } = documentOf(tables, id);
  const siblings = tables.documents.filter((other) => other.byte_hash === byte_hash);
  return { path, byte_hash, byte_size, choice, replaces: siblings.map((other) => other.id) };
}

async function remove(context: RunContext, session: Session, ids: readonly string[]): Promise<void> {
  const { open, env, emit } = context;
  const removed = new Set(ids);
  const rows = open.tables.documents.filter((row) => removed.has(row.id));
  const paths = rows.map((row) => row.source_path);
  const hashes = new Set(rows.map((row) => row.byte_hash));
  /** A document of which a part waited for an answer takes its line along. */
  const others = ({ need, byte_hash }: FailedSource): boolean => !need || !hashes.has(byte_hash);
  const deletion = beforeDeletion(open, removed);
  const { conversations } = env;
  await session.conversations.run(async () => {
    const forgotten: ForgottenTurn[] = [];
    const onForget = (turn: ForgottenTurn): void => void forgotten.push(turn);
    const commit = async (): Promise<ReadonlyMap<string, number>> => {
      // Before the commit, so that no crash leaves the words behind.
      const seen = await forgetInConversations(conversations, open.record.id, deletion, { onForget });
      await open.notes.turns.run(async () => {
        const notes = await notesWithout(open.notes, deletion);
        await open.store.commit(({ failed }) => ({
          removeDocuments: ids,
          ...notes,
          state: { failed: failed.filter(others), derived: false },
        }));
      });
      return seen;
    };
    const since = await commit().catch(async (error: unknown) => {
      await restoreTurns(conversations, forgotten).catch(() => undefined); // the first error is told
      throw error;
    });
    // What another tab kept before it heard of the commit.
    await forgetInConversations(conversations, open.record.id, deletion, { since });
  });
  await open.sweepBlobs();
  if (paths.length > 0) emit({ kind: 'sources', sources: paths.map((path) => ({ path, state: 'removed' })) });
}
