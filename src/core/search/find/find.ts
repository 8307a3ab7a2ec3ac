import { listMessages, message, type Message } from '../../message';
import type { CitationTarget } from '../evidence/evidence';
import { folded } from '../../text/folded-text';
import type { SearchIndex } from '../../retrieval/index';
import type { CommunityRow, DocumentRow, EntityRow } from '../../tables/tables';
import { scopeOf } from '../context/scope';
import { entityTarget, reportTarget } from '../evidence/citation-targets';
import { NameList } from './name-list';

/** Thing found by its name. */
export interface Found {
  readonly kind: 'document' | 'entity' | 'report';
  /** Id of the document, or of the row. */
  readonly id: string;
  readonly title: string;
  /**
   * Difference from things of the same name: an entity's kind and the other name by which it was found, a document's
   * path, a report's size.
   */
  readonly note: Message;
  /** Target that Evidence opens; missing for a document, which opens itself. */
  readonly target?: CitationTarget;
}

/** Things found, by kind, the best of each first. */
export interface FoundThings {
  readonly documents: readonly Found[];
  readonly entities: readonly Found[];
  readonly reports: readonly Found[];
}

/** The names of tables' rows, made once for each state of a table. */
const known = new WeakMap<object, NameList>();

/**
 * Finds documents, entities and reports by name: whole names before beginnings, beginnings of words and matches within;
 * at most `limit` of each kind. Names from left-out documents alone are not found. No question is needed, and no model.
 * Linear in the names, which an empty text only prepares.
 */
export function find(index: SearchIndex, text: string, limit: number, leftOut: readonly string[] = []): FoundThings {
  const { tables, labels, unitsOf } = index;
  const sought = folded(text);
  const scope = scopeOf(index, { leftOut });
  const isThere = (id: string): boolean => {
    const entity = tables.entities[index.entities.at.get(id) ?? -1];
    return entity !== undefined && scope.touches(entity.text_unit_ids);
  };
  const documents = bestNamed(
    {
      rows: tables.documents,
      namesOf: namesOfDocument,
      weightOf: ({ id }) => unitsOf(id).length,
      isThere: ({ id }) => scope.document(id),
    },
    sought,
    limit,
  );
  const entities = bestNamed(
    {
      rows: tables.entities,
      namesOf: ({ title, aliases }) => [title, ...aliases],
      weightOf: (row) => row.degree,
      isThere: (row) => scope.touches(row.text_unit_ids),
    },
    sought,
    limit,
  );
  const reports = bestNamed(
    {
      rows: titledReports(index),
      namesOf: ({ title }) => [title],
      weightOf: ({ row }) => row.size,
      isThere: ({ row }) => scope.everything || row.entity_ids.some(isThere),
    },
    sought,
    limit,
  );
  return {
    documents: documents.map((row) => foundDocument(row, labels.get(row.id) ?? row.title)),
    entities: entities.map((row) => foundEntity(row, sought)),
    reports: reports.map((one) => foundReport(index, one)),
  };
}

const namesOfDocument = ({ title, source_path: path }: DocumentRow): readonly string[] => [
  title,
  path.split('/').at(-1) ?? path,
];

const foundDocument = ({ id, source_path: path }: DocumentRow, title: string): Found => ({
  kind: 'document',
  id,
  title,
  note: title.includes(path) ? '' : path,
});

function foundEntity(row: EntityRow, sought: string): Found {
  const { id, title, type, aliases } = row;
  const name = [title, ...aliases].find((one) => folded(one).includes(sought)) ?? title;
  const note = listMessages([type, name === title ? '' : message`also “${name}”`].filter((part) => part !== ''));
  return { kind: 'entity', id, title, note, target: entityTarget(row) };
}

/** A report by its title, before it is composed. */
interface TitledReport {
  readonly row: CommunityRow;
  readonly title: string;
}

const titled = new WeakMap<SearchIndex, readonly TitledReport[]>();

function titledReports(index: SearchIndex): readonly TitledReport[] {
  const { tables, communities, reports } = index;
  const made =
    titled.get(index) ??
    Array.from(communities.reportOf.values(), (at) => tables.communities[at]).flatMap((row) =>
      row ? [{ row, title: reports.title(row) }] : [],
    );
  titled.set(index, made);
  return made;
}

function foundReport({ reports }: SearchIndex, { row, title }: TitledReport): Found {
  const { community, size } = row;
  const note = size === 1 ? message`on ${size} entity` : message`on ${size} entities`;
  return { kind: 'report', id: reports.id(row), title, note, target: reportTarget({ community, title }) };
}

/** The rows of a table, by what names they are found, and which of equals come first. */
interface NamedRows<R> {
  readonly rows: readonly R[];
  readonly namesOf: (row: R) => readonly string[];
  readonly weightOf: (row: R) => number;
  /** Checks if a row may be found. */
  readonly isThere: (row: R) => boolean;
}

/** The rows whose names fit a folded text best; among equals those of more weight, then of shorter names. */
function bestNamed<R>({ rows, namesOf, weightOf, isThere }: NamedRows<R>, sought: string, limit: number): readonly R[] {
  const list = known.get(rows) ?? new NameList(rows.map((row) => ({ names: namesOf(row), weight: weightOf(row) })));
  known.set(rows, list);
  const isRowThere = (at: number): boolean => {
    const row = rows[at];
    return row !== undefined && isThere(row);
  };
  return list.best(sought, limit, isRowThere).flatMap((at) => rows[at] ?? []);
}
