import { APPEARS_WITH } from '../../graph/derive-relationships';
import { relationWords } from '../../graph/relation-words';
import type { SearchIndex } from '../../retrieval/index';
import type { RelationshipRow, Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { spansOfRelationship } from '../evidence/cite';
import { oneLine, spanKey } from '../evidence/passage';
import type { Entry, Wording } from './entry';
import type { Scope } from './scope';

/** A longer sentence is better read among the sources. */
const LONGEST_QUOTE = 60;

/**
 * Relationships with what is said of them, else with the sentence that proves them, each sentence once. A description that was made from
 * other documents than the chosen ones, too, is left out.
 */
export function* relationshipEntries(
  index: SearchIndex,
  rows: Iterable<number>,
  scope: Scope,
  scoreOf: (row: RelationshipRow) => number,
): Generator<Entry> {
  const quoted = new Set<string>();
  for (const row of rows) {
    const one = index.tables.relationships[row];
    if (!one || !scope.touches(one.text_unit_ids)) continue;
    const spans = scope.spans(spansOfRelationship(index, row));
    const told = scope.covers(one.text_unit_ids) ? oneLine(relationWords(one)) : APPEARS_WITH;
    const quote = told === APPEARS_WITH ? freshQuote(index, spans, quoted) : '';
    const title = `${one.source} – ${one.target}`;
    const wording = (text: string): Wording => ({ text, statements: () => [{ text: `${title}: ${text}`, spans }] });
    yield {
      dataset: 'Relationships',
      id: one.id,
      row,
      title,
      score: scoreOf(one),
      cells: (text) => [one.source, one.target, rounded(one.weight), text],
      wordings: [...new Set([quote || told, APPEARS_WITH])].map(wording),
      documentIds: () => scope.documentsOf(one.text_unit_ids),
    };
  }
}

const rounded = (weight: number): number => Math.round(weight * 100) / 100;

function freshQuote(index: SearchIndex, spans: readonly Span[], quoted: Set<string>): string {
  for (const span of spans) {
    const key = spanKey(span);
    if (quoted.has(key)) continue;
    const text = oneLine(index.documents.get(span.document_id)?.text.slice(span.start, span.end) ?? '');
    if (text === '' || estimateTokens(text) > LONGEST_QUOTE) continue;
    quoted.add(key);
    return text;
  }
  return '';
}

/**
 * Relationships in the order in which they are to fill a table: all of the picked entities where they fit, else those of as many of the
 * first entities as fit, then the others (GraphRAG B1 grows entity by entity and leaves the others out).
 */
export function growRelationships(
  entities: readonly number[],
  pick: (entities: readonly number[]) => readonly number[],
  fits: (relationships: readonly number[]) => boolean,
): readonly number[] {
  const all = pick(entities);
  if (fits(all)) return all;
  let best: readonly number[] = [];
  let low = 0;
  let high = entities.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const rows = pick(entities.slice(0, middle));
    if (fits(rows)) {
      best = rows;
      low = middle;
    } else high = middle - 1;
  }
  const first = new Set(best);
  return [...best, ...all.filter((row) => !first.has(row))];
}
