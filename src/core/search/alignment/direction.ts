import type { Demand } from './demands';
import type { Word } from './statement';

const MUTUAL = new Set([
  'and',
  'with',
  'married',
  'met',
  'between',
  'wed',
  'joined',
  'und',
  'mit',
  'et',
  'avec',
  'y',
  'con',
]);
const PASSIVE = new Set(['by', 'from', 'von', 'durch', 'par', 'por']);

/**
 * Whether a ground has two names of a statement in the other order around the same word: "A dismissed B" for "B dismissed A", and not "B
 * was dismissed by A".
 */
export function isTurnedRound(words: readonly Word[], demands: readonly Demand[], ground: readonly Word[]): boolean {
  const names = demands.filter(({ kind }) => kind === 'name');
  return names.some((first, at) => {
    const second = names.slice(at + 1).find(({ name }) => name !== first.name);
    if (!second) return false;
    const from = placeOf(ground, second);
    const to = placeOf(ground, first);
    if (from < 0 || to <= from) return false;
    const between = demands.filter(({ kind, place }) => kind === 'word' && place > first.place && place < second.place);
    const own = words.slice(first.place, second.place);
    const theirs = ground.slice(from, to);
    if ([...own, ...theirs].some(({ lower }) => MUTUAL.has(lower))) return false;
    const isShared = between.some(({ held }) => theirs.some(({ keys }) => keys.some((key) => held.get(key) === 1)));
    return isShared && isPassive(own) === isPassive(theirs);
  });
}

/** The only place of a name; -1 where it stands nowhere or more than once. */
function placeOf(ground: readonly Word[], { held }: Demand): number {
  const places = ground.flatMap(({ keys }, place) => (keys.some((key) => held.get(key) === 1) ? [place] : []));
  return places.length === 1 ? (places[0] ?? -1) : -1;
}

const isPassive = (words: readonly Word[]): boolean => words.some(({ lower }) => PASSIVE.has(lower));
