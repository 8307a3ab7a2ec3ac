import { documentKind } from '../../app/library/document-names';
import type { EvidenceEntry } from '../../app/evidence/evidence-entry';
import type { ExploreSort } from '../../app/explore/explore-route';
import type { BrowsedTable } from '../../app/explore/explore.svelte';
import { finderLabel } from '../../app/words/methods';
import { bytes, decimal } from '../../app/words/numbers';

export interface ShownColumn {
  readonly column: string;
  readonly title: string;
  readonly kind: 'text' | 'prose' | 'lower' | 'number' | 'date' | 'list' | 'media' | 'language' | 'bytes' | 'method';
  /** What the numbers mean, where the title is too short for it. */
  readonly help?: string;
  /** What stands in the same cell behind it, and the sign between the two. */
  readonly second?: { readonly column: string; readonly after: string };
  /** Whether it is shown only where a row of the page has it. */
  readonly onlyFilled?: boolean;
}

export interface DescribedTable {
  readonly table: BrowsedTable;
  readonly title: string;
  readonly columns: readonly ShownColumn[];
  /** Columns read besides those shown. */
  readonly also: readonly string[];
  readonly entry: (row: Readonly<Record<string, unknown>>) => EvidenceEntry;
  /** How it is sorted before a person says so; missing: as the rows were numbered. */
  readonly order?: ExploreSort;
  /** Whether the table is left out while it has no rows. */
  readonly onlyFilled?: boolean;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const METHOD: ShownColumn = { column: 'method', title: 'Found by', kind: 'method', help: 'Who or what found it' };

export const TABLES: readonly DescribedTable[] = [
  {
    table: 'documents',
    title: 'Documents',
    columns: [
      { column: 'title', title: 'Title', kind: 'text' },
      { column: 'source_path', title: 'Path', kind: 'text' },
      { column: 'media_type', title: 'Type', kind: 'media' },
      { column: 'language', title: 'Language', kind: 'language' },
      { column: 'byte_size', title: 'Size', kind: 'bytes' },
    ],
    also: ['id'],
    entry: (row) => ({ kind: 'document', documentId: text(row['id']) }),
  },
  {
    table: 'entities',
    title: 'Entities',
    columns: [
      { column: 'title', title: 'Name', kind: 'text' },
      { column: 'type', title: 'Type', kind: 'text' },
      { column: 'frequency', title: 'Passages', kind: 'number', help: 'How many passages (text units) name it' },
      {
        column: 'degree',
        title: 'Neighbours',
        kind: 'number',
        help: 'How many other entities are named together with it',
      },
      METHOD,
      { column: 'description', title: 'Description', kind: 'prose', onlyFilled: true },
    ],
    order: { column: 'frequency', descending: true },
    // Looked through by the filter, too.
    also: ['id', 'aliases'],
    entry: (row) => ({
      kind: 'target',
      target: { kind: 'entity', id: text(row['id']), title: text(row['title']) },
    }),
  },
  {
    table: 'relationships',
    title: 'Relationships',
    columns: [
      { column: 'source', title: 'From', kind: 'text' },
      { column: 'description', title: 'How', kind: 'text' },
      { column: 'target', title: 'To', kind: 'text' },
      { column: 'weight', title: 'Weight', kind: 'number', help: 'How strong the tie is, beside the others' },
      { column: 'count', title: 'Count', kind: 'number', help: 'How often the two are named together' },
      METHOD,
    ],
    also: ['id'],
    entry: (row) => ({
      kind: 'target',
      target: {
        kind: 'relationship',
        id: text(row['id']),
        title: `${text(row['source'])} – ${text(row['target'])}`,
      },
    }),
  },
  {
    table: 'covariates',
    title: 'Claims',
    onlyFilled: true,
    columns: [
      { column: 'subject_id', title: 'About', kind: 'text', second: { column: 'object_id', after: '→' } },
      { column: 'description', title: 'Claim', kind: 'prose' },
      { column: 'status', title: 'Status', kind: 'lower', help: 'True, false or suspected, as the documents say it' },
      { column: 'type', title: 'Kind', kind: 'text' },
      {
        column: 'start_date',
        title: 'When',
        kind: 'date',
        second: { column: 'end_date', after: '–' },
        onlyFilled: true,
      },
      METHOD,
    ],
    also: ['document_id', 'evidence_start', 'evidence_end'],
    entry: (row) => ({
      kind: 'passage',
      documentId: text(row['document_id']),
      start: Number(row['evidence_start']),
      end: Number(row['evidence_end']),
    }),
  },
];

/** The column by which a row is opened. */
export const leadColumn = (described: DescribedTable): string => described.columns[0]?.column ?? 'title';

const languages = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

type Row = Readonly<Record<string, unknown>>;

/** The columns of which a table's cells are made. */
export const columnsRead = (columns: readonly ShownColumn[]): readonly string[] =>
  columns.flatMap(({ column, second }) => (second ? [column, second.column] : [column]));

/** A cell in words a person knows. */
export function cellWords(row: Row, { column, kind, second }: ShownColumn): string {
  const words = valueWords(row[column], kind);
  const behind = second ? valueWords(row[second.column], kind) : '';
  return second && behind !== '' ? `${words} ${second.after} ${behind}`.trimStart() : words;
}

function valueWords(value: unknown, kind: ShownColumn['kind']): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'media') return documentKind(String(value));
  if (kind === 'lower') return String(value).toLowerCase();
  if (kind === 'method') return finderLabel(String(value));
  if (kind === 'language') return value === 'und' ? 'Unknown' : (languages.of(String(value)) ?? String(value));
  if (typeof value === 'number' || typeof value === 'bigint') {
    return kind === 'bytes' ? bytes(Number(value)) : decimal(Number(value));
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}
