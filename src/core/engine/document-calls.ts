import { ParseError } from '../errors';
import { topEntitiesOfDocument } from '../search/evidence/target-view';
import { headingsOf } from '../tables/documents';
import type { DocumentRow } from '../tables/tables';
import type { EngineApi } from './api';
import type { DocumentView } from './api/documents';
import { forgetInConversations, sweepBlobs } from './forget';
import { goingDocuments } from './gone-documents';
import { bringUpToDate, type RunContext } from './index-run';
import type { Session } from './session';
import { documentItem } from './view';

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
export function documentOf(documents: readonly DocumentRow[], id: string): DocumentRow {
  const row = documents.find((one) => one.id === id);
  if (!row) throw new ParseError('This document is no longer in the collection.', { detail: id });
  return row;
}

async function remove(context: RunContext, session: Session, ids: readonly string[]): Promise<void> {
  const { open, env, emit } = context;
  const removed = new Set(ids);
  const paths = open.tables.documents.filter((row) => removed.has(row.id)).map((row) => row.source_path);
  const gone = goingDocuments(open, removed);
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
