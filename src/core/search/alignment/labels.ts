import type { Choice } from './choose-grounds';
import type { GroundIndex } from './ground-index';
import type { Statement } from './judge';
import { readStatement } from './statement';

/** Words with which a label would say something itself: "Cause", "Not allowed". */
const SAYS = new Set(
  'cause causes reason reasons result results effect because not no never without ursache grund folge folgen nicht kein keine ohne'.split(
    ' ',
  ),
);

/**
 * Whether a label only names what follows it, where grounds were chosen for that alone: it also tells of what the best ground begins with, so
 * that the label is not its subject, and no ground has the label's words; or they support it and no ground has all words of the label together.
 */
export function isOnlyLabel(label: string, rest: Statement, choice: Choice, index: GroundIndex): boolean {
  const { grounds, doubt } = choice;
  if (!beginsLike(rest, index, grounds[0] ?? -1)) return false;
  const words = readStatement(label);
  const keys = words.flatMap((word) => word.keys);
  if (!keys.some((key) => index.postings.has(key))) return true;
  if (doubt !== null || words.some(({ lower }) => SAYS.has(lower))) return false;
  const isHeld = (key: string): boolean =>
    grounds.some((ground) => index.keys[ground]?.has(key) || index.about[ground]?.has(key));
  const isPlain = words.every(
    (word, at) => (word.kind === 'word' && (!word.isCapital || at === 0)) || word.keys.every(isHeld),
  );
  return isPlain && !index.keys.some((own) => keys.every((key) => own.has(key)));
}

function beginsLike({ demands }: Statement, index: GroundIndex, ground: number): boolean {
  const opening = index.words[ground]?.find(({ keys }) => keys.length > 0)?.keys ?? [];
  return demands.some(({ held }) => opening.some((key) => held.has(key)));
}
