import { APPEARS_WITH } from '../../graph/derive/derive-relationships';
import { parseAskedDescription, writtenDescription } from '../../graph/derive/descriptions';
import type { CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import { clipToTokens, oneLine } from '../../text/clip';
import type { ContextLine } from './context-page';
import type { ModelTables, ReportTables } from './report-tables';

/** How much a line may say. */
export interface LineOptions {
  /** Sentences that stand in the prompt already. */
  readonly shown: ReadonlySet<number>;
  /** Whether a sentence may be quoted at all. */
  readonly quote: boolean;
  /** Tokens of a description at most. */
  readonly longest: number;
  /** The sentence that says most about an entity, if any names it. */
  readonly bestSentence: (entity: EntityRow) => number | null;
}

/** Evidence that stands for a relationship: sentences that can be quoted before headings and rows of tables. */
const SPANS = 2;

function evidenceOf({ pool, evidence }: ModelTables, row: RelationshipRow): readonly number[] {
  const all = evidence(row);
  return [...all.filter((one) => !pool.poor(one)), ...all.filter((one) => pool.poor(one))].slice(0, SPANS);
}

/** An entity by its description, without one by the sentence that says most about it. */
export function entityLine(tables: ModelTables, entity: EntityRow, telling: LineOptions): ContextLine {
  const best = telling.bestSentence(entity);
  const said = entityOwnCells(entity, telling);
  const [, words] = said;
  const sentence = words === '' ? fresh(best === null ? [] : [best], telling) : null;
  const quote = quoted(tables, sentence, telling);
  return {
    dataset: 'Entities',
    id: entity.id,
    reference: entity.human_readable_id,
    names: [[entity.title, ...entity.aliases]],
    cells: [entity.title, words || quote],
    said,
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
export function entityOwnCells(
  entity: EntityRow,
  { longest }: Pick<LineOptions, 'longest'>,
): readonly [string, string] {
  // What a person asked for changes no report: it rests on the same sentences.
  const own = parseAskedDescription(entity.description_hash) ? '' : writtenDescription(entity);
  return [entity.title, clipToTokens(oneLine(own), longest)];
}

/** A relationship by its description, without one by its predicate and the sentence that proves it. */
export function relationshipLine(tables: ModelTables, row: RelationshipRow, telling: LineOptions): ContextLine {
  const evidence = evidenceOf(tables, row);
  const described = descriptionOf(row, telling);
  const predicate = described || row.keywords.join(', ');
  const sentence = described === '' ? fresh(evidence, telling) : null;
  const quote = quoted(tables, sentence, telling);
  const cell = predicate === '' ? quote || APPEARS_WITH : [predicate, quote].filter(Boolean).join(': ');
  return {
    dataset: 'Relationships',
    id: row.id,
    reference: row.human_readable_id,
    names: [[row.source], [row.target]],
    cells: [row.source, row.target, cell],
    said: relationshipOwnCells(row, telling),
    degree: row.combined_degree,
    sentence,
    statement: quote || described || (predicate && `${row.source} — ${predicate} — ${row.target}.`),
    spans: evidence.map(tables.pool.span),
    documentIds: [
      ...(predicate === '' ? [] : tables.documentsOf(row.text_unit_ids)),
      ...evidence.map((one) => tables.pool.span(one).document_id),
    ],
  };
}

const descriptionOf = ({ description }: RelationshipRow, { longest }: Pick<LineOptions, 'longest'>): string =>
  description === APPEARS_WITH ? '' : clipToTokens(oneLine(description), longest);

/** The cells of a relationship's line without a quoted sentence. */
export const relationshipOwnCells = (
  row: RelationshipRow,
  telling: Pick<LineOptions, 'longest'>,
): readonly string[] => [
  row.source,
  row.target,
  descriptionOf(row, telling) || row.keywords.join(', ') || APPEARS_WITH,
];

/** A claim about an entity. */
export function claimLine(claim: CovariateRow, telling: Pick<LineOptions, 'longest'>): ContextLine {
  const cells = claimOwnCells(claim, telling);
  const [, , , words] = cells;
  const { document_id, evidence_start: start, evidence_end: end } = claim;
  return {
    dataset: 'Claims',
    id: claim.id,
    reference: claim.human_readable_id,
    names: [],
    cells,
    said: cells,
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
  { longest }: Pick<LineOptions, 'longest'>,
): readonly [string, string, string, string] => [subject_id, type, status, clipToTokens(oneLine(description), longest)];

/** The first of the sentences that is not in the prompt yet. */
const fresh = (sentences: readonly number[], { shown, quote }: LineOptions): number | null =>
  (quote ? sentences.find((sentence) => !shown.has(sentence)) : undefined) ?? null;

const quoted = (tables: ModelTables, sentence: number | null, { longest }: LineOptions): string =>
  sentence === null ? '' : clipToTokens(oneLine(tables.pool.text(sentence)), longest);

/** Text units and relationships looked through. */
const UNITS = 8;
const RELATIONSHIPS = 16;
/** Characters: sentences of another length tell little or too much. */
const SHORTEST = 25;
const LONGEST = 350;
/** Characters within which a sentence begins with a name, after an article or a quote. */
const BEGINS = 5;

/**
 * Finds the sentence that says most about an entity: one that begins with its name, else the first that holds it. It is looked for among
 * the evidence of these relationships, the first ones first, so that what is said elsewhere changes nothing; where there are none, in the
 * entity's text units.
 */
export function evidenceOfEntities(
  tables: ReportTables,
  relationships: readonly RelationshipRow[],
): (entity: EntityRow) => number | null {
  const known = new Map<string, number | null>();
  const ofEntity = byEnd(relationships);
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

function byEnd(relationships: readonly RelationshipRow[]): ReadonlyMap<string, readonly RelationshipRow[]> {
  const ofEntity = new Map<string, RelationshipRow[]>();
  for (const row of relationships) {
    for (const id of [row.source_id, row.target_id]) {
      const list = ofEntity.get(id);
      if (list) list.push(row);
      else ofEntity.set(id, [row]);
    }
  }
  return ofEntity;
}

function bestOf({ pool }: ReportTables, entity: EntityRow, sentences: readonly number[]): number | null {
  const names = [entity.title, ...entity.aliases].map((name) => name.toLowerCase()).filter((name) => name !== '');
  let first: number | null = null;
  for (const sentence of sentences) {
    const length = pool.characters(sentence);
    if (length < SHORTEST || length > LONGEST || pool.poor(sentence)) continue;
    const text = pool.text(sentence).toLowerCase();
    const place = names.reduce((least, name) => Math.min(least, placeOf(text, name)), Infinity);
    if (place < BEGINS) return sentence;
    if (place < Infinity) first ??= sentence;
  }
  return first;
}

function placeOf(text: string, name: string): number {
  const at = text.indexOf(name);
  return at < 0 ? Infinity : at;
}
