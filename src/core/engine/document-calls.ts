import { ParseError } from '../errors';
import { STEPS } from '../index/methods';
import { valuesOf } from '../index/step';
import type { PendingSource } from '../ports';
import type { DocumentRow } from '../tables/tables';
import type { EngineApi } from './api';
import { addEdit, listEdits, type NewEdit } from './edits';
import { forgetInConversations, sweepBlobs } from './forget';
import { bringUpToDate, type RunContext } from './index-run';
import { dropSource, queue, takeIn, takeOffered } from './intake';
import type { Session } from './session';
import { documentItem } from './view';

type DocumentCalls = Pick<
  EngineApi,
  | 'add'
  | 'resume'
  | 'retry'
  | 'settle'
  | 'removeDocuments'
  | 'dismiss'
  | 'reread'
  | 'tabular'
  | 'steps'
  | 'configure'
  | 'original'
  | 'keepApart'
  | 'merge'
  | 'renameEntity'
  | 'deleteEntity'
  | 'undo'
  | 'edits'
>;

/** Everything that changes the open collection, each as one run that ends up to date. */
export function documentCalls(session: Session): DocumentCalls {
  const { env } = session;
  const edit = (signal: AbortSignal | undefined, make: () => NewEdit) =>
    session.change(signal, async (context) => {
      await addEdit(context.open, make(), env);
      await bringUpToDate(context);
    });
  const keyOf = (entityId: string): string => {
    const found = session.current().tables.entities.find((row) => row.id === entityId);
    if (!found) throw new ParseError('This entity is no longer in the index.', { detail: entityId });
    return found.key;
  };
  return {
    add: (sources, options = {}) =>
      session.change(options.signal, async (context) => {
        await takeIn(context.open, sources, env, context.emit, { ...options, signal: context.signal });
        await bringUpToDate(context);
        await sweepBlobs(context.open);
      }),
    resume: (options) => session.change(options?.signal, bringUpToDate),
    retry: (path, options) => session.change(options?.signal, (context) => retry(context, path)),
    settle: (path, how, options) =>
      session.change(options?.signal, async (context) => {
        await takeOffered(context.open, path, how, context.emit);
        await bringUpToDate(context);
        await sweepBlobs(context.open);
      }),
    removeDocuments: (ids, options) => session.change(options?.signal, (context) => remove(context, session, ids)),
    dismiss: async (path) => {
      await dropSource(session.current(), path);
      session.tidy();
    },
    reread: (documentId, choice, options) =>
      session.change(options?.signal, async (context) => {
        const row = find(context.open.tables.documents, documentId);
        const siblings = context.open.tables.documents.filter((other) => other.byte_hash === row.byte_hash);
        const source: PendingSource = {
          path: row.source_path,
          byte_hash: row.byte_hash,
          byte_size: row.byte_size,
          choice,
          replaces: siblings.map((other) => other.id),
        };
        await queue(context.open, [source], context.emit);
        await bringUpToDate(context);
      }),
    tabular: async (documentId) => {
      const open = session.current();
      const row = find(open.tables.documents, documentId);
      const bytes = documentItem(row).tabular ? await open.blobs.get(row.byte_hash) : undefined;
      if (!bytes) return null;
      const result = await env.reader.read({ path: row.source_path, bytes }, {});
      return (result.kind === 'documents' && result.tabular) || null;
    },
    steps: async () => {
      const { parameters, method } = session.current().store.state;
      // How curated documents were read is part of their records, so only what is derived from them can be changed.
      const steps = STEPS.filter((step) => method !== 'curated' || step.scope === 'collection');
      return steps.map((step) => {
        const values = valuesOf(step, parameters[step.name]);
        const described = step.parameters.map((one) => ({ ...one, value: values[one.name] ?? one.default }));
        return { name: step.name, title: step.title, doc: step.doc, parameters: described };
      });
    },
    configure: (name, values, options) =>
      session.change(options?.signal, async (context) => {
        const step = STEPS.find((one) => one.name === name);
        if (!step) throw new RangeError(`There is no index step ${name}`);
        const kept = valuesOf(step, values);
        const reindex = step.scope === 'document' ? context.open.tables.documents.map((row) => row.id) : [];
        await context.open.commit(({ parameters, reindex: before = [] }) => ({
          state: {
            parameters: { ...parameters, [name]: kept },
            reindex: [...new Set([...before, ...reindex])],
            derived: false,
          },
        }));
        await bringUpToDate(context);
      }),
    original: async (documentId) => {
      const open = session.current();
      return (await open.blobs.get(find(open.tables.documents, documentId).byte_hash)) ?? null;
    },
    keepApart: (intoId, fromId, options) =>
      edit(options?.signal, () => ({ kind: 'apart', key: keyOf(fromId), value: keyOf(intoId) })),
    merge: (intoId, fromId, options) =>
      edit(options?.signal, () => ({ kind: 'merge', key: keyOf(fromId), value: keyOf(intoId) })),
    renameEntity: (id, title, options) =>
      edit(options?.signal, () => ({ kind: 'rename', key: keyOf(id), value: title })),
    deleteEntity: (id, options) => edit(options?.signal, () => ({ kind: 'delete', key: keyOf(id), value: '' })),
    undo: (editId, options) => edit(options?.signal, () => ({ kind: 'undo', key: editId, value: '' })),
    edits: () => listEdits(session.current()),
  };
}

function find(documents: readonly DocumentRow[], id: string): DocumentRow {
  const row = documents.find((one) => one.id === id);
  if (!row) throw new ParseError('This document is no longer in the collection.', { detail: id });
  return row;
}

async function retry(context: RunContext, path: string): Promise<void> {
  const failed = context.open.store.state.failed.find((source) => source.path === path);
  const bytes = failed && (await context.open.blobs.get(failed.byte_hash));
  if (!failed || !bytes) throw new ParseError('The kept bytes of this file are gone. Add it again.', { detail: path });
  await queue(context.open, [{ path, byte_hash: failed.byte_hash, byte_size: bytes.size }], context.emit);
  await bringUpToDate(context);
}

async function remove(context: RunContext, session: Session, ids: readonly string[]): Promise<void> {
  const { open, env, emit } = context;
  const removed = new Set(ids);
  const paths = open.tables.documents.filter((row) => removed.has(row.id)).map((row) => row.source_path);
  await session.conversations.run(() => forgetInConversations(env.conversations, open.record.id, removed));
  await open.commit(() => ({ removeDocuments: ids, state: { derived: false } }));
  await sweepBlobs(open);
  for (const path of paths) emit({ kind: 'source', path, state: 'removed' });
  await bringUpToDate(context);
}
