import { visibleSigns } from '../../app/words/visible-signs';
import { APPEARS_WITH, typeWords } from '../../app/words/cards';
import { messageText } from '../../app/words/messages';
import { documentKind } from '../../app/library/document-kinds';
import type { EvidenceEntry } from '../../app/evidence/evidence-entry';
import type { ExploreSort } from '../../app/explore/explore-route';
import type { BrowsedTable } from '../../app/explore/explore.svelte';
import { finderLabel } from '../../app/words/methods';
import { language } from '../../app/words/language.svelte';
import { exploreWords } from '../../app/words/screens/explore-words';
import { byLocale } from '../../app/words/locale.svelte';
import { bytes, decimal } from '../../app/words/numbers';

interface ShownColumn {
  readonly column: string;
  readonly kind:
    | 'text'
    | 'prose'
    | 'lower'
    | 'number'
    | 'date'
    | 'day'
    | 'list'
    | 'fields'
    | 'media'
    | 'language'
    | 'bytes'
    | 'method'
    | 'type';
  /** The column that is shown in the cell where this one is empty. */
  readonly instead?: string;
  /** Second column of the same cell, and the sign between the two. */
  readonly second?: { readonly column: string; readonly after: string };
  /** The column with the id of the entity that the cell names: the name opens it. */
  readonly entity?: string;
  /** True to show it only where a row of the page has it. */
  readonly onlyFilled?: boolean;
  /** True to show it only where a person chose it. */
  readonly extra?: boolean;
}

