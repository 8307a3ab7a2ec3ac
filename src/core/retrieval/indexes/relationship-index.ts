import { relationshipText } from '../../graph/derive/descriptions';
import type { RelationshipRow } from '../../tables/tables';
import { passageLanguage } from '../../text/language';
import { terms } from '../../text/terms';
import { finish } from '../../work';
import { createBm25, renumbered, type Bm25, type Bm25Reader } from '../lexical/bm25';
import { keepRows, type KeptRows } from './row-numbers';

/** The words of relationships by their row numbers. */
export type RelationshipWords = KeptRows<RelationshipRow, Bm25>;

/**
 * Indexes the words of relationships at once: keywords, names of both ends, description, read in the language of the description, else in that of most
 * documents. Of rows that an earlier state has, nothing is read again.
 */
export function indexRelationships(
  rows: readonly RelationshipRow[],
  language: string,
  before?: RelationshipWords,
): RelationshipWords {
  const keeper = (bm25: Bm25) => ({
    add: (number: number, row: RelationshipRow) =>
      bm25.add(number, terms(relationshipText(row), passageLanguage(row.description, language))),
    remove: bm25.remove,
    isCurrent: (_: number, row: RelationshipRow, then: RelationshipRow) =>
      row === then || relationshipText(row) === relationshipText(then),
  });
  return finish(keepRows(rows, { create: () => createBm25(), keeper }, before))();
}

/** The same, as the rows of its state are asked for. */
export const relationshipReader = ({ kept, state }: RelationshipWords): Bm25Reader => renumbered(kept, state);
