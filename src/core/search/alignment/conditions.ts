import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words that a condition or an exception begins with. */
const CONDITIONS = wordSet('unless if except excluding sofern wenn solange soweit außer ausgenommen vorbehaltlich');
/** The same in several words. */
const CONDITION_PHRASES = [
  ...['as long as', 'so long as', 'in case', 'on condition', 'subject to', 'provided that', 'providing that'],
  ...['only when', 'only after', 'only once', 'nur wenn', 'erst wenn', 'es sei denn'],
];
/** Words that are a condition only where a clause begins with them, and not before these: "provided with electric light". */
const IN_FRONT = wordSet('provided providing falls');
const NO_CLAUSE = wordSet('with by for in on steeply');
/** What is allowed "when" something is so depends on it. */
const ALLOWS = wordSet('may can must shall darf dürfen');
/** Before "if" these make no condition of it. */
const EVEN = wordSet('even as selbst auch als');
/** With these a statement may give the condition in words of its own. */
const ALSO_CONDITIONS = wordSet('when once where depending depends sobald');

/**
 * Whether a statement leaves out the condition or the exception under which alone a ground says it: "he will visit" of "he will visit unless his knee
 * keeps him", or what a denial, "only" or "if" is narrowed by: "shall not sublet" of "shall not sublet without consent".
 */
export function isWithoutCondition(words: readonly Word[], line: Line, theirs: readonly Word[]): boolean {
  const used = new Set(line.map(([, { at }]) => at));
  const said = new Set(words.flatMap(({ lower }, at) => (isAtOnce(words, at) ? [] : [lower])));
  return lacksCondition(said, used, theirs) || isWidened(said, used, theirs);
}

/** "At once" is no condition. */
const isAtOnce = (words: readonly Word[], at: number): boolean =>
  words[at]?.lower === 'once' && words[at - 1]?.lower === 'at';

function lacksCondition(said: ReadonlySet<string>, used: ReadonlySet<number>, theirs: readonly Word[]): boolean {
  const isTheirs = (one: string): boolean => theirs.some(({ lower }) => lower === one);
  if ([...CONDITIONS, ...IN_FRONT].some((one) => said.has(one))) return false;
  if ([...ALSO_CONDITIONS].some((one) => said.has(one) && !isTheirs(one))) return false;
  const parts = new Set([...used].map((at) => theirs[at]?.part));
  return theirs.some((word, at) => {
    if (used.has(at) || !beginsCondition(theirs, at)) return false;
    const isNear =
      parts.has(word.part) || (isFirstOfPart(theirs, at) && [1, -1].some((by) => parts.has(word.part + by)));
    return isNear && isLeftOut(clauseFrom(theirs, at), used);
  });
}

function beginsCondition(theirs: readonly Word[], at: number): boolean {
  const lower = theirs[at]?.lower ?? '';
  const next = theirs[at + 1]?.lower ?? '';
  if (CONDITIONS.has(lower)) return !EVEN.has(theirs[at - 1]?.lower ?? '');
  if (IN_FRONT.has(lower) && isFirstOfPart(theirs, at)) return !NO_CLAUSE.has(next);
  if (lower === 'should' && at === 0) return true;
  if (lower === 'when' && theirs.slice(0, at).some((word) => ALLOWS.has(word.lower))) return true;
  const ahead = theirs.slice(at, at + LONGEST).map(({ lower }) => lower);
  return CONDITION_PHRASES.some((phrase) => `${ahead.join(' ')} `.startsWith(`${phrase} `));
}
const LONGEST = 3;

const isFirstOfPart = (theirs: readonly Word[], at: number): boolean => theirs[at - 1]?.part !== theirs[at]?.part;

/** Places of the words of weight behind a word, up to the end of its part. */
function clauseFrom(theirs: readonly Word[], at: number): readonly number[] {
  const part = theirs[at]?.part;
  return theirs.flatMap((word, place) => (place > at && word.part === part && word.keys.length > 0 ? [place] : []));
}

const isLeftOut = (clause: readonly number[], used: ReadonlySet<number>): boolean =>
  clause[0] !== undefined && (!used.has(clause[0]) || clause.filter((at) => used.has(at)).length < clause.length / 2);

/** Where one of these stands, what is left out behind it makes a statement say more, not less. */
const NARROWED = wordSet(
  'not no never nobody none nothing neither cannot only if limited capped restricted nicht kein keine keinen keiner nie niemand nur wenn falls beschränkt begrenzt',
);
/** What such a word is narrowed by begins with these. */
const NARROWING = wordSet(
  'without before after until till during in on at for per within except this next last ohne vor nach bis während im am für pro je außer dieses diesen nächstes',
);
/** What is allowed is narrowed by a time or a condition, not by a place or a manner. */
const ALLOWED = wordSet('may can darf dürfen kann können');
const TERMS = wordSet('without before after until till during within except ohne vor nach bis während außer');
/** So it is by a number behind one of these: "may terminate with three months' notice". */
const WITH = wordSet('with by mit');
const ONLY = wordSet('only nur');
const AND = wordSet('and or und oder');
/** Words that may stand between such a word and what it narrows by: "for more than fourteen days". */
const REACH = 4;

function isWidened(said: ReadonlySet<string>, used: ReadonlySet<number>, theirs: readonly Word[]): boolean {
  return theirs.some(({ lower, part }, at) => {
    if (!(NARROWED.has(lower) || ALLOWED.has(lower)) || !said.has(lower)) return false;
    const narrowing = ALLOWED.has(lower) ? TERMS : NARROWING;
    const clause = clauseFrom(theirs, at);
    if (!clause.some((place) => used.has(place))) return false;
    const isNarrowing = (word: Word): boolean =>
      !said.has(word.lower) &&
      (narrowing.has(word.lower) || WITH.has(word.lower) || (ONLY.has(lower) && AND.has(word.lower)));
    return theirs.some((word, from) => {
      if (from <= at || word.part !== part || !isNarrowing(word)) return false;
      const left = clause.filter((place) => place > from && place <= from + REACH && !used.has(place));
      return WITH.has(word.lower) ? left.some((place) => theirs[place]?.kind === 'number') : left.length > 0;
    });
  });
}
