import type { GroundIndex } from './ground-index';
import type { Word } from './statement';

const LEAST_WORDS = 3;
const MOST = 8;
const SMALL = new Set('the a an of and in on at to for by from der die das und in im am an auf zu von bei'.split(' '));

/**
 * The grounds that a statement is put together of word for word, in its order, with nothing besides but words of their titles: a quoted row
 * with its heading, or many sentences drawn into one. Null where it says anything else. Linear in the grounds.
 */
export function quotedGrounds(words: readonly Word[], index: GroundIndex): readonly number[] | null {
  const starts = new Map<string, number[]>();
  words.forEach(({ lower }, at) => starts.set(lower, [...(starts.get(lower) ?? []), at]));
  const quoted: { readonly ground: number; readonly at: number; readonly length: number }[] = [];
  index.words.forEach((theirs, ground) => {
    if (theirs.length < LEAST_WORDS || theirs.length > words.length) return;
    const at = starts.get(theirs[0]?.lower ?? '')?.find((start) => isAt(words, start, theirs));
    if (at !== undefined) quoted.push({ ground, at, length: theirs.length });
  });
  const isSource = (ground: number): boolean => index.grounds[ground]?.dataset === 'Sources';
  quoted.sort((a, b) => a.at - b.at || b.length - a.length || Number(isSource(b.ground)) - Number(isSource(a.ground)));
  const used: number[] = [];
  const rest: Word[] = [];
  let end = 0;
  for (const { ground, at, length } of quoted) {
    if (at < end) continue;
    rest.push(...words.slice(end, at));
    used.push(ground);
    end = at + length;
  }
  rest.push(...words.slice(end));
  const isTitle = ({ lower }: Word): boolean =>
    SMALL.has(lower) || used.some((ground) => index.titles[ground]?.has(lower));
  return used.length > 0 && used.length <= MOST && rest.every(isTitle) ? used : null;
}

const isAt = (words: readonly Word[], start: number, theirs: readonly Word[]): boolean =>
  theirs.every(({ lower }, place) => words[start + place]?.lower === lower);
