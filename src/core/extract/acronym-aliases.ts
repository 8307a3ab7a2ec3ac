import type { Work } from '../work';
import { candidatesFrom, entitiesBy, type AliasCandidate, type NamedEntity } from './alias-candidates';
import { initials, isInitial, wordsOf } from './name-parts';

const smallWords = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'de', 'la', 'du', 'des', 'der', 'für', 'und']);

/** Capital letters and the one longer name of which they are the initials. */
export function* acronyms(entities: readonly NamedEntity[]): Work<readonly AliasCandidate[]> {
  const byInitials = yield* entitiesBy(entities, ({ title }) => {
    const words = wordsOf(title);
    if (words.length < 2 || words.length > 8) return [];
    const main = words.filter((word) => !smallWords.has(word.toLowerCase()));
    return [initials(words), initials(main)].filter((letters) => letters.length > 1);
  });
  return yield* candidatesFrom(entities, (from) => {
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
function fits(acronym: NamedEntity, into: NamedEntity): boolean {
  if (into.title.split(' ').some(isInitial) || !/^\p{Lu}/u.test(into.title)) return false;
  return acronym.title.includes('.') ? into.type === 'person' : into.type !== 'person' && acronym.title.length > 2;
}
