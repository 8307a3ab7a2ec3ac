import { entityKey } from '../../src/core/extract/entity-key';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../src/core/tables/tables';
import type { Gold, GoldEntity } from './gold';
import { nameFinder } from './gold-names';

/** The layer of records that were made by hand. */
export const CURATED = 'curated';

/** A document of the sample with its text units in reading order. */
interface GoldSource {
  readonly document: Pick<DocumentRow, 'id' | 'source_path' | 'text'>;
  readonly units: readonly TextUnitRow[];
}

interface Evidence {
  readonly start: number;
  readonly end: number;
}

/**
 * The gold standard as records of these documents: per text unit one `entity` record for each entity named in it.
 * Each text unit that holds a quoted passage, or its start, gets one `relationship` or `claim` record.
 * Throws when a quotation is not in its document.
 */
export function goldRecords(gold: Gold, sources: readonly GoldSource[]): readonly ExtractionRow[] {
  const entityOf = new Map(gold.entities.map((entity) => [entity.id, entity]));
  const find = nameFinder(gold.entities);
  const context = { gold, find, entityOf };
  return sources.flatMap((source) => [
    ...entityRecords(source, context),
    ...relationshipRecords(source, context),
    ...claimRecords(source, context),
  ]);
}

interface Context {
  readonly gold: Gold;
  readonly find: ReturnType<typeof nameFinder>;
  readonly entityOf: ReadonlyMap<string, GoldEntity>;
}

function entityRecords({ document, units }: GoldSource, { find }: Context): ExtractionRow[] {
  const names = find(document.text);
  return units.flatMap((unit) => {
    const spans = new Map<GoldEntity, Evidence[]>();
    for (const name of names) {
      if (name.start < unit.start || name.end > unit.end) continue;
      const known = spans.get(name.entity);
      if (known) known.push(name);
      else spans.set(name.entity, [name]);
    }
    return [...spans].map(([entity, evidence]) => ({
      ...recordIn(unit, evidence),
      kind: 'entity',
      key: entityKey(entity.title),
      title: entity.title,
      target_key: null,
      target: null,
      type: entity.type,
      description: entity.description,
      weight: 1,
      attributes: JSON.stringify({ phrase: 'proper', aliases: entity.aliases }),
    }));
  });
}

function relationshipRecords(source: GoldSource, { gold, entityOf }: Context): ExtractionRow[] {
  return gold.relationships.filter(isIn(source)).flatMap((relationship) => {
    const from = known(entityOf, relationship.source);
    const to = known(entityOf, relationship.target);
    const evidence = spanOf(source, relationship.sentence);
    return unitsOf(source.units, evidence).map((unit) => ({
      ...recordIn(unit, [evidence]),
      kind: 'relationship',
      key: entityKey(from.title),
      title: from.title,
      target_key: entityKey(to.title),
      target: to.title,
      type: relationship.predicate,
      description: relationship.description,
      weight: relationship.strength,
      attributes: '{}',
    }));
  });
}

function claimRecords(source: GoldSource, { gold, entityOf }: Context): ExtractionRow[] {
  return gold.claims.filter(isIn(source)).flatMap((claim) => {
    const subject = known(entityOf, claim.subject);
    const object = claim.object === null ? null : known(entityOf, claim.object);
    const evidence = spanOf(source, claim.sentence);
    const { status, start, end } = claim;
    return unitsOf(source.units, evidence)
      .slice(0, 1)
      .map((unit) => ({
        ...recordIn(unit, [evidence]),
        kind: 'claim',
        key: entityKey(subject.title),
        title: subject.title,
        target_key: object && entityKey(object.title),
        target: object && object.title,
        type: claim.type,
        description: claim.description,
        weight: 1,
        attributes: JSON.stringify({ status, ...(start ? { start } : {}), ...(end ? { end } : {}) }),
      }));
  });
}

function recordIn(unit: TextUnitRow, evidence: readonly Evidence[]) {
  return {
    document_id: unit.document_id,
    text_unit_id: unit.id,
    layer: CURATED,
    sentences: evidence.map(({ start }) => sentenceAt(unit, start)),
    starts: evidence.map(({ start }) => start),
    ends: evidence.map(({ end }) => end),
  };
}

function sentenceAt(unit: TextUnitRow, offset: number): number {
  const within = unit.sentence_starts.findLastIndex((start) => start <= offset);
  return unit.first_sentence + Math.max(0, within);
}

function unitsOf(units: readonly TextUnitRow[], { start, end }: Evidence): readonly TextUnitRow[] {
  const holding = units.filter((unit) => unit.start <= start && unit.end >= end);
  return holding.length > 0 ? holding : units.filter((unit) => unit.start <= start && unit.end > start).slice(0, 1);
}

function spanOf({ document }: GoldSource, quote: string): Evidence {
  const start = document.text.indexOf(quote);
  if (start < 0) throw new Error(`${document.source_path} does not contain: ${quote}`);
  return { start, end: start + quote.length };
}

function isIn({ document }: GoldSource): (row: { readonly document: string }) => boolean {
  const name = document.source_path.split('/').at(-1);
  return (row) => row.document === name;
}

function known(entityOf: ReadonlyMap<string, GoldEntity>, id: string): GoldEntity {
  const entity = entityOf.get(id);
  if (!entity) throw new Error(`The gold standard has no entity ${id}.`);
  return entity;
}
