import { relationshipText } from '../../graph/derive/descriptions';
import type { Rows } from '../../tables/rows';
import type { RelationshipRow } from '../../tables/tables';
import { passageLanguage } from '../../text/language';
import { terms } from '../../text/terms';
import { finish, type Work } from '../../work';
import { createBm25, renumbered, type Bm25, type Bm25Reader } from '../lexical/bm25';
import { keepRows, type KeptRows } from './row-numbers';

/** The words of relationships by their row numbers. */
type IndexedRelationships = KeptRows<RelationshipRow, Bm25>;

/** Words of the relationships of one state of the tables, read when they are first asked for. */
export interface RelationshipWords {
  /** Reads them in small steps, so that others get their turn. */
  ready(): Work<void>;
  /** The words, read at once where nobody did before. */
  reader(): Bm25Reader;
  /** Words that were read, for the next state; undefined where nobody asked. */
  made(): IndexedRelationships | undefined;
}

/**
 * Words of relationships: keywords, names of both ends, description, read in the language of the description, else in that of most documents. Words that an
 * earlier state has read is kept up to date, and nothing of it is read again.
 */
export function relationshipWords(
  rows: Rows<RelationshipRow>,
  language: string,
  before?: IndexedRelationships,
): RelationshipWords {
  const making = reading(rows, language, before);
  let made = before && finish(making)();
  return {
    *ready() {
      if (made) return;
      const read = yield* making;
      made ??= read(); // a question may have read on meanwhile
    },
    reader() {
      made ??= finish(making)();
      return renumbered(made.kept, made.state);
    },
    made: () => made,
  };
}

function reading(
  rows: Rows<RelationshipRow>,
  language: string,
  before?: IndexedRelationships,
): Work<() => IndexedRelationships> {
  const keeper = (bm25: Bm25) => ({
    add: (number: number, row: RelationshipRow) =>
      bm25.add(number, terms(relationshipText(row), passageLanguage(row.description, language))),
    remove: bm25.remove,
    isCurrent: (_: number, row: RelationshipRow, then: RelationshipRow) =>
      row === then || relationshipText(row) === relationshipText(then),
  });
  return keepRows(rows, { create: () => createBm25(), keeper }, before);
}
