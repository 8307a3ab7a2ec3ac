import { commonType } from '../extract/model/replies/type-names';
import { untitledWords, wordsOf } from '../extract/aliases/name-parts';

/** The name and type of an entity. */
export interface Named {
  readonly title: string;
  readonly type: string;
}

/**
 * Whether two names cannot mean the same: their numbers differ, one has a man’s title and the other a woman’s, or given names before the same
 * surname begin differently. `Tom` and `Thomas` do not contradict each other, nor do `Martha` and `Mary`. A model decides these.
 */
export function namesContradict(a: Named, b: Named): boolean {
  return numbersDiffer(a, b) || addressDiffers(a, b) || givenNamesDiffer(a, b);
}

/** Whether both types are known and differ. `concept` counts as unknown. */
export function typesContradict(a: Named, b: Named): boolean {
  return a.type !== b.type && !isVague(a) && !isVague(b);
}

/** Types that exclude each other. Other types do not rule a pair out: a company and its building often share a name. */
const APART: Readonly<Record<string, readonly string[]>> = {
  person: ['place', 'event', 'date'],
  place: ['date'],
  organization: ['date'],
};

/** Whether the types say that two names cannot mean the same. */
export function typesExclude(a: Named, b: Named): boolean {
  const [one, other] = [commonType(a.type), commonType(b.type)];
  return (APART[one]?.includes(other) ?? false) || (APART[other]?.includes(one) ?? false);
}

const isVague = ({ type }: Named): boolean => type === '' || type === 'concept';

/** Whether both have numbers, and different ones. A single name may leave out its year. */
function numbersDiffer(a: Named, b: Named): boolean {
  const [one, other] = [numbersOf(a.title), numbersOf(b.title)];
  return one !== '' && other !== '' && one !== other;
}

const numbersOf = (title: string): string => (title.match(/\d+/gu) ?? []).join(' ');

const men = new Set(['mr', 'sir', 'lord', 'king', 'prince', 'father', 'herr']);
const women = new Set(['mrs', 'miss', 'ms', 'lady', 'queen', 'princess', 'mother', 'frau', 'madame']);

function addressDiffers(a: Named, b: Named): boolean {
  if (a.type !== 'person' || b.type !== 'person') return false;
  const [one, other] = [addressOf(a.title), addressOf(b.title)];
  return one !== 0 && other !== 0 && one !== other;
}

function addressOf(title: string): number {
  const words = wordsOf(title.toLowerCase().replace(/\./gu, ''));
  if (words.some((word) => men.has(word))) return 1;
  return words.some((word) => women.has(word)) ? -1 : 0;
}

function givenNamesDiffer(a: Named, b: Named): boolean {
  if (a.type !== 'person' || b.type !== 'person') return false;
  const [one, other] = [untitledWords(a.title), untitledWords(b.title)];
  const [first = '', second = ''] = [one[0], other[0]];
  if (one.length < 2 || other.length < 2 || one.at(-1)?.toLowerCase() !== other.at(-1)?.toLowerCase()) return false;
  return first.charAt(0).toLowerCase() !== second.charAt(0).toLowerCase();
}
