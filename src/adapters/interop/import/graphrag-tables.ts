import { message } from '../../../core/message';
import type { CallOptions, Clock } from '../../../core/platform';
import type { ForeignGraph } from '../../../core/ports/interop';
import { GRAPHRAG_TYPE } from '../../../core/tables/documents';
import { idFault } from '../../../core/tables/row-ids';
import type { ParquetCodec } from '../../storage/arrow/parquet';
import { foreignCommunities, foreignReports } from './graphrag-communities';
import { areQuoted, cell, decimal, text, textOrNull, texts, whole, withoutQuotes, type LooseRow } from './cells';
import { type GivenFile, notImported } from './given-files';
import { type LooseName, type LooseTables, tableOfFile } from './loose-tables';
import { parquetRows } from './parquet-rows';

/** Reads the tables of a GraphRAG index of the versions 0 to 3 (GraphRAG A14). Throws ParseError. */
export async function readGraphRag(
  files: readonly GivenFile[],
  name: string,
  options: CallOptions & { readonly codec: ParquetCodec; readonly clock: Clock },
): Promise<ForeignGraph> {
  const found = new Map<LooseName, GivenFile>();
  for (const file of files) {
    const table = tableOfFile(file.path);
    if (!table) continue;
    const other = found.get(table);
    if (other)
      throw notImported(
        message`they hold the table ${table} twice: ${other.path} and ${file.path}. Choose the folder of one index`,
      );
    found.set(table, file);
  }
  for (const needed of ['entities', 'text_units'] as const)
    if (!found.has(needed)) throw notImported(message`the table ${needed} is missing`);
  const tables: Partial<Record<LooseName, readonly LooseRow[]>> = {};
  for (const [table, file] of found) {
    const bytes = await file.read(options);
    tables[table] = await parquetRows(bytes, file.path, options);
    options.signal?.throwIfAborted();
  }
  const isOld = [...found.values()].some(({ path }) => path.includes('create_final_'));
  return foreignGraph(tables, { name, program: `GraphRAG ${versionOf(tables, isOld)}`, mediaType: GRAPHRAG_TYPE });
}

/** The version by which columns the tables have: each brought or renamed some. */
function versionOf(tables: LooseTables, isOld: boolean): string {
  const has = (table: LooseName, column: string): boolean => tables[table]?.some((row) => column in row) ?? false;
  if (isOld) return has('communities', 'parent') || has('communities', 'community') ? '1' : '0';
  return has('text_units', 'document_ids') ? '2' : '3';
}

/** Columns of words that versions before 0.4 put in quotation marks, in any of these tables. */
const QUOTED_TABLES = ['nodes', 'entities', 'relationships', 'covariates'] as const;
const QUOTED_COLUMNS = ['title', 'name', 'type', 'description', 'source', 'target', 'subject_id', 'object_id'] as const;

/** The tables without the quotation marks around all names. */
function unquotedTables(tables: LooseTables): LooseTables {
  if (!areQuoted((tables.entities ?? []).map((row) => text(cell(row, 'title', 'name'))))) return tables;
  const unquotedRow = (row: LooseRow): LooseRow =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) =>
        typeof value === 'string' && QUOTED_COLUMNS.some((column) => column === name)
          ? [name, withoutQuotes(value)]
          : [name, value],
      ),
    );
  const unquoted = QUOTED_TABLES.flatMap((name) => {
    const rows = tables[name];
    return rows ? [[name, rows.map(unquotedRow)] as const] : [];
  });
  return { ...tables, ...Object.fromEntries(unquoted) };
}