export interface DescribedTable {
  readonly table: BrowsedTable;
  /** Name in the address and among the words. */
  readonly name: 'documents' | 'text_units' | 'entities' | 'relationships' | 'covariates' | 'community_rows';
  readonly columns: readonly ShownColumn[];
  /** Columns read besides those shown. */
  readonly also: readonly string[];
  /** The column by which a row is opened; missing: the first one. */
  readonly lead?: string;
  readonly entry: (row: Readonly<Record<string, unknown>>) => EvidenceEntry;
  /** Default order; missing: as the rows were numbered. */
  readonly order?: ExploreSort;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const METHOD: ShownColumn = { column: 'method', kind: 'method' };

export const TABLES: readonly DescribedTable[] = [
  {
    table: 'documents',
    name: 'documents',
    columns: [
      { column: 'title', kind: 'text' },
      { column: 'source_path', kind: 'text' },
      { column: 'media_type', kind: 'media' },
      { column: 'language', kind: 'language' },
      { column: 'byte_size', kind: 'bytes' },
      { column: 'creation_date', kind: 'day', extra: true },
      { column: 'attributes', kind: 'fields', extra: true },
    ],
    also: ['id'],
    entry: (row) => ({ kind: 'document', documentId: text(row['id']) }),
  },
  {
    table: 'text_units',
    name: 'text_units',
    columns: [
      { column: 'text', kind: 'prose' },
      { column: 'context', kind: 'text' },
      { column: 'page', kind: 'number', onlyFilled: true },
      { column: 'n_tokens', kind: 'number' },
      { column: 'start', kind: 'number', extra: true },
      { column: 'heading_path', kind: 'list', extra: true },
    ],
    also: ['id', 'document_id', 'start', 'end'],
    entry: (row) => ({
      kind: 'passage',
      documentId: text(row['document_id']),
      start: Number(row['start']),
      end: Number(row['end']),
    }),
  },
  {
    table: 'entities',
    name: 'entities',
    columns: [
      { column: 'title', kind: 'text' },
      { column: 'type', kind: 'type' },
      { column: 'frequency', kind: 'number' },
      { column: 'degree', kind: 'number' },
      METHOD,
      { column: 'description', kind: 'prose', onlyFilled: true },
      { column: 'aliases', kind: 'list', extra: true },
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
    name: 'relationships',
    columns: [
      { column: 'source', kind: 'text', entity: 'source_id' },
      // A compact reading writes keywords alone.
      { column: 'description', kind: 'text', instead: 'keywords' },
      { column: 'target', kind: 'text', entity: 'target_id' },
      { column: 'weight', kind: 'number' },
      { column: 'count', kind: 'number' },
      METHOD,
      { column: 'keywords', kind: 'list', extra: true },
    ],
    also: ['id', 'source_id', 'target_id'],
    lead: 'description',
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
    name: 'covariates',
    columns: [
      { column: 'subject_id', kind: 'text', second: { column: 'object_id', after: '→' } },
      { column: 'description', kind: 'prose' },
      { column: 'status', kind: 'lower' },
      { column: 'type', kind: 'text' },
      {
        column: 'start_date',
        kind: 'date',
        second: { column: 'end_date', after: '–' },
        onlyFilled: true,
      },
      METHOD,
      { column: 'source_text', kind: 'prose', extra: true },
    ],
    also: ['document_id', 'evidence_start', 'evidence_end'],
    entry: (row) => ({
      kind: 'passage',
      documentId: text(row['document_id']),
      start: Number(row['evidence_start']),
      end: Number(row['evidence_end']),
    }),
  },
  {
    table: 'communities',
    name: 'community_rows',
    columns: [
      { column: 'title', kind: 'text' },
      { column: 'level', kind: 'number' },
      { column: 'size', kind: 'number' },
      { column: 'community', kind: 'number', extra: true },
      { column: 'parent', kind: 'number', extra: true },
      { column: 'children', kind: 'list', extra: true },
      { column: 'period', kind: 'day', extra: true },
    ],
    order: { column: 'size', descending: true },
    also: ['community'],
    entry: (row) => ({
      kind: 'target',
      target: { kind: 'report', community: Number(row['community']), title: text(row['title']) },
    }),
  },
];

/** The columns shown: those that a person chose, or else the usual ones. */
export const shownColumns = ({ columns }: DescribedTable, chosen: readonly string[] | null): readonly ShownColumn[] =>
  chosen === null
    ? columns.filter(({ extra = false }) => !extra)
    : columns.filter(({ column }) => chosen.includes(column));

/** The column by which a row is opened. */
export const leadColumn = (described: DescribedTable): string =>
  described.lead ?? described.columns[0]?.column ?? 'title';

/** Returns the entry that the name in a cell opens. */
export const entityEntry = (row: Row, { column, entity = '' }: ShownColumn): EvidenceEntry => ({
  kind: 'target',
  target: { kind: 'entity', id: text(row[entity]), title: text(row[column]) },
});

const textsOf = ({ name }: DescribedTable): Readonly<Record<string, string>> => exploreWords()[name];

export const tableTitle = (described: DescribedTable): string => exploreWords()[described.name].label;

export const columnTitle = (described: DescribedTable, { column }: ShownColumn): string =>
  (column === 'method' ? exploreWords().method : textsOf(described)[column]) ?? column;

/** Returns the meaning of the numbers, where the title is too short for it. */
export const columnHelp = (described: DescribedTable, { column }: ShownColumn): string | undefined =>
  column === 'method' ? exploreWords().methodHelp : textsOf(described)[`${column}Help`];

const languages = byLocale((tag) => new Intl.DisplayNames(tag, { type: 'language', fallback: 'code' }));

type Row = Readonly<Record<string, unknown>>;

/** The columns of which a table's cells are made. */
export const columnsRead = (columns: readonly ShownColumn[]): readonly string[] =>
  columns.flatMap(({ column, instead, second }) => [column, instead ?? [], second?.column ?? []].flat());

/** A cell in words a person knows. */
export function cellWords(row: Row, { column, instead, kind, second }: ShownColumn): string {
  const own = valueWords(row[column], kind);
  const words = own === '' && instead ? valueWords(row[instead], kind) : own;
  const behind = second ? valueWords(row[second.column], kind) : '';
  return visibleSigns(second && behind !== '' ? `${words} ${second.after} ${behind}`.trimStart() : words);
}

function valueWords(value: unknown, kind: ShownColumn['kind']): string {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return kind === 'bytes' ? bytes(Number(value)) : decimal(Number(value));
  }
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string' || value === '') return '';
  if (kind === 'day') return value.slice(0, 'YYYY-MM-DD'.length);
  if (kind === 'fields') return value === '{}' ? '' : value;
  if (kind === 'media') return documentKind(value);
  if (kind === 'lower') return value.toLowerCase();
  if (kind === 'type') return typeWords(value);
  if (kind === 'method') return finderLabel(value);
  if (kind === 'language') return value === 'und' ? language.words.shared.unknown : (languages().of(value) ?? value);
  return value === APPEARS_WITH ? messageText(value) : value;
}
