import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before } from './held-by';
import type { Word } from './statement';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const FIRST_PERSON = set('i me my we us our ich mich mir mein meine meiner meinem meinen wir uns unser unsere');
const PRONOUN = set(
  'he she it they him her them his hers its their this these those er sie es ihn ihm ihnen ihr ihre ihrem ihren seine sein seinem seinen dieser diese dieses',
);
/** Whom "I" and "we" may be where nothing else in a passage says it; parties and roles are left out, since each has an "I" of its own. */
const TELLERS = set(
  'author authors writer writers narrator speaker diarist traveller travellers traveler travelers correspondent researchers team verfasser autor autoren',
);
/** Words said of what somebody goes on to say: "found that", "means that". */
const TELLING = set(
  'found finds noted notes said says stated states reported reports explained explains observed observes wrote writes saw mentions mentioned means meant ' +
    'sagt sagte berichtet berichtete erklärt erklärte schreibt schrieb',
);
const THAT = set('that dass');
const CLOSE = 0.8;
const NEXT = 1;

/** Where the words of a statement stand in a ground. */
export type Line = readonly (readonly [Demand, { readonly at: number }])[];

/**
 * Whether a word that a ground lacks is only pointed at there: a pronoun or a number alone stands in its place, or a name of which it is the
 * kind ("Laundry mode"), and the sentences before it in its passage have the word; or "I" stands there for the author.
 */
export function isPointedAt(demand: Demand, line: Line, index: GroundIndex, ground: number): boolean {
  if (demand.kind === 'number') return false;
  const theirs = index.words[ground] ?? [];
  const last = line.findLast(([{ place }]) => place < demand.place);
  const next = line.find(([{ place }]) => place > demand.place);
  const gap = theirs.slice(last ? last[1].at + NEXT : 0, next?.[1].at ?? theirs.length);
  if (gap.some(({ keys }) => keys.length > 0)) return false;
  if (TELLERS.has(demand.lower.replace(/['’]s?$/u, '')) && gap.some(({ lower }) => FIRST_PERSON.has(lower)))
    return true;
  const isOpen =
    gap.some(({ lower }) => PRONOUN.has(lower)) ||
    isBeside(last?.[0], demand, 'number') ||
    isBeside(last?.[0], demand, 'name');
  return isOpen && before(index, ground).some((one) => isIn(demand, index.keys[one]));
}

/** Whether the word follows a number or name right away. */
const isBeside = (last: Demand | undefined, demand: Demand, kind: Demand['kind']): boolean =>
  last?.kind === kind && demand.place === last.place + NEXT;

const isIn = ({ held }: Demand, keys: ReadonlySet<string> | undefined): boolean =>
  [...held].some(([key, value]) => value >= CLOSE && keys?.has(key));

/** Whether a word only says that something is told: "noted" of "she noted that …". */
export const isTelling = (words: readonly Word[], at: number): boolean =>
  TELLING.has(words[at]?.lower ?? '') && THAT.has(words[at + NEXT]?.lower ?? '');
