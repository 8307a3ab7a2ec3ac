import { importedTables } from '../../index/imported/imported-tables';
import { joinMessages, message, type Message } from '../../message';
import type { CallOptions } from '../../platform';
import type { CollectionRecord, Collections } from '../../ports/collections';
import type { SourceFile } from '../../ports/documents';
import type { GivenKind } from '../../ports/interop';
import { runWork } from '../../work';
import { uniqueName } from '../collections/unique-name';
import type { EngineEnv } from '../env';
import type { Session } from '../session/session';

/** Taking over what other programs made of documents. */
export interface ImportCalls {
  /** Detects the kind of these files together, by names and tables of contents. */
  kindOf(files: readonly SourceFile[]): Promise<GivenKind>;
  /**
   * Adds a collection: from a saved copy, or from another program's graph. Throws ParseError for files that are neither; nothing is left behind
   * then, nor when the signal aborts.
   */
  importFiles(files: readonly SourceFile[], options?: CallOptions): Promise<ImportedCollection>;
}

interface ImportedCollection {
  readonly record: CollectionRecord;
  /** Name of the collection, with notes on differences from the files. */
  readonly notes: Message;
}

export function importCalls(session: Session): ImportCalls {
  return {
    kindOf: (files) => session.env.graphs.kindOf(files),
    importFiles: (files, options) => importFiles(session, files, options),
  };
}

/** Adds a collection from a saved copy, or from another program's graph. */
async function importFiles(
  { env }: Session,
  files: readonly SourceFile[],
  options: CallOptions = {},
): Promise<ImportedCollection> {
  const [first] = files;
  const isCopy = files.length === 1 && !/\.(?:parquet|graphml|gexf|xml|json|csv|tsv)$/iu.test(first?.path ?? '');
  if (!first || !isCopy || (await env.graphs.kindOf(files)) === 'graph') return importGraph(files, env, options);
  const record = await openCopy(first.bytes, env.collections, options);
  return { record, notes: importedAs(record) };
}

const importedAs = ({ name }: CollectionRecord): Message => message`Imported as “${name}”.`;

/** Adds a saved copy as a collection of its own. Throws ParseError for a file that is none. */
async function openCopy(copy: Blob, collections: Collections, options: CallOptions = {}): Promise<CollectionRecord> {
  const others = await collections.list();
  return collections.load(copy, { ...options, rename: (name) => uniqueName(name, others) });
}

async function importGraph(
  files: readonly SourceFile[],
  { graphs, collections, clock }: EngineEnv,
  options: CallOptions,
): Promise<ImportedCollection> {
  const graph = await graphs.read(files, options);
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const { tables, state, notes } = await runWork(importedTables(graph, today), { ...options, clock });
  const name = uniqueName(graph.name, await collections.list());
  options.signal?.throwIfAborted();
  const record = await collections.create(name, {
    append: { ...tables, relationships: [...tables.relationships] },
    state,
  });
  if (options.signal?.aborted) {
    await collections.remove(record.id);
    options.signal.throwIfAborted();
  }
  return { record, notes: joinMessages(importedAs(record), notes) };
}
