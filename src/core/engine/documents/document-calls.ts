import { createMutex } from '../../async';
import type { TabularShape, ReadChoice } from '../../ports/documents';
import { ParseError } from '../../errors';
import { topEntitiesOfDocument } from '../../search/evidence/target-view';
import { headingsOf } from '../../tables/documents';
import type { DocumentRow } from '../../tables/tables';
import type { EngineApi } from '../api';
import { forgetInConversations, beforeDeletion } from './forget-documents';
import { sweepBlobs, type OpenCollection } from '../session/open-collection';
import { bringUpToDate } from '../indexing/index-run';
import type { RunContext } from '../session/index-events';
import type { Session } from '../session/session';
import { documentItem, type DocumentView } from './document-view';
import { dropSource, queueSources, ingestSources, ingestOffered } from './ingest';
import type { PendingSource } from '../../ports/index-state';
import type { CallOptions } from '../../platform';

/** The documents of the open collection and what they came from. */
export interface DocumentCalls {
  document(id: string): Promise<DocumentView | null>;
  /** The original bytes of a document, to open or save. */
  original(documentId: string): Promise<Blob | null>;
  /** Columns of a document's source when it is tabular, else null. */
  tabular(documentId: string): Promise<TabularShape | null>;
}

const ENTITIES_OF_DOCUMENT = 40;

/** The documents of the open collection: opened, saved as they came, deleted. */
export function documentCalls(session: Session): Pick<EngineApi, 'document' | 'original' | 'removeDocuments'> {
  return {
    document: async (id) => {
      const { tables, index } = session.current();
      const row = tables.documents.find((one) => one.id === id);
      return row ? documentView(row, topEntitiesOfDocument(index, id, ENTITIES_OF_DOCUMENT)) : null;
    },
    original: async (id) => {
      const open = session.current();
      return (await open.blobs.get(documentOf(open.tables.documents, id).byte_hash)) ?? null;
    },
    removeDocuments: (ids, options) => session.change(options?.signal, (context) => remove(context, session, ids)),
  };
}

/** The row of a document; throws ParseError when it has been deleted. */
function documentOf(documents: readonly DocumentRow[], id: string): DocumentRow {
  const row = documents.find((one) => one.id === id);
  if (!row) throw new ParseError('This document is no longer in the collection.', { detail: id });
  return row;
}

async function remove(context: RunContext, session: Session, ids: readonly string[]): Promise<void> {
  const { open, env, emit } = context;
  const removed = new Set(ids);
  const paths = open.tables.documents.filter((row) => removed.has(row.id)).map((row) => row.source_path);
  const gone = beforeDeletion(open, removed);
  const forget = (): Promise<void> => forgetInConversations(env.conversations, open.record.id, gone);
  await session.conversations.run(async () => {
    await forget();
    await open.commit(() => ({ removeDocuments: ids, state: { derived: false } }));
    await forget(); // what another tab kept before it heard of the commit
  });
  await sweepBlobs(open);
  for (const path of paths) emit({ kind: 'source', path, state: 'removed' });
  await bringUpToDate(context);
}

function documentView(row: DocumentRow, entities: DocumentView['entities']): DocumentView {
  return {
    ...documentItem(row),
    text: row.text,
    page_starts: row.page_starts,
    headings: headingsOf(row),
    attributes: JSON.parse(row.attributes) as Readonly<Record<string, string>>,
    entities,
  };
}

type AddingCalls = Pick<EngineApi, 'add' | 'pause' | 'resume' | 'retry' | 'settle' | 'dismiss'>;

/** Sources on their way into the open collection: added, tried again, offered as a change or given up. */
export function addingCalls(session: Session): AddingCalls {
  const { env } = session;
  return {
    add: (sources, options = {}) =>
      session.change(
        options.signal,
        async (context) => {
          await bringUpToDate(context);
          await sweepBlobs(context.open);
        },
        async ({ open, emit, signal }) => {
          await setPaused(open, false);
          await ingestSources(open, sources, env, emit, { ...options, signal });
        },
      ),
    pause: () => setPaused(session.current(), true),
    resume: (options) => session.change(options?.signal, bringUpToDate, ({ open }) => setPaused(open, false)),
    retry: (path, options) => session.change(options?.signal, (context) => retry(context, path)),
    settle: (path, how, options) =>
      session.change(options?.signal, async (context) => {
        await setPaused(context.open, false);
        await ingestOffered(context.open, path, how, context.emit);
        await bringUpToDate(context);
        await sweepBlobs(context.open);
      }),
    dismiss: async (path) => {
      await dropSource(session.current(), path);
      session.tidy();
    },
  };
}

/** One after the other, so that the last word stands. */
const PAUSES = createMutex();

function setPaused(open: OpenCollection, paused: boolean): Promise<void> {
  return PAUSES.run(async () => {
    const changes = (open.store.state.paused ?? false) !== paused;
    if (changes && open.store.writable) await open.commit(() => ({ state: { paused } }));
  });
}

async function retry(context: RunContext, path: string): Promise<void> {
  const failed = context.open.store.state.failed.find((source) => source.path === path);
  const bytes = failed && (await context.open.blobs.get(failed.byte_hash));
  if (!failed || !bytes) throw new ParseError('The kept bytes of this file are gone. Add it again.', { detail: path });
  await setPaused(context.open, false);
  await queueSources(context.open, [{ path, byte_hash: failed.byte_hash, byte_size: bytes.size }], context.emit);
  await bringUpToDate(context);
}

type RowCalls = Pick<EngineApi, 'tabular' | 'reread'>;

/** Tabular sources: which columns they have, and reading them another way, such as a document per row. */
export function rowCalls(session: Session): RowCalls {
  return {
    tabular: async (documentId) => {
      const open = session.current();
      const row = documentOf(open.tables.documents, documentId);
      const bytes = documentItem(row).tabular ? await open.blobs.get(row.byte_hash) : undefined;
      if (!bytes) return null;
      const result = await session.env.reader.read({ path: row.source_path, bytes }, {});
      return (result.kind === 'documents' && result.tabular) || null;
    },
    reread: (documentId, choice, options) =>
      session.change(options?.signal, async (context) => {
        const { documents } = context.open.tables;
        await queueSources(context.open, [readAnotherWay(documents, documentId, choice)], context.emit);
        await bringUpToDate(context);
      }),
  };
}

/** The source of a document, to be read by this choice in place of every document that came from the same bytes. */
function readAnotherWay(documents: readonly DocumentRow[], id: string, choice: ReadChoice): PendingSource {
  const row = documentOf(documents, id);
  const siblings = documents.filter((other) => other.byte_hash === row.byte_hash);
  return {
    path: row.source_path,
    byte_hash: row.byte_hash,
    byte_size: row.byte_size,
    choice,
    replaces: siblings.map((other) => other.id),
  };
}

/** How sources are added. */
export interface AddOptions extends CallOptions {
  /** What to do when a path is known but its bytes differ; default `ask`, which yields a `changed` event, keeps the old and offers the new. */
  readonly onChange?: 'ask' | 'replace' | 'keep both';
}
