import type { PendingSource } from '../ports/index-state';
import type { DocumentRow } from '../tables/tables';

/** Where bytes are already: the documents made of them, or the path of the source that waits to be read. */
export interface Twin {
  readonly title: string;
  readonly ids: readonly string[];
}

/** What a collection knows of sources, to be asked once per source. */
export interface KnownSources {
  /** The documents or the waiting source of the same bytes; null for new bytes. */
  twin(hash: string): Twin | null;
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
