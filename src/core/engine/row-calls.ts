import type { ReadChoice } from '../ports/documents';
import type { PendingSource } from '../ports/index-state';
import type { DocumentRow } from '../tables/tables';
import type { EngineApi } from './api';
import { documentOf } from './document-calls';
import { bringUpToDate } from './index-run';
import { queue } from './intake';
import type { Session } from './session';
import { documentItem } from './view';

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
        await queue(context.open, [readAnotherWay(documents, documentId, choice)], context.emit);
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
