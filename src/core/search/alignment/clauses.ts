import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Words that a clause begins with which says why, when or under which condition; those of one kind may stand for one another. */
const OPENERS: readonly ReadonlySet<string>[] = [
  wordSet('because weil'),
  wordSet('if provided unless wenn falls sofern'),
  wordSet('although though obwohl'),
  wordSet('when once sobald'),
  wordSet('after nachdem'),
  wordSet('before bevor'),
];
/** Words that may stand between such a word and the first one of its clause that a statement has. */
const REACH = 8;

/** The words with which the clause of a word may begin in another text, if it is the first one of its clause; null where no such clause begins before it. */
const openersOf = (words: readonly Word[], from: number, to: number): ReadonlySet<string> | null => {
  const lead = words.slice(from, to).find(({ lower }) => OPENERS.some((kind) => kind.has(lower)))?.lower;
  return OPENERS.find((kind) => lead !== undefined && kind.has(lead)) ?? null;
};

/** Whether a clause that begins right before a word in a ground is one of these: none of the statement's words of weight stands between. */
function isLedBy(openers: ReadonlySet<string>, words: readonly Word[], theirs: readonly Word[], at: number): boolean {
  const said = new Set(words.flatMap(({ keys }) => keys));
  for (let place = at - 1; place >= Math.max(0, at - REACH); place--) {
    const { lower, keys } = theirs[place] as Word;
    if (openers.has(lower)) return true;
    if (keys.some((key) => said.has(key))) return false;
  }
  return false;
}

/** Whether two neighbours of a statement stand in a ground the other way round since its clause stands in front there: "he pays if it rains" of "if it rains, he pays". */
export function isSameClause(words: readonly Word[], line: Line, theirs: readonly Word[], at: number): boolean {
  const [before, then] = [line[at - 1], line[at]];
  if (!before || !then) return false;
  const openers = openersOf(words, before[0].place + 1, then[0].place);
  return openers !== null && isLedBy(openers, words, theirs, then[1].at);
}

/** Whether a statement gives as the reason, the time or the condition what a ground gives as what follows: "it burned because they left" of "because it burned, they left". */
export const isClauseTurned = (words: readonly Word[], line: Line, theirs: readonly Word[]): boolean =>
  line.some(([demand, place], at) => {
    const openers = openersOf(words, (line[at - 1]?.[0].place ?? -1) + 1, demand.place);
    const has = theirs.some(({ lower }) => openers?.has(lower));
    return openers !== null && has && !isLedBy(openers, words, theirs, place.at);
  });
