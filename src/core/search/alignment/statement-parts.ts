import type { Demand } from './demands';
import type { Word } from './statement';

const JOINERS = new Set(
  (
    'and but while whereas because although though which who whose where when after before so since until ' +
    'und aber während weil denn obwohl wobei et mais car tandis y pero porque mientras'
  ).split(' '),
);
const LEAST = 2;

/** Groups a statement's demands by its parts, between commas and words such as "and"; a part that says little goes with the one before. */
export function partsOf(words: readonly Word[], demands: readonly Demand[]): readonly (readonly number[])[] {
  const parts: number[][] = [];
  let open: number[] = [];
  let place = -1;
  demands.forEach((demand, at) => {
    const between = words.slice(Math.max(0, place), demand.place + 1);
    const isBorder = between.some(
      ({ part, lower }, step) => step > 0 && (part !== between[0]?.part || JOINERS.has(lower)),
    );
    if (isBorder && open.length > 0) {
      parts.push(open);
      open = [];
    }
    open.push(at);
    place = demand.place;
  });
  parts.push(open);
  return merged(parts, demands);
}

function merged(parts: readonly (readonly number[])[], demands: readonly Demand[]): readonly (readonly number[])[] {
  const whole: number[][] = [];
  for (const part of parts) {
    const said = part.filter((at) => demands[at]?.kind !== 'name').length;
    const before = whole.at(-1);
    if (said < LEAST && before) before.push(...part);
    else whole.push([...part]);
  }
  return whole;
}
