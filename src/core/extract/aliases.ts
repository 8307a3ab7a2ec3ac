import type { AliasSuggestion } from '../engine/api';
import type { EntityRow, RelationshipRow } from '../tables/tables';
import { withinEdits } from './edit-distance';
import { honorifics, personTitles } from './word-lists';

type Entity = Pick<EntityRow, 'id' | 'title' | 'type' | 'frequency' | 'key'>;
type Ends = Pick<RelationshipRow, 'source_id' | 'target_id'>;

interface Candidate {
  readonly into: Entity;
  readonly from: Entity;
  readonly reason: string;
  /** Higher is surer. */
  readonly score: number;
}

const mostSuggestions = 200;
const largestBlock = 60;

/**
 * Pairs of entities that may be the same, surest first, at most 200, each with a reason in words: a surname and a full name, an
 * initial and a given name, an acronym and its expansion, spellings that differ in a letter or two, a Han or kana name inside a longer one. Nothing is merged.
 */
export function suggestAliases(entities: readonly Entity[], relationships: readonly Ends[]): AliasSuggestion[] {
  const shared = sharedNeighbours(relationships);
  const found = [
    ...partialNames(entities, shared),
    ...initialedNames(entities),
    ...acronyms(entities),
    ...spellings(entities),
    ...containedHan(entities, shared),
  ];
  const seen = new Set<string>();
  return found
    .sort((a, b) => b.score - a.score || (a.from.key < b.from.key ? -1 : 1))
    .filter(({ into, from }) => {
      const pair = into.id < from.id ? `${into.id} ${from.id}` : `${from.id} ${into.id}`;
      return !seen.has(pair) && seen.add(pair);
    })
    .slice(0, mostSuggestions)
    .map(({ into, from, reason }) => ({
      into: { id: into.id, title: into.title },
      from: { id: from.id, title: from.title },
      reason,
    }));
}

type Shared = (one: Entity, other: Entity) => number;

function sharedNeighbours(relationships: readonly Ends[]): Shared {
  const neighbours = new Map<string, Set<string>>();
  const link = (one: string, other: string): void => {
    const set = neighbours.get(one) ?? new Set();
    neighbours.set(one, set.add(other));
  };
  for (const { source_id, target_id } of relationships) {
    link(source_id, target_id);
    link(target_id, source_id);
  }
  return (one, other) => {
    const mine = neighbours.get(one.id);
    const theirs = neighbours.get(other.id);
    if (!mine || !theirs) return 0;
    const [small, large] = mine.size < theirs.size ? [mine, theirs] : [theirs, mine];
    let count = 0;
    for (const id of small) if (large.has(id)) count++;
    return count;
  };
}

const wordsOf = (title: string): string[] => title.split(/\s+/).filter(Boolean);
const isTitle = (word: string): boolean => {
  const bare = word.toLowerCase().replace(/\.$/, '');
  return honorifics.has(bare) || personTitles.has(bare);
};
const properName = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,4}$/u;

/** A first name, surname or titled surname beside the one fuller name of a person that it can stand for. */
function partialNames(entities: readonly Entity[], shared: Shared): Candidate[] {
  const people = entities.filter((entity) => entity.type === 'person' && properName.test(entity.title));
  const byWord = new Map<string, Entity[]>();
  for (const person of people) {
    const words = wordsOf(person.title).filter((word) => !isTitle(word));
    if (words.length < 2) continue;
    for (const word of new Set([words[0], words.at(-1)])) {
      if (word) byWord.set(word.toLowerCase(), [...(byWord.get(word.toLowerCase()) ?? []), person]);
    }
  }
  return entities.flatMap((entity) => {
    if ((entity.type !== 'person' && entity.type !== 'concept') || !properName.test(entity.title)) return [];
    const words = wordsOf(entity.title).filter((word) => !isTitle(word));
    const word = words.length === 1 ? words[0] : undefined;
    if (!word) return sameUntitled(entity, words, people);
    const named = (byWord.get(word.toLowerCase()) ?? []).filter((person) => person.id !== entity.id);
    const spelt = named.filter(({ title }) => !wordsOf(title).some(isInitial));
    const fuller = spelt.length > 0 ? spelt : named;
    const into = clearlyBest(fuller, (person) => shared(person, entity));
    return into ? [partial(into, entity, word, fuller.length, shared(into, entity))] : [];
  });
}

/** The only one, or the one with at least twice as many neighbours in common as any other. */
function clearlyBest(people: readonly Entity[], common: (person: Entity) => number): Entity | undefined {
  const [best, next] = people
    .map((person) => ({ person, count: common(person) }))
    .sort((a, b) => b.count - a.count || (a.person.id < b.person.id ? -1 : 1));
  return best && (!next || (best.count > 0 && best.count >= 2 * next.count)) ? best.person : undefined;
}

function partial(into: Entity, from: Entity, word: string, candidates: number, common: number): Candidate {
  const role = wordsOf(into.title).at(-1)?.toLowerCase() === word.toLowerCase() ? 'surname' : 'first name';
  const alone = candidates === 1 ? `, and no other person here has it` : '';
  const company = common > 0 ? `; they appear with ${common === 1 ? 'one' : common} of the same entities` : '';
  return {
    into,
    from,
    score: (candidates === 1 ? 3 : 1.5) + Math.min(1, common / 5),
    reason: `“${word}” is the ${role} of “${into.title}”${alone}${company}.`,
  };
}

