import { documentKind } from '../../app/document-kind';
import type { EvidenceEntry } from '../../app/evidence-entry';
import type { BrowsedTable } from '../../app/explore.svelte';
import { foundLabel } from '../../app/methods';
import { bytes, decimal } from '../../app/numbers';

export interface ShownColumn {
  readonly column: string;
  readonly title: string;
  readonly kind: 'text' | 'number' | 'list' | 'media' | 'language' | 'bytes' | 'method';
  /** What the numbers mean, where the title is too short for it. */
  readonly help?: string;
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
      { column: 'description', title: 'Description', kind: 'text', onlyFilled: true },
    ],
    also: ['id'],
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
];

/** The column by which a row is opened. */
export const leadColumn = (described: DescribedTable): string => described.columns[0]?.column ?? 'title';

const languages = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

/** A cell in words a person knows. */
export function cellWords(value: unknown, { kind }: ShownColumn): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'media') return documentKind(String(value));
  if (kind === 'method') return foundLabel(String(value)).replace(/^Found by /u, '');
  if (kind === 'language') return value === 'und' ? 'Unknown' : (languages.of(String(value)) ?? String(value));
  if (typeof value === 'number' || typeof value === 'bigint') {
    return kind === 'bytes' ? bytes(Number(value)) : decimal(Number(value));
  }
  return Array.isArray(value) ? value.join(', ') : String(value);
}
