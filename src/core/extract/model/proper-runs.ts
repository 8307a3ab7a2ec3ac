import { honorifics, nameConnectors } from '../word-lists';
import { isSignificant, wordsIn, type FoldedWord } from './name-words';
import type { PassageSentence } from './passage';

/** Capitalised words that follow each other or are joined by a particle, as those of a name are. */
export interface ProperRun {
  /** Those that tell a name from others, in order. */
  readonly words: readonly FoldedWord[];
  /** All of it as compared, titles and articles included. */
  readonly text: string;
  /** Whether a particle joins two of them. */
  readonly hasParticle: boolean;
  readonly hasTitle: boolean;
}

const BETWEEN = /^(?:\.? |-)$/u;
const PARTICLE = /^ ([\p{L}\p{M}]+) $/u;

/** The runs of capitalised words of a sentence; none in scripts without capitals. */
export function properRuns({
  text,
  folded,
  words,
}: Pick<PassageSentence, 'text' | 'folded' | 'words'>): readonly ProperRun[] {
  const runs: FoldedWord[][] = [];
  let last: FoldedWord | undefined;
  for (const word of words) {
    const isProper = /^\p{Lu}/u.test(text.slice(folded.origins[word.start]));
    if (!isProper) continue;
    if (last && isJoined(folded.text.slice(last.end, word.start))) runs.at(-1)?.push(word);
    else runs.push([word]);
    last = word;
  }
  return runs.map((run) => {
    const whole = folded.text.slice(run[0]?.start, run.at(-1)?.end);
    const plain = ({ start, end }: FoldedWord): string => folded.text.slice(start, end);
    return {
      words: run.filter((word) => isSignificant(plain(word))),
      text: whole,
      hasParticle: wordsIn(whole).length > run.length,
      hasTitle: run.some((word) => honorifics.has(plain(word))),
    };
  });
}

const isJoined = (between: string): boolean =>
  BETWEEN.test(between) || nameConnectors.has(PARTICLE.exec(between)?.[1] ?? '');

/**
 * Whether a run gives the first word of a name another name than this one: of “Ada Marsh” that is so for “Ada Byrne”, of “Ada” and of
 * “Ada Louise Byrne” it is not. `name` has its significant words in order.
 */
export function belongsToOtherName({ words }: ProperRun, name: readonly string[]): boolean {
  const run = words.map(({ word }) => word);
  if (name.every((word) => run.includes(word))) return false;
  const next = run[run.indexOf(name[0] ?? '') + 1];
  return run.includes(name[0] ?? '') && next !== undefined && !name.includes(next);
}
