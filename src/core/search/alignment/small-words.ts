import { OUGHT } from './commands';
import type { Word } from './statement';
import type { Line } from './word-order';
import { wordSet } from '../../text/word-set';

/** Small words that change what is said: each has to stand in the ground as well. */
export const MATTERS = wordSet(
  'more most before after above below over under against without only all every each both always never again still no nor than if until while since because although though despite ' +
    'must might should could would will can same other another any few many much too twice between among ' +
    'himself herself itself themselves myself ourselves ' +
    'mehr vor nach über unter gegen ohne nur alle immer seit während weil obwohl trotz wenn ob kann soll muss noch',
);
/** Whether each small word of a statement that changes what is said stands in a ground as well, and where it says something of a word, before the same. */
export function areSmallWordsHeld(
  words: readonly Word[],
  line: Line,
  theirs: readonly Word[],
  isCommand: boolean,
): boolean {
  const places = line.map(([{ place }]) => place);
  const start = Math.min(...places);
  const [first, last] = [Math.max(0, start - 1 - ARTICLES), Math.max(...places)];
  return words.slice(first, last + 1).every((word, offset) => {
    if (!MATTERS.has(word.lower) || (isCommand && OUGHT.has(word.lower))) return true;
    const next = line.find(([{ place }]) => place > first + offset)?.[1].at;
    if (PLACED.has(word.lower) && next !== undefined)
      return theirs.slice(Math.max(0, next - REACH), next).some(({ lower }) => lower === word.lower);
    return first + offset < start - 1 || theirs.some(({ lower }) => lower === word.lower);
  });
}

/** Small words that say something of what stands right behind them: "all the pipes", "after 2009". */
const PLACED = wordSet(
  'all every each both some before after without until against although though despite obwohl trotz alle jede jeder jedes beide vor nach ohne bis gegen',
);
/** Words that may stand between such a word and what it says something of. */
const REACH = 4;
const ARTICLES = 2;
