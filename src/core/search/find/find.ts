import type { SearchIndex } from '../../retrieval/index';
import type { CitationTarget } from '../events';
import { folded } from './folded';
import { nameList, rowsNamed, type NameList } from './name-list';

/** Something that was found by its name. */
export interface Found {
  readonly kind: 'document' | 'entity' | 'report';
  /** Id of the document, or of the row. */
  readonly id: string;
  readonly title: string;
  /** What tells it apart: an entity's kind and the other name by which it was found, a document's path, a report's size. */
  readonly note: string;
  /** What Evidence opens; missing for a document, which opens itself. */
  readonly target?: CitationTarget;
}

/** Things found, by kind, the best of each first. */
export interface FoundThings {
  readonly documents: readonly Found[];
  readonly entities: readonly Found[];
  readonly reports: readonly Found[];
}

const NOTHING: FoundThings = { documents: [], entities: [], reports: [] };

/** The folded names of tables, made once for each state of a table. */
const known = new WeakMap<object, NameList>();

/**
 * Finds documents, entities and reports by name: whole names before beginnings, beginnings of words and what stands within; at most `limit` of
 * each kind. No question is needed, and no model. Linear in the names, which an empty text only prepares.
 */
export function find(index: SearchIndex, text: string, limit: number): FoundThings {
  const sought = folded(text);
  const { documents, entities, communityReports } = index.tables;
  const named = {
    documents: listOf(documents, ({ title, source_path }) => [title, fileOf(source_path)]),
    entities: listOf(entities, ({ title, aliases }) => [title, ...aliases]),
    reports: listOf(communityReports, ({ title }) => [title]),
  };
  if (sought === '') return NOTHING;
  const best = (list: NameList, weight: (row: number) => number): readonly number[] =>
    rowsNamed(list, sought, weight, limit);
  const documentRows = best(named.documents, (row) => documents[row]?.text_unit_ids.length ?? 0);
  const entityRows = best(named.entities, (row) => entities[row]?.degree ?? 0);
  const reportRows = best(named.reports, (row) => communityReports[row]?.rank ?? 0);
  return {
    documents: documentRows.flatMap((row) => documentAt(index, row)),
    entities: entityRows.flatMap((row) => entityAt(index, row, sought)),
    reports: reportRows.flatMap((row) => reportAt(index, row)),
  };
}

function listOf<R>(rows: readonly R[], namesOf: (row: R) => readonly string[]): NameList {
  const list = known.get(rows) ?? nameList(rows, namesOf);
  known.set(rows, list);
  return list;
}

const fileOf = (path: string): string => path.split('/').at(-1) ?? path;

function documentAt({ tables, labels }: SearchIndex, row: number): readonly Found[] {
  const found = tables.documents[row];
  if (!found) return [];
  const { id, title, source_path } = found;
  const label = labels.get(id) ?? title;
  return [{ kind: 'document', id, title: label, note: label.includes(source_path) ? '' : source_path }];
}

function entityAt({ tables }: SearchIndex, row: number, sought: string): readonly Found[] {
  const found = tables.entities[row];
  if (!found) return [];
  const { id, title, type, aliases } = found;
  const other = folded(title).includes(sought) ? undefined : aliases.find((alias) => folded(alias).includes(sought));
  const note = [type, ...(other === undefined ? [] : [`also “${other}”`])].filter(Boolean).join(', ');
  return [{ kind: 'entity', id, title, note, target: { kind: 'entity', id, title } }];
}

function reportAt({ tables }: SearchIndex, row: number): readonly Found[] {
  const found = tables.communityReports[row];
  if (!found) return [];
  const { id, title, community, size } = found;
  const note = `on ${String(size)} ${size === 1 ? 'entity' : 'entities'}`;
  return [{ kind: 'report', id, title, note, target: { kind: 'report', community, title } }];
}
