import type { Word } from './statement';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const WHOLE = set(
  'all every always never only first last both throughout entirely completely everyone nobody alle immer nur erste ersten beide stets tous toutes toujours todos siempre',
);
const CAUSE = set(
  'because due owing caused causes therefore hence consequently thanks weil wegen deshalb daher infolge parce porque',
);
const ANY_CAUSE = set(
  'because due owing caused cause causes therefore hence consequently thanks so for as since thus led result reason from weil wegen deshalb daher infolge denn da ursache grund parce car porque pues',
);
const UNSURE = set(
  'whether might may could would perhaps possibly probably proposed alleged allegedly supposed supposedly rumoured rumour if unless hoped likely ob vielleicht angeblich könnte soll möglicherweise wahrscheinlich würde falls',
);

/**
 * Whether a statement goes further than its grounds: it says "all" or "only", gives a cause, or leaves out that something was only
 * proposed or possible, where they do not.
 */
export function goesFurther(words: readonly Word[], ground: readonly Word[]): boolean {
  const has = (text: readonly Word[], cues: ReadonlySet<string>): boolean =>
    text.some(({ lower, isCapital, isFirst }) => cues.has(lower) && (!isCapital || isFirst));
  const theirs = new Set(ground.map(({ lower }) => lower));
  if (words.some(({ lower }) => WHOLE.has(lower) && !theirs.has(lower))) return true;
  if (has(words, CAUSE) && !has(ground, ANY_CAUSE)) return true;
  return has(sharedParts(words, ground), UNSURE) && !has(words, UNSURE);
}

/** The parts of a ground that hold words of the statement. */
function sharedParts(words: readonly Word[], ground: readonly Word[]): readonly Word[] {
  const said = new Set(words.flatMap(({ keys }) => keys));
  const parts = new Map<number, number>();
  for (const { keys, part } of ground) {
    if (keys.some((key) => said.has(key))) parts.set(part, (parts.get(part) ?? 0) + 1);
  }
  return ground.filter(({ part }) => (parts.get(part) ?? 0) >= LEAST_SHARED);
}

const LEAST_SHARED = 2;
