import type { EntityRow, RelationshipRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';

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