const initialed = /^((?:\p{Lu}\. ?)+)(\p{Lu}[\p{L}\p{M}'’-]+)$/u;

/** `H. Oakshott` and the one person of that surname whose given names begin so, or with the first of these. */
function initialedNames(entities: readonly Entity[]): Candidate[] {
  const people = entities.filter(({ type, title }) => type === 'person' && properName.test(title));
  const bySurname = new Map<string, Entity[]>();
  for (const person of people) {
    const words = wordsOf(person.title).filter((word) => !isTitle(word));
    const surname = words.at(-1);
    if (surname && words.length > 1 && !words.some(isInitial))
      bySurname.set(surname, [...(bySurname.get(surname) ?? []), person]);
  }
  return entities.flatMap((from) => {
    const [, letters = '', surname = ''] = initialed.exec(from.title) ?? [];
    const wanted = letters.replace(/[. ]/g, '');
    const fitting = (bySurname.get(surname) ?? []).filter((person) => {
      const given = initials(wordsOf(person.title).filter((word) => !isTitle(word))).slice(0, -1);
      return wanted !== '' && (given.startsWith(wanted) || wanted.startsWith(given));
    });
    const [into] = fitting;
    if (!into || fitting.length > 1) return [];
    return [{ into, from, score: 3, reason: `“${letters.trim()}” may stand for the given name of “${into.title}”.` }];
  });
}

/** The same name with and without a title. */
function sameUntitled(entity: Entity, words: readonly string[], people: readonly Entity[]): Candidate[] {
  if (words.length === wordsOf(entity.title).length) return [];
  const bare = words.join(' ');
  return people
    .filter((person) => person.id !== entity.id && person.title === bare)
    .map((into) => ({ into, from: entity, score: 4, reason: `“${entity.title}” is “${into.title}” with a title.` }));
}

const smallWords = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'de', 'la', 'du', 'des', 'der', 'für', 'und']);

function acronyms(entities: readonly Entity[]): Candidate[] {
  const byInitials = new Map<string, Entity[]>();
  for (const entity of entities) {
    const words = wordsOf(entity.title);
    if (words.length < 2 || words.length > 8) continue;
    const main = words.filter((word) => !smallWords.has(word.toLowerCase()));
    for (const set of new Set([initials(words), initials(main)])) {
      if (set.length > 1) byInitials.set(set, [...(byInitials.get(set) ?? []), entity]);
    }
  }
  return entities.flatMap((from) => {
    const letters = from.title.replace(/\./g, '');
    if (!/^\p{Lu}{2,8}$/u.test(letters)) return [];
    const fitting = (byInitials.get(letters) ?? []).filter((into) => into.id !== from.id && fits(from, into));
    const [into] = fitting;
    return into && fitting.length === 1
      ? [{ into, from, score: 3.5, reason: `“${from.title}” is made of the initials of “${into.title}”.` }]
      : [];
  });
}

/** People have points after their initials; two letters alone may stand for too much. */
function fits(acronym: Entity, into: Entity): boolean {
  if (into.title.split(' ').some(isInitial) || !/^\p{Lu}/u.test(into.title)) return false;
  return acronym.title.includes('.') ? into.type === 'person' : into.type !== 'person' && acronym.title.length > 2;
}

const isInitial = (word: string): boolean => /^\p{Lu}\.?$/u.test(word);

const initials = (words: readonly string[]): string => words.map((word) => word[0]?.toUpperCase() ?? '').join('');

/** Long names that differ in one or two letters; names that differ in a digit are different. */
function spellings(entities: readonly Entity[]): Candidate[] {
  const blocks = new Map<string, Entity[]>();
  for (const entity of entities) {
    const { key } = entity;
    if (key.length < 8 || key.length > 60) continue;
    for (const block of new Set([`^${key.slice(0, 4)}`, `$${key.slice(-4)}`])) {
      blocks.set(block, [...(blocks.get(block) ?? []), entity]);
    }
  }
  return [...blocks.values()].flatMap((block) => (block.length > largestBlock ? [] : similarIn(block)));
}

function similarIn(block: readonly Entity[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [n, one] of block.entries()) {
    for (const other of block.slice(n + 1)) {
      const edits = Math.min(one.key.length, other.key.length) >= 14 ? 2 : 1;
      if (digits(one.key) !== digits(other.key) || !withinEdits(one.key, other.key, edits)) continue;
      if (!sameInitials(one.key, other.key)) continue;
      const [into, from] = one.frequency >= other.frequency ? [one, other] : [other, one];
      found.push({ into, from, score: 2, reason: `“${from.title}” and “${into.title}” are spelt almost alike.` });
    }
  }
  return found;
}

/** Names whose words start with other letters, or with an initial more or less, are of others. */
const sameInitials = (one: string, other: string): boolean => initials(one.split(' ')) === initials(other.split(' '));

const digits = (key: string): string => key.replace(/\D/g, '');

const hanKana = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]{2,20}$/u;

/** A Han or kana name that begins or ends a longer one with which it shares company. */
function containedHan(entities: readonly Entity[], shared: Shared): Candidate[] {
  const byTitle = new Map(entities.filter(({ title }) => hanKana.test(title)).map((entity) => [entity.title, entity]));
  return [...byTitle.values()].flatMap((into) => {
    const { title } = into;
    const parts = Array.from({ length: Math.max(0, title.length - 2) }, (_, n) => n + 2);
    const titles = new Set(parts.flatMap((length) => [title.slice(0, length), title.slice(-length)]));
    return [...titles].flatMap((part) => {
      const from = byTitle.get(part);
      if (!from || from.id === into.id || shared(into, from) === 0) return [];
      return [
        {
          into,
          from,
          score: 1,
          reason: `“${from.title}” is part of “${into.title}”, and both appear with the same entities.`,
        },
      ];
    });
  });
}
