import type { SearchIndex } from '../../retrieval/index';
import { splitSentences } from '../../text/sentences';
import { spansOfEntity, spansOfRelationship } from '../evidence/citation-targets';
import { type EntityPick, type RelationshipRank, relationshipRank } from '../../retrieval/entities';
import { oneLine } from '../../text/clip';
import { spanKey } from '../evidence/sentences';
import type { Entry, Wording } from './context';
import type { Scope } from './scope';
import { APPEARS_WITH } from '../../graph/derive/derive-relationships';
import { relationshipLabel } from '../../graph/derive/descriptions';
import { rowIn } from '../../tables/rows';
import type { Span, CovariateRow } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';

/** Sentences of the documents in place of an entity's description. */
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

/** Completes a description that does not name its entity. */
const naming = (title: string, text: string): string =>
  text.toLowerCase().includes(title.toLowerCase()) ? text : `${title}: ${text}`;

function firstSentence(text: string): string {
  return text.slice(0, splitSentences(text, 'en').ends[0] ?? text.length);
}

/** A longer sentence is better read among the sources. */
const LONGEST_QUOTE = 60;

/**
 * Relationships with their descriptions, else with the sentence that proves them, each sentence once. A description
 * that was made from other documents than the chosen ones, too, is left out.
 */
export function* relationshipEntries(
  index: SearchIndex,
  rows: Iterable<number>,
  scope: Scope,
  rankBy: RelationshipRank,
  links: (row: number) => number,
): Generator<Entry> {
  const quoted = new Set<string>();
  for (const row of rows) {
    const one = rowIn(index.tables.relationships, row);
    if (!one || !scope.touches(one.text_unit_ids)) continue;
    const spans = scope.spans(spansOfRelationship(index, row));
    const label = scope.covers(one.text_unit_ids) ? oneLine(relationshipLabel(one)) : APPEARS_WITH;
    const quote = label === APPEARS_WITH ? freshQuote(index, spans, quoted) : '';
    const title = `${one.source} – ${one.target}`;
    const wording = (text: string): Wording => ({ text, statements: () => [{ text: `${title}: ${text}`, spans }] });
    yield {
      dataset: 'Relationships',
      id: one.id,
      row,
      title,
      score: relationshipRank(index, row, rankBy),
      cells: (text) => [one.source, one.target, rounded(one.weight), links(row), text],
      wordings: [...new Set([quote || label, APPEARS_WITH])].map(wording),
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
 * Orders relationships for a table. Where those of all entities do not fit, those of as many of the first entities as fit come first, then
 * the others. (GraphRAG B1 grows entity by entity and leaves the others out.)
 */
export function selectRelationships(
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

/** The claims with content about picked entities, by their places among the picked (GraphRAG B1). */
export function claimEntries(
  index: SearchIndex,
  { rows, scores }: EntityPick,
  claims: readonly CovariateRow[],
  scope: Scope,
): readonly Entry[] {
  const about = bySubject(claims);
  return rows.flatMap((entity) =>
    (about.get(index.tables.entities[entity]?.title ?? '') ?? [])
      .filter(
        ({ claim }) =>
          scope.document(claim.document_id) && scope.touches([claim.text_unit_id]) && /\S/u.test(claim.description),
      )
      .map(({ claim, row }) => claimEntry(claim, row, scores.get(entity) ?? 0)),
  );
}

interface NumberedClaim {
  readonly claim: CovariateRow;
  readonly row: number;
}

const known = new WeakMap<readonly CovariateRow[], ReadonlyMap<string, readonly NumberedClaim[]>>();

/** Made once for each state of the table: every step of a search asks again. */
function bySubject(claims: readonly CovariateRow[]): ReadonlyMap<string, readonly NumberedClaim[]> {
  const before = known.get(claims);
  if (before) return before;
  const made = new Map<string, NumberedClaim[]>();
  for (const [row, claim] of claims.entries()) {
    const own = made.get(claim.subject_id);
    if (own) own.push({ claim, row });
    else made.set(claim.subject_id, [{ claim, row }]);
  }
  known.set(claims, made);
  return made;
}

function claimEntry(claim: CovariateRow, row: number, score: number): Entry {
  const { id, subject_id, object_id, status, start_date, end_date, document_id } = claim;
  const text = oneLine(claim.description);
  const span = { document_id, start: claim.evidence_start, end: claim.evidence_end };
  return {
    dataset: 'Claims',
    id,
    row,
    title: [subject_id, claim.type].filter(Boolean).join(': '),
    score,
    cells: (words) => [subject_id, object_id ?? '', status, start_date ?? '', end_date ?? '', words],
    wordings: [{ text, statements: () => [{ text, spans: [span] }] }],
    documentIds: () => [document_id],
  };
}
