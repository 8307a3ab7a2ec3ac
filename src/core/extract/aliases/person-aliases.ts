import { joinMessages, message, type Message } from '../../message';
import type { Work } from '../../work';
import {
  candidatesFrom,
  entitiesBy,
  type AliasCandidate,
  type NamedEntity,
  type SharedNeighbours,
  initials,
  isInitial,
  untitledWords,
  wordsOf,
} from './alias-candidates';

const properName = /^\p{Lu}[\p{L}\p{M}'’.-]+(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,4}$/u;

const isProper = ({ title }: NamedEntity): boolean => properName.test(title);

/** A first name, surname or titled surname with the one fuller name of a person that fits it. */
export function* partialNames(
  entities: readonly NamedEntity[],
  shared: SharedNeighbours,
): Work<readonly AliasCandidate[]> {
  const people = entities.filter((entity) => entity.type === 'person' && isProper(entity));
  const byTitle = yield* entitiesBy(people, ({ title }) => [title]);
  const byWord = yield* entitiesBy(people, ({ title }) => {
    const words = untitledWords(title);
    return words.length < 2 ? [] : [words[0], words.at(-1)].flatMap((word) => word?.toLowerCase() ?? []);
  });
  return yield* candidatesFrom(entities, (entity) => {
    if ((entity.type !== 'person' && entity.type !== 'concept') || !isProper(entity)) return [];
    const words = untitledWords(entity.title);
    const word = words.length === 1 ? words[0] : undefined;
    if (!word) return sameUntitled(entity, words, byTitle);
    return fullerName(entity, word, byWord.get(word.toLowerCase()) ?? [], shared);
  });
}

function fullerName(
  entity: NamedEntity,
  word: string,
  people: readonly NamedEntity[],
  shared: SharedNeighbours,
): readonly AliasCandidate[] {
  const named = people.filter((person) => person.id !== entity.id);
  const spelt = named.filter(({ title }) => !wordsOf(title).some(isInitial));
  const fuller = spelt.length > 0 ? spelt : named;
  const into = clearlyBest(fuller, (person) => shared(person, entity));
  return into ? [partial(into, entity, word, fuller.length, shared(into, entity))] : [];
}

/** The only one, or the one with at least twice as many neighbours in common as any other. */
function clearlyBest(people: readonly NamedEntity[], common: (person: NamedEntity) => number): NamedEntity | undefined {
  const [best, next] = people
    .map((person) => ({ person, count: common(person) }))
    .sort((a, b) => b.count - a.count || (a.person.id < b.person.id ? -1 : 1));
  return best && (!next || (best.count > 0 && best.count >= 2 * next.count)) ? best.person : undefined;
}

function partial(
  into: NamedEntity,
  from: NamedEntity,
  word: string,
  candidates: number,
  common: number,
): AliasCandidate {
  const isLast = wordsOf(into.title).at(-1)?.toLowerCase() === word.toLowerCase();
  return {
    into,
    from,
    score: (candidates === 1 ? 3 : 1.5) + Math.min(1, common / 5),
    reason: joinMessages(
      isLast
        ? message`“${word}” is the last word of “${into.title}”.`
        : message`“${word}” is the first word of “${into.title}”.`,
      candidates === 1 ? message`No other full name here has it.` : '',
      inCommon(common),
    ),
  };
}

function inCommon(entities: number): Message {
  if (entities === 0) return '';
  return entities === 1
    ? message`They appear with one of the same entities.`
    : message`They appear with ${entities} of the same entities.`;
}

/** The same name with and without a title. */
function sameUntitled(
  entity: NamedEntity,
  words: readonly string[],
  people: ReadonlyMap<string, readonly NamedEntity[]>,
): readonly AliasCandidate[] {
  if (words.length === wordsOf(entity.title).length) return [];
  const same = (people.get(words.join(' ')) ?? []).filter((person) => person.id !== entity.id);
  return same.map((into) => ({
    into,
    from: entity,
    score: 4,
    reason: message`“${entity.title}” is “${into.title}” with a title.`,
  }));
}

const initialed = /^((?:\p{Lu}\. ?)+)(\p{Lu}[\p{L}\p{M}'’-]+)$/u;

/** `H. Oakshott` with the one person of that surname whose given names begin so, or with the first of these. */
export function* initialedNames(entities: readonly NamedEntity[]): Work<readonly AliasCandidate[]> {
  const people = entities.filter((entity) => entity.type === 'person' && isProper(entity));
  const bySurname = yield* entitiesBy(people, ({ title }) => {
    const words = untitledWords(title);
    return words.length > 1 && !words.some(isInitial) ? words.slice(-1) : [];
  });
  return yield* candidatesFrom(entities, (from) => {
    const [, letters = '', surname = ''] = initialed.exec(from.title) ?? [];
    const wanted = letters.replace(/[. ]/g, '');
    const fitting = (bySurname.get(surname) ?? []).filter((person) => {
      const given = initials(untitledWords(person.title)).slice(0, -1);
      return wanted !== '' && (given.startsWith(wanted) || wanted.startsWith(given));
    });
    const [into] = fitting;
    if (!into || fitting.length > 1) return [];
    return [
      { into, from, score: 3, reason: message`“${letters.trim()}” may stand for the given name of “${into.title}”.` },
    ];
  });
}
