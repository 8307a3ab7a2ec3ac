import { isMeant } from './antecedents';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before } from './held-by';
import type { Word } from './statement';
import { isVerb } from './verb-forms';

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
const ARTICLE = set('the a an this that each every no its their his her der die das ein eine jede jeder kein keine');
const CLOSE = 0.8;
const BEHIND = 2;
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
  const from = last ? last[1].at + NEXT : 0;
  if (gap.some(({ lower }, at) => PRONOUN.has(lower) && isMeant([demand], from + at, index, ground))) return true;
  const isOpen = isBeside(last?.[0], demand, 'number') || isBeside(last?.[0], demand, 'name');
  return isOpen && before(index, ground).some((one) => isThing(demand, index.words[one] ?? []));
}

/** Whether the word follows a number or name right away. */
const isBeside = (last: Demand | undefined, demand: Demand, kind: Demand['kind']): boolean =>
  last?.kind === kind && demand.place === last.place + NEXT;

/** Whether a text has a word as the name of a thing: after an article, a number or the like, or in the plural. */
const isThing = ({ held, lower: own }: Demand, words: readonly Word[]): boolean =>
  !isVerb({ lower: own, held }) &&
  words.some(
    ({ keys, lower }, at) =>
      keys.some((key) => (held.get(key) ?? 0) >= CLOSE) &&
      (/[^s]s$/u.test(lower) ||
        words.slice(Math.max(0, at - BEHIND), at).some((one) => ARTICLE.has(one.lower) || one.kind === 'number')),
  );

/** Whether a word only says that something is told: "noted" of "she noted that …". */
export const isTelling = (words: readonly Word[], at: number): boolean =>
  TELLING.has(words[at]?.lower ?? '') && THAT.has(words[at + NEXT]?.lower ?? '');
