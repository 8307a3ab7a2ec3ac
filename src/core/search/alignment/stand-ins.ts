import { isMeant, phraseOf } from './antecedents';
import { isComplement } from './complements';
import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';
import { before } from './held-by';
import type { Word } from './statement';
import { isVerb } from './verb-forms';
import { wordSet } from '../../text/word-set';

/** Whom "we" may be as well: a letter or report of a company speaks so of it. */
const TOGETHER = wordSet('company firm group organisation organization unternehmen firma konzern');
const WE = wordSet('we us our wir uns unser unsere unseren unserem unserer');
const FIRST_PERSON = wordSet('i me my we us our ich mich mir mein meine meiner meinem meinen wir uns unser unsere');
const PRONOUN = wordSet(
  'he she it they him her them his hers its their this these those er sie es ihn ihm ihnen ihr ihre ihrem ihren seine sein seinem seinen dieser diese dieses',
);
/** Whom "I" and "we" may be where nothing else in a passage says it; parties and roles are left out, since each has an "I" of its own. */
const TELLERS = wordSet(
  'author authors writer writers narrator speaker diarist traveller travellers traveler travelers correspondent researchers team verfasser autor autoren',
);
/** Words said of what somebody goes on to say: "found that", "means that". */
const TELLING = wordSet(
  'found finds held holds ruled rules concluded concludes argued argues objected objects added adds warned warns complained noted notes said says stated states reported reports explained explains observed observes wrote writes saw mentions mentioned means meant ' +
    'sagt sagte berichtet berichtete erklärt erklärte schreibt schrieb',
);
const THAT = wordSet('that dass');
const DEFINITE = wordSet('the this that der die das dem den des dieser diese dieses diesem');
const ARTICLE = wordSet(
  'the a an this that each every no its their his her der die das ein eine jede jeder kein keine',
);
const CLOSE = 0.8;
const BEHIND = 2;
const NEXT = 1;

/** Where the words of a statement stand in a ground. */
export type Line = readonly (readonly [Demand, { readonly at: number }])[];

/**
 * Whether words that stand together and that a ground lacks are only pointed at there: a pronoun or a number alone stands in their place, a name of which
 * they are the kind ("Laundry mode") or a kind of which they are the name ("the yacht"), and the sentences before it in its passage have the words; they
 * tell of what a noun of it is ("the rate of hand cleaning"), as its passage does elsewhere; or "I" stands there for the author.
 */
export function arePointedAt(
  said: readonly Word[],
  run: readonly Demand[],
  line: Line,
  index: GroundIndex,
  ground: number,
): boolean {
  const gap = gapOf(run, line, index, ground);
  if (!gap || run.some(({ kind }) => kind === 'number')) return false;
  const { from, words } = gap;
  const isStoodFor = ({ lower }: Word, at: number): boolean =>
    PRONOUN.has(lower) && isOfGender(lower, said[(run[0]?.place ?? 0) - 1]) && isMeant(run, from + at, index, ground);
  if (words.every(isSmall)) {
    if (words.some(isStoodFor) || isComplement({ words: said, run, line }, index, ground)) return true;
    return run.every((demand) => isPointedAt(demand, gap, index, ground));
  }
  return isKindOf(run, words, index, ground);
}

/** Whether a German pronoun may stand for a noun with an article: "sie" for "die Welle" and not for "das Rad". */
function isOfGender(pronoun: string, article: Word | undefined): boolean {
  const own = GENDERS.get(pronoun);
  return own === undefined || !article || !ALL_GENDERS.has(article.lower) || own.has(article.lower);
}
const GENDERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['er', wordSet('der')],
  ['sie', wordSet('die')],
  ['es', wordSet('das')],
  ['ihn', wordSet('den')],
  ['ihm', wordSet('dem')],
  ['ihr', wordSet('der')],
  ['ihnen', wordSet('den')],
]);
const ALL_GENDERS = wordSet('der die das den dem des');

const isSmall = ({ keys, lower }: Word): boolean => keys.length === 0 || PRONOUN.has(lower);

/** What a ground has between two words of a statement, where the statement has others. */
interface Gap {
  readonly from: number;
  readonly words: readonly Word[];
  readonly last: Demand | undefined;
}

/** What stands in a ground where a statement has these words. */
export function gapOf(run: readonly Demand[], line: Line, index: GroundIndex, ground: number): Gap | null {
  const place = run[0]?.place;
  if (place === undefined) return null;
  const last = line.findLast(([one]) => one.place < place);
  const next = line.find(([one]) => one.place > place);
  const from = last ? last[1].at + NEXT : 0;
  const theirs = index.words[ground] ?? [];
  return { from, words: theirs.slice(from, next?.[1].at ?? theirs.length), last: last?.[0] };
}

function isPointedAt(demand: Demand, { words, last }: Gap, index: GroundIndex, ground: number): boolean {
  const teller = demand.lower.replace(/['’]s?$/u, '');
  if (TELLERS.has(teller) && words.some(({ lower }) => FIRST_PERSON.has(lower))) return true;
  if (TOGETHER.has(teller) && words.some(({ lower }) => WE.has(lower))) return true;
  const isCounted = demand.kind !== 'name' && isBeside(last, demand, 'number');
  const isOpen = isCounted || isBeside(last, demand, 'name');
  return isOpen && before(index, ground).some((one) => isThing(demand, index.words[one] ?? []));
}

/** Whether a ground has "the yacht" alone where a statement has the name of a yacht that its passage names before. */
function isKindOf(run: readonly Demand[], gap: readonly Word[], index: GroundIndex, ground: number): boolean {
  const [kind, ...others] = gap.filter(({ keys }) => keys.length > 0);
  if (!kind || others.length > 0 || !run.every((demand) => demand.kind === 'name')) return false;
  if (!DEFINITE.has(gap[gap.indexOf(kind) - 1]?.lower ?? '')) return false;
  const named = before(index, ground).findLast((one) => isNamed(kind, index.words[one] ?? []));
  const words = index.words[named ?? -1] ?? [];
  const first = phraseOf(run, words)?.span[0] ?? 0;
  return words[first - 1]?.lower === kind.lower;
}

/** Whether a text has a name right behind a kind: "the yacht Windhover". */
const isNamed = ({ lower }: Word, words: readonly Word[]): boolean =>
  words.some((word, at) => word.isCapital && word.kind === 'word' && words[at - 1]?.lower === lower);

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
