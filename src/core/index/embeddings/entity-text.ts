import type { EntityRow, TextUnitRow } from '../../tables/tables';

/** Text units looked through for evidence, and sentences and characters taken. */
const UNITS = 8;
const SENTENCES = 3;
const CHARACTERS = 600;
/** Sentences of another length tell little or too much. */
const SHORTEST = 25;
const LONGEST = 350;

interface Evidence {
  readonly text: string;
  readonly order: number;
  readonly score: number;
}

/**
 * What an entity is embedded by: `title: description` (GraphRAG A11), or without a description its title and the sentences that say
 * most about it: those that begin with its name, then those that hold it, the first of each text unit before the others.
 */
export function entityText(entity: EntityRow, unitOf: (id: string) => TextUnitRow | undefined): string {
  const title = entity.title.trim();
  if (entity.description.trim() !== '') return `${title}: ${entity.description}`;
  const names = [entity.title, ...entity.aliases].map((name) => name.toLowerCase()).filter((name) => name !== '');
  const evidence = entity.text_unit_ids.slice(0, UNITS).flatMap((id, at) => evidenceIn(unitOf(id), names, at));
  const best = evidence.sort((a, b) => b.score - a.score || a.order - b.order).slice(0, SENTENCES);
  const text = best.map((one) => one.text).join(' ');
  return text === '' ? title : `${title}: ${text}`.slice(0, CHARACTERS);
}

function evidenceIn(unit: TextUnitRow | undefined, names: readonly string[], at: number): readonly Evidence[] {
  if (!unit) return [];
  const found: Evidence[] = [];
  for (const [number, start] of unit.sentence_starts.entries()) {
    const end = unit.sentence_ends[number] ?? unit.end;
    const text = unit.text
      .slice(start - unit.start, end - unit.start)
      .replace(/\s+/gu, ' ')
      .trim();
    if (text.length < SHORTEST || text.length > LONGEST) continue;
    const folded = text.toLowerCase();
    const place = names.reduce((first, name) => Math.min(first, placeOf(folded, name)), Infinity);
    if (place === Infinity) continue;
    const score = (place < 5 ? 2 : 1) - (found.length > 0 ? 0.5 : 0);
    found.push({ text, score, order: at * 1000 + number });
  }
  return found;
}

function placeOf(text: string, name: string): number {
  const at = text.indexOf(name);
  return at < 0 ? Infinity : at;
}
