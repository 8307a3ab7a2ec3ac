import type { AliasSuggestion } from '../engine/api';
import type { EntityRow, RelationshipRow } from '../tables/tables';

/** Suggestions shown at most. */
const MOST = 100;
const LONG_NAME = 8;

/**
 * Pairs of entities that may be the same thing, most mentioned first: a single name that is part of exactly one fuller name, an acronym of a
 * longer name, two long names one letter apart, a CJK name inside a longer one. Only suggestions: wrong pairs are common among places.
 */
export function suggestAliases(
  entities: readonly EntityRow[],
  relationships: readonly RelationshipRow[],
): readonly AliasSuggestion[] {
  const index = indexNames(entities);
  const together = new Set(relationships.map((row) => pairOf(row.source_id, row.target_id)));
  const suggestions = entities.flatMap((entity) => [
    ...fullerNames(entity, index),
    ...expansions(entity, index),
    ...misspellings(entity, index),
  ]);
  const distinct = new Map(suggestions.map((pair) => [pairOf(pair.into.id, pair.from.id), pair]));
  return [...distinct.values()]
    .map((pair) => ({ pair, score: pair.into.frequency + pair.from.frequency + closeness(pair, together) }))
    .sort((a, b) => b.score - a.score || (a.pair.from.key < b.pair.from.key ? -1 : 1))
    .slice(0, MOST)
    .map(({ pair: { into, from, reason } }) => ({
      into: { id: into.id, title: into.title },
      from: { id: from.id, title: from.title },
      reason,
    }));
}

interface Pair {
  readonly into: EntityRow;
  readonly from: EntityRow;
  readonly reason: string;
}

interface NameIndex {
  readonly byWord: ReadonlyMap<string, readonly EntityRow[]>;
  readonly byInitials: ReadonlyMap<string, readonly EntityRow[]>;
  /** Long names by what is left when one letter is taken out, and by themselves. */
  readonly byDeletion: ReadonlyMap<string, readonly EntityRow[]>;
  readonly cjk: readonly EntityRow[];
}

function indexNames(entities: readonly EntityRow[]): NameIndex {
  const byWord = new Map<string, EntityRow[]>();
  const byInitials = new Map<string, EntityRow[]>();
  const byDeletion = new Map<string, EntityRow[]>();
  for (const entity of entities) {
    const words = wordsOf(entity);
    if (words.length > 1 && words.length <= 4) for (const word of new Set(words)) push(byWord, word, entity);
    if (words.length > 1) push(byInitials, words.map((word) => word[0]).join(''), entity);
    for (const form of deletions(entity.key)) push(byDeletion, form, entity);
  }
  return { byWord, byInitials, byDeletion, cjk: entities.filter((entity) => isCjk(entity.key)) };
}

/** “Hale” ~ “Margaret Hale”, when only one fuller name has that last or first word. */
function fullerNames(entity: EntityRow, { byWord, cjk }: NameIndex): Pair[] {
  if (isCjk(entity.key)) {
    const longer = cjk.filter((other) => other !== entity && other.key.length <= 6 && other.key.includes(entity.key));
    return longer.length === 1 && entity.key.length > 1 ? pairs(longer, entity, 'is part of') : [];
  }
  if (wordsOf(entity).length !== 1) return [];
  const fuller = (byWord.get(entity.key) ?? []).filter((other) => {
    const words = wordsOf(other);
    const atEnd = words.at(-1) === entity.key || words[0] === entity.key;
    return atEnd && (other.type === entity.type || other.type === 'person') && entity.type !== 'place';
  });
  return fuller.length === 1 ? pairs(fuller, entity, 'is part of the name') : [];
}

function expansions(entity: EntityRow, { byInitials }: NameIndex): Pair[] {
  if (!/^\p{Lu}{2,6}$/u.test(entity.title)) return [];
  const longer = byInitials.get(entity.title.toLowerCase()) ?? [];
  return longer.length === 1 ? pairs(longer, entity, 'are the initials of') : [];
}

function misspellings(entity: EntityRow, { byDeletion }: NameIndex): Pair[] {
  const near = deletions(entity.key).flatMap((form) => byDeletion.get(form) ?? []);
  const commoner = [...new Set(near)].filter((other) => other.key !== entity.key && isCommoner(other, entity));
  return pairs(commoner.slice(0, 1), entity, 'differs by one letter from');
}

function isCommoner(a: EntityRow, b: EntityRow): boolean {
  return a.frequency > b.frequency || (a.frequency === b.frequency && a.key < b.key);
}

function pairs(others: readonly EntityRow[], entity: EntityRow, reason: string): Pair[] {
  return others.map((into) => ({ into, from: entity, reason: `“${entity.title}” ${reason} “${into.title}”.` }));
}

function closeness(pair: Pair, together: ReadonlySet<string>): number {
  return together.has(pairOf(pair.into.id, pair.from.id)) ? 5 : 0;
}

/** A long name with each letter taken out once, and itself; digits never differ by a slip. */
function deletions(key: string): readonly string[] {
  if (key.length < LONG_NAME || key.length > 40 || /\d/.test(key) || isCjk(key)) return [];
  return [key, ...Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1))];
}

function wordsOf(entity: EntityRow): readonly string[] {
  return entity.key.split(/[\s-]+/u).filter(Boolean);
}

function isCjk(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(text);
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

function push(index: Map<string, EntityRow[]>, key: string, entity: EntityRow): void {
  const list = index.get(key);
  if (list) list.push(entity);
  else index.set(key, [entity]);
}
