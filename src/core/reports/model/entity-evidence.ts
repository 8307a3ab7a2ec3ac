import type { EntityRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';

/** Text units looked through. */
const UNITS = 8;
/** Characters: sentences of another length tell little or too much. */
const SHORTEST = 25;
const LONGEST = 350;
/** Characters within which a sentence begins with a name, after an article or a quote. */
const BEGINS = 5;

/** Finds the sentence that says most about an entity: one that begins with its name, else the first that holds it. */
export function evidenceOfEntities(tables: ReportTables): (entity: EntityRow) => number | null {
  const known = new Map<string, number | null>();
  return (entity) => {
    const before = known.get(entity.id);
    if (before !== undefined) return before;
    const found = bestSentence(tables, entity);
    known.set(entity.id, found);
    return found;
  };
}

function bestSentence({ pool, unit }: ReportTables, entity: EntityRow): number | null {
  const names = [entity.title, ...entity.aliases].map((name) => name.toLowerCase()).filter((name) => name !== '');
  let first: number | null = null;
  for (const sentence of entity.text_unit_ids.slice(0, UNITS).flatMap((id) => unit(id))) {
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
