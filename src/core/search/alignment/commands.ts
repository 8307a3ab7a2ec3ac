import type { Word } from './statement';

/** Words that say that something is to be done. */
export const OUGHT: ReadonlySet<string> = new Set([
  'should',
  'must',
  'needs',
  'need',
  'sollte',
  'sollten',
  'muss',
  'müssen',
]);
const SKIPPED = new Set(['not', 'never', 'be', 'to', 'always', 'do', "don't", 'you']);

/** Place of the word that a statement says should be done and that a ground, as a command, begins with: "should not be opened" for "Do not open"; -1 for none. */
export function commanded(words: readonly Word[], ground: readonly Word[]): number {
  const verb = ground.find(({ lower }) => !SKIPPED.has(lower));
  if (!verb || !/^(?:\p{Ll}+)$/u.test(verb.lower) || verb.isCapital !== verb.isFirst) return -1;
  const ought = words.findIndex(({ lower }) => OUGHT.has(lower));
  if (ought < 0) return -1;
  const at = words.findIndex(({ lower }, place) => place > ought && !SKIPPED.has(lower));
  return words[at]?.keys.some((key) => verb.keys.includes(key)) ? at : -1;
}