function foreignGraph(given: LooseTables, origin: Pick<ForeignGraph, 'name' | 'program' | 'mediaType'>): ForeignGraph {
  const tables = unquotedTables(given);
  const documents = numbered(rowsWithIds(tables, 'documents'));
  const units = numbered(rowsWithIds(tables, 'text_units'));
  const entities = numbered(rowsWithIds(tables, 'entities'));
  requireColumn(units, 'text_units', 'text');
  requireColumn(entities, 'entities', 'title', 'name');
  const places = placesOf(tables.nodes ?? []);
  const titled = entities.map(({ row, id, number }) => {
    const place = places.get(id) ?? places.get(text(cell(row, 'title', 'name')));
    return {
      id,
      human_readable_id: number,
      title: text(cell(row, 'title', 'name')),
      type: text(cell(row, 'type')),
      description: text(cell(row, 'description')),
      text_unit_ids: texts(cell(row, 'text_unit_ids')),
      x: finite(cell(row, 'x') ?? place?.['x']),
      y: finite(cell(row, 'y') ?? place?.['y']),
    };
  });
  const communities = foreignCommunities(tables, titled);
  return {
    ...origin,
    documents: documents.map(({ row, id, number }) => ({
      id,
      human_readable_id: number,
      title: text(cell(row, 'title')) || id,
      text: text(cell(row, 'text', 'raw_content')),
      creation_date: text(cell(row, 'creation_date')),
      raw_data: textOrNull(cell(row, 'raw_data', 'metadata', 'attributes')),
    })),
    text_units: units.map(({ row, id, number }) => ({
      id,
      human_readable_id: number,
      text: text(cell(row, 'text')),
      n_tokens: whole(cell(row, 'n_tokens'), -1),
      document_id: text(cell(row, 'document_id')) || (texts(cell(row, 'document_ids'))[0] ?? ''),
    })),
    entities: titled,
    relationships: numbered(rowsWithIds(tables, 'relationships')).map(({ row, id, number }) => ({
      id,
      human_readable_id: number,
      source: text(cell(row, 'source')),
      target: text(cell(row, 'target')),
      description: text(cell(row, 'description')),
      weight: decimal(cell(row, 'weight'), 1),
      text_unit_ids: texts(cell(row, 'text_unit_ids')),
    })),
    covariates: numbered(rowsWithIds(tables, 'covariates')).map(({ row, id, number }) => ({
      id,
      human_readable_id: number,
      covariate_type: text(cell(row, 'covariate_type')) || 'claim',
      type: text(cell(row, 'type')),
      description: text(cell(row, 'description')),
      subject_id: text(cell(row, 'subject_id')),
      object_id: textOrNull(cell(row, 'object_id')),
      status: text(cell(row, 'status')),
      start_date: textOrNull(cell(row, 'start_date')),
      end_date: textOrNull(cell(row, 'end_date')),
      source_text: text(cell(row, 'source_text')),
      text_unit_id: text(cell(row, 'text_unit_id')),
    })),
    communities,
    community_reports: foreignReports(tables, communities),
  };
}

/** A row with its id and its number; both are checked. */
interface NumberedRow {
  readonly row: LooseRow;
  readonly id: string;
  readonly number: number;
}

/** The rows of a table by their ids. Throws ParseError where an id is missing or not unique. */
function rowsWithIds(tables: LooseTables, name: LooseName): readonly Omit<NumberedRow, 'number'>[] {
  const rows = (tables[name] ?? []).map((row) => ({ row, id: text(cell(row, 'id')) }));
  const fault = idFault(rows.map(({ id }) => id));
  if (fault?.kind === 'missing') throw notImported(message`the table ${name} has rows without an id`);
  if (fault) throw notImported(message`the table ${name} has the id ${fault.id.slice(0, 80)} twice`);
  return rows;
}

/** Numbers rows as in the file where these numbers are whole and unique, else by their places. */
function numbered(rows: readonly Omit<NumberedRow, 'number'>[]): readonly NumberedRow[] {
  const numbers = rows.map(({ row }) => whole(cell(row, 'human_readable_id'), -1));
  const isGood = new Set(numbers).size === rows.length && numbers.every((number) => number >= 0);
  return rows.map((row, at) => ({ ...row, number: isGood ? (numbers[at] ?? at) : at }));
}

function requireColumn(rows: readonly NumberedRow[], table: LooseName, ...columns: readonly string[]): void {
  const isThere = rows.length === 0 || rows.some(({ row }) => columns.some((column) => column in row));
  if (!isThere) throw notImported(message`the table ${table} has no column ${columns[0] ?? ''}`);
}

/** The places of nodes in a picture, by id and by title. */
function placesOf(nodes: readonly LooseRow[]): ReadonlyMap<string, LooseRow> {
  const places = new Map<string, LooseRow>();
  for (const row of nodes) {
    for (const name of [text(cell(row, 'id')), text(cell(row, 'title'))]) {
      if (name !== '' && !places.has(name)) places.set(name, row);
    }
  }
  return places;
}

const finite = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
