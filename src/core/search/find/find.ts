import { folded } from '../../retrieval/folded-text';
import type { SearchIndex } from '../../retrieval/index';
import { topK } from '../../retrieval/top-k';
import type { CitationTarget } from '../events';

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

/** The names of a table's rows, folded, each with the row that it belongs to. */
interface NameList {
  readonly names: readonly string[];
  readonly rows: Int32Array;
}

/** 0: the very name; 1: its beginning; 2: the beginning of a word in it; 3: anywhere in it. */
type Rank = 0 | 1 | 2 | 3;

/** Lists the names of rows; linear in their characters. */
function nameList<R>(rows: readonly R[], namesOf: (row: R) => readonly string[]): NameList {
  const names: string[] = [];
  const at: number[] = [];
  rows.forEach((row, number) => {
    for (const name of namesOf(row)) {
      names.push(folded(name));
      at.push(number);
    }
  });
  return { names, rows: Int32Array.from(at) };
}

/** The rows whose names fit a folded text best, each once; among equals those of more weight, then of shorter names. */
function rowsNamed(
  { names, rows }: NameList,
  sought: string,
  weight: (row: number) => number,
  limit: number,
): readonly number[] {
  const best = topK(limit);
  let row = -1;
  let rank: Rank | null = null;
  let length = 0;
  const push = (): void => {
    if (rank !== null) best.push(row, scoreOf(rank, weight(row), length));
  };
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const own = rankOf(name, sought);
    if (own === null) continue;
    const next = rows[at] ?? 0;
    if (next === row && rank !== null && (rank < own || (rank === own && length <= name.length))) continue;
    if (next !== row) push();
    [row, rank, length] = [next, own, name.length];
  }
  push();
  return best.take().map(({ id }) => id);
}

/** The rank decides, then the weight, then the length. */
const scoreOf = (rank: Rank, weight: number, length: number): number =>
  -rank * 1e9 + Math.min(weight, 1e5) * 1e3 - Math.min(length, 999);

function rankOf(name: string, sought: string): Rank | null {
  let at = name.indexOf(sought);
  if (at < 0) return null;
  if (at === 0) return name.length === sought.length ? 0 : 1;
  for (; at >= 0; at = name.indexOf(sought, at + 1)) if (isWordStart(name, at)) return 2;
  return 3;
}

/** Whether a word begins there; in a script without spaces none does but the first. */
function isWordStart(name: string, at: number): boolean {
  const code = name.charCodeAt(at - 1);
  return code < 128 ? !isLetterOrDigit(code) : !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));
}

/** Of ASCII, folded. */
const isLetterOrDigit = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
