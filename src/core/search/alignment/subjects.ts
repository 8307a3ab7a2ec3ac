import type { Demand } from './demands';
import type { GroundIndex } from './ground-index';

/**
 * Whether a ground begins with a name that a statement tells of only after another name and what that one did: "Prys sewed it up" for
 * "Corbin sewed up the hand of Prys".
 */
export function isOfOtherSubject(demands: readonly Demand[], index: GroundIndex, ground: number): boolean {
  const opening = index.words[ground]?.find(({ keys }) => keys.length > 0)?.keys ?? [];
  const isOpening = ({ held }: Demand): boolean => opening.some((key) => held.has(key));
  const names = demands.filter(({ kind }) => kind === 'name');
  const [first] = names;
  if (!first || names.some((one) => one.name === first.name && isOpening(one))) return false;
  const second = names.find((one) => one.part === first.part && isOpening(one));
  return (
    second !== undefined &&
    demands.some(({ kind, place }) => kind === 'word' && place > first.place && place < second.place)
  );
}
