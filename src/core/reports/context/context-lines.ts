import { APPEARS_WITH } from '../../graph/derive/derive-relationships';
import { parseAskedDescription, writtenDescription } from '../../graph/derive/descriptions';
import { addTo } from '../../arrays';
import { combinedDegree } from '../../tables/combined-degree';
import type { CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import { clipToTokens, oneLine } from '../../text/clip';
import type { ContextLine } from './context-page';
import type { ModelTables, ReportTables } from './report-tables';

/** Limits of a line, and its quotation. */
export interface LineOptions {
  /** Sentences that the prompt already holds. */
  readonly shown: ReadonlySet<number>;
  /** True if a sentence may be quoted. */
  readonly quote: boolean;
  /** Tokens of a description at most. */
  readonly maxTokens: number;
  /** The best sentence about an entity, if any names it. */
  readonly bestSentence: (entity: EntityRow) => number | null;
}

/** Sentences that stand for a relationship. Headings and rows of tables come last. */
const SPANS = 2;

function evidenceOf({ pool, evidence }: ModelTables, row: RelationshipRow): readonly number[] {
  const all = evidence(row);
  return [...all.filter((one) => !pool.poor(one)), ...all.filter((one) => pool.poor(one))].slice(0, SPANS);
}

/** The line of an entity: its description, or the best sentence about it. */
export function entityLine(tables: ModelTables, entity: EntityRow, options: LineOptions): ContextLine {
  const best = options.bestSentence(entity);
  const ownCells = entityOwnCells(entity, options.maxTokens);
  const [, words] = ownCells;
  const sentence = words === '' ? fresh(best === null ? [] : [best], options) : null;
  const quote = quoted(tables, sentence, options);
  return {
    dataset: 'Entities',
    id: entity.id,
    reference: entity.human_readable_id,
    names: [[entity.title, ...entity.aliases]],
    cells: [entity.title, words || quote],
    ownCells,
    degree: entity.degree,
    sentence,
    statement: words || quote,
    spans: best === null ? [] : [tables.pool.span(best)],
    documentIds: [
      ...(words === '' ? [] : tables.documentsOf(entity.text_unit_ids)),
      ...(best === null ? [] : [tables.pool.span(best).document_id]),
    ],
  };
}

/** The cells of an entity's line without a quoted sentence. */
export function entityOwnCells(entity: EntityRow, maxTokens: number): readonly [string, string] {
  // A description that a person asked for changes no report, since it rests on the same sentences.
  const own = parseAskedDescription(entity.description_hash) ? '' : writtenDescription(entity);
  return [entity.title, clipToTokens(oneLine(own), maxTokens)];
}

/** The line of a relationship: its description, or its predicate with the sentence that proves it. */
export function relationshipLine(tables: ModelTables, row: RelationshipRow, options: LineOptions): ContextLine {
  const evidence = evidenceOf(tables, row);
  const described = descriptionOf(row, options.maxTokens);
  const predicate = described || row.keywords.join(', ');
  const sentence = described === '' ? fresh(evidence, options) : null;
  const quote = quoted(tables, sentence, options);
  const cell = predicate === '' ? quote || APPEARS_WITH : [predicate, quote].filter(Boolean).join(': ');
  return {
    dataset: 'Relationships',
    id: row.id,
    reference: row.human_readable_id,
    names: [[row.source], [row.target]],
    cells: [row.source, row.target, cell],
    ownCells: relationshipOwnCells(row, options.maxTokens),
    degree: combinedDegree(row, tables.entity),
    sentence,
    statement: quote || described || (predicate && `${row.source} — ${predicate} — ${row.target}.`),
    spans: evidence.map(tables.pool.span),
    documentIds: [
      ...(predicate === '' ? [] : tables.documentsOf(row.text_unit_ids)),
      ...evidence.map((one) => tables.pool.span(one).document_id),
    ],
  };
}

const descriptionOf = ({ description }: RelationshipRow, maxTokens: number): string =>
  description === APPEARS_WITH ? '' : clipToTokens(oneLine(description), maxTokens);

/** The cells of a relationship's line without a quoted sentence. */
export const relationshipOwnCells = (row: RelationshipRow, maxTokens: number): readonly string[] => [
  row.source,
  row.target,
  descriptionOf(row, maxTokens) || row.keywords.join(', ') || APPEARS_WITH,
];

/** The line of a claim. */
export function claimLine(claim: CovariateRow, maxTokens: number): ContextLine {
  const cells = claimOwnCells(claim, maxTokens);
  const [, , , words] = cells;
  const { document_id, evidence_start: start, evidence_end: end } = claim;
  return {
    dataset: 'Claims',
    id: claim.id,
    reference: claim.human_readable_id,
    names: [],
    cells,
    ownCells: cells,
    degree: null,
    sentence: null,
    statement: words,
    spans: end > start ? [{ document_id, start, end }] : [],
    documentIds: [document_id],
  };
}

/** The cells of a claim's line. */
export const claimOwnCells = (
  { subject_id, type, status, description }: CovariateRow,
  maxTokens: number,
): readonly [string, string, string, string] => [
  subject_id,
  type,
  status,
  clipToTokens(oneLine(description), maxTokens),
];

/** The first sentence that the prompt does not hold yet. */
const fresh = (sentences: readonly number[], { shown, quote }: LineOptions): number | null =>
  (quote ? sentences.find((sentence) => !shown.has(sentence)) : undefined) ?? null;

const quoted = (tables: ModelTables, sentence: number | null, { maxTokens }: LineOptions): string =>
  sentence === null ? '' : clipToTokens(oneLine(tables.pool.text(sentence)), maxTokens);

/** Text units and relationships that are searched for a sentence. */
const UNITS = 8;
const RELATIONSHIPS = 16;
/** Characters of a sentence that may be quoted. */
const SHORTEST = 25;
const LONGEST = 350;
/** A name at an offset below this begins the sentence, perhaps after an article or a quotation mark. */
const BEGINS = 5;

/**
 * Finds the best sentence about an entity: one that begins with its name, or else the first that holds it. Only the evidence of these
 * relationships is searched, in their order. An entity without any is looked up in its text units.
 */
export function bestSentences(
  tables: ReportTables,
  relationships: readonly RelationshipRow[],
): (entity: EntityRow) => number | null {
  const known = new Map<string, number | null>();
  const ofEntity = new Map<string, RelationshipRow[]>();
  for (const row of relationships) {
    addTo(ofEntity, row.source_id, row);
    addTo(ofEntity, row.target_id, row);
  }
  return (entity) => {
    const before = known.get(entity.id);
    if (before !== undefined) return before;
    const own = ofEntity.get(entity.id);
    const sentences = own
      ? own.slice(0, RELATIONSHIPS).flatMap(tables.evidence)
      : entity.text_unit_ids.slice(0, UNITS).flatMap(tables.unit);
    const found = bestOf(tables, entity, sentences);
    known.set(entity.id, found);
    return found;
  };
}

function bestOf({ pool }: ReportTables, entity: EntityRow, sentences: readonly number[]): number | null {
  const names = [entity.title, ...entity.aliases].map((name) => name.toLowerCase()).filter((name) => name !== '');
  let first: number | null = null;
  for (const sentence of sentences) {
    const length = pool.characters(sentence);
    if (length < SHORTEST || length > LONGEST || pool.poor(sentence)) continue;
    const text = pool.text(sentence).toLowerCase();
    const places = names.map((name) => text.indexOf(name)).filter((place) => place >= 0);
    if (places.some((place) => place < BEGINS)) return sentence;
    if (places.length > 0) first ??= sentence;
  }
  return first;
}
