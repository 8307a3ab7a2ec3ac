import type { SearchIndex } from '../../retrieval/index';
import { splitSentences } from '../../text/sentences';
import { spansOfEntity } from '../evidence/cite';
import type { EntityPick } from '../../retrieval/entities';
import { oneLine } from '../evidence/passage';
import type { Entry, Wording } from './entry';
import type { Scope } from './scope';

/** Sentences of the documents that stand for an entity. */
const SPANS = 4;

/**
 * Picked entities with their descriptions, else their first sentence, else by name alone. A description that was made from other
 * documents than the chosen ones, too, is left out.
 */
export function entityEntries(index: SearchIndex, { rows, scores }: EntityPick, scope: Scope): readonly Entry[] {
  return rows.flatMap((row) => {
    const entity = index.tables.entities[row];
    if (!entity || !scope.touches(entity.text_unit_ids)) return [];
    const { id, title, degree, text_unit_ids } = entity;
    const description = scope.covers(text_unit_ids) ? oneLine(entity.description) : '';
    const wording = (text: string): Wording => ({
      text,
      statements: () =>
        text === '' ? [] : [{ text: naming(title, text), spans: spansOfEntity(index, row, SPANS, scope.unit) }],
    });
    const texts = [...new Set([description, firstSentence(description), ''])];
    return {
      dataset: 'Entities',
      id,
      row,
      title,
      score: scores.get(row) ?? 0,
      cells: (text) => [title, degree, text],
      wordings: texts.map(wording),
      documentIds: () => scope.documentsOf(text_unit_ids),
    } satisfies Entry;
  });
}

/** A description that does not say whom it describes. */
const naming = (title: string, text: string): string =>
  text.toLowerCase().includes(title.toLowerCase()) ? text : `${title}: ${text}`;

function firstSentence(text: string): string {
  return text.slice(0, splitSentences(text, 'en').ends[0] ?? text.length);
}
