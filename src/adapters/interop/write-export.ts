import type { Clock } from '../../core/platform';
import type {
  ExportPart,
  ExportWriter,
  GraphTableName,
  GraphTables,
  Snapshots,
  WriteOptions,
} from '../../core/ports/interop';
import { TABLES } from '../../core/tables/tables';
import type { ParquetLease } from '../storage/arrow/parquet';
import { columnsToArrow, rowsToArrow, vectorsToArrow } from '../storage/arrow/rows-to-arrow';
import type { ExportFormat, PackedFile } from './export-format';
import { EXPORT_FORMATS } from './formats';
import { type PackInput, packFiles } from './pack-files';

/** Environment of exports. */
export interface ExportNeeds {
  /** A codec for one job. */
  readonly parquet: () => Promise<ParquetLease>;
  readonly clock: Clock;
}

/** Writes every format of the list. */
export function exportWriter(needs: ExportNeeds, formats: readonly ExportFormat[] = EXPORT_FORMATS): ExportWriter {
  const find = (name: string): ExportFormat => {
    const found = formats.find((format) => format.name === name);
    if (found) return found;
    throw new RangeError(`There is no export "${name}"`);
  };
  return {
    choices: async () =>
      formats.map(({ name, title, about, extension, mediaType, hasSnapshots }) => ({
        ...{ name, title, about, extension, mediaType },
        ...(hasSnapshots && { hasSnapshots }),
      })),
    tablesOf: async (name) => new Set(find(name).tables),
    write: (name, tables, options = {}) => writeExport(find(name), tables, needs, options),
  };
}

/** An export on its way. */
interface Writing {
  readonly tables: GraphTables;
  /** Rows that are written, of all. */
  done: number;
  readonly total: number;
  /** Yields to other work, where due. Throws the signal's reason when aborted. */
  readonly turn: () => Promise<void>;
}

async function* writeExport(
  format: ExportFormat,
  tables: GraphTables,
  { parquet, clock }: ExportNeeds,
  { signal, snapshots }: WriteOptions,
): AsyncGenerator<ExportPart> {
  const own = format.tables.reduce((sum, name) => sum + tables[name].length, 0);
  const total = own + (snapshots && format.hasSnapshots ? rowsIn(snapshots, tables) : 0);
  const writing: Writing = { tables, done: 0, total, turn: turns(clock, signal) };
  const { content } = format;
  const bytes =
    content.kind === 'text'
      ? encodeText(content.write(tables), writing)
      : packed(content.files(tables, snapshots), writing, parquet);
  yield progress(writing);
  for await (const chunk of bytes) {
    signal?.throwIfAborted();
    yield { kind: 'bytes', bytes: new Blob([chunk]) };
    yield progress(writing);
  }
  yield progress({ done: total, total });
}

/** Rows of the files of snapshots. */
const rowsIn = ({ graph, embeddings }: Snapshots, { relationships }: GraphTables): number =>
  embeddings.reduce((sum, { rows }) => sum + rows, graph.entities.length + graph.relationships.length) +
  relationships.length;

const progress = ({ done, total }: Pick<Writing, 'done' | 'total'>): ExportPart => ({
  kind: 'progress',
  doing: 'file',
  done: Math.min(done, total),
  total,
});

/** Milliseconds of work between two turns of other work. */
const SLICE = 12;

function turns(clock: Clock, signal: AbortSignal | undefined): () => Promise<void> {
  let end = clock.now() + SLICE;
  return async () => {
    if (clock.now() < end) return;
    await clock.yield();
    signal?.throwIfAborted();
    end = clock.now() + SLICE;
  };
}

/** UTF-16 units of text that are handed on together. */
const PART = 1 << 20;
/** Rows after which others may have their turn. */
const ROWS = 16;

/** Chunks of text as UTF-8 in parts of about a megabyte; a lone surrogate becomes U+FFFD. */
async function* encodeText(chunks: Iterable<string>, writing: Writing): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = '';
  for (const chunk of chunks) {
    text += chunk;
    writing.done++;
    if (text.length >= PART) {
      yield encoder.encode(text);
      text = '';
    }
    if (writing.done % ROWS === 0) await writing.turn();
  }
  if (text) yield encoder.encode(text);
}

/** A ZIP file of these files, as its bytes come. */
async function* packed(
  files: Iterable<PackedFile>,
  writing: Writing,
  parquet: ExportNeeds['parquet'],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let lease: ParquetLease | undefined;
  const inputs = async function* (): AsyncGenerator<PackInput> {
    for (const file of files) {
      if (!('text' in file)) {
        lease ??= await parquet();
        const { arrow, rows } = await arrowOf(file, writing.tables);
        const bytes = (await lease.codec.encode(arrow, 'SNAPPY')) as Uint8Array<ArrayBuffer>;
        writing.done += rows;
        yield { path: file.path, bytes };
      } else if (typeof file.text === 'string') {
        if (++writing.done % ROWS === 0) await writing.turn();
        yield { path: file.path, bytes: encoder.encode(file.text) };
      } else yield { path: file.path, bytes: encodeText(file.text, writing) };
    }
  };
  try {
    yield* packFiles(inputs());
  } finally {
    lease?.release();
  }
}

/** The rows of a file as Arrow, and their number. */
async function arrowOf(
  file: Exclude<PackedFile, { readonly text: unknown }>,
  tables: GraphTables,
): Promise<{ readonly arrow: Uint8Array; readonly rows: number }> {
  if ('table' in file) return { arrow: tableToArrow(file.table, tables), rows: tables[file.table].length };
  if ('columns' in file) return { arrow: columnsToArrow(file.path, file.columns, file.rows), rows: file.rows.length };
  const { ids, vectors } = await file.embedding.read();
  return { arrow: vectorsToArrow(ids, vectors), rows: ids.length };
}

/** A table as other programs know it: without Burrow's own columns, and with the derived ones as they are. */
function tableToArrow(name: GraphTableName, tables: GraphTables): Uint8Array {
  const columns = Object.entries(TABLES[name]).flatMap(([column, facts]) => ('own' in facts ? [] : [column]));
  return rowsToArrow(name, tables[name] as never, { columns, keepDerived: true });
}
