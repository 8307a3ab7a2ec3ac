import type { BrowsedTable } from '../../app/explore.svelte';
import type { EvidenceEntry } from '../../app/evidence-entry';

export interface ShownColumn {
  readonly column: string;
  readonly title: string;
  readonly kind: 'text' | 'number' | 'list';
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

export const TABLES: readonly DescribedTable[] = [
  {
    table: 'documents',
    title: 'Documents',
    columns: [
      { column: 'title', title: 'Title', kind: 'text' },
      { column: 'source_path', title: 'Path', kind: 'text' },
      { column: 'media_type', title: 'Type', kind: 'text' },
      { column: 'language', title: 'Language', kind: 'text' },
      { column: 'byte_size', title: 'Bytes', kind: 'number' },
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
      { column: 'frequency', title: 'Text units', kind: 'number' },
      { column: 'degree', title: 'Neighbours', kind: 'number' },
      { column: 'description', title: 'Description', kind: 'text' },
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
      { column: 'weight', title: 'Weight', kind: 'number' },
      { column: 'count', title: 'Count', kind: 'number' },
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
