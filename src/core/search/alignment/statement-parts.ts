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
  const borders = bordersBefore(words);
  const parts = new Map<number, number[]>();
  demands.forEach(({ place }, at) => {
    const border = borders[place] ?? 0;
    const part = parts.get(border);
    if (part) part.push(at);
    else parts.set(border, [at]);
  });
  return merged([...parts.values()], demands);
}

/** How many borders of parts stand before each word. */
export function bordersBefore(words: readonly Word[]): readonly number[] {
  let borders = 0;
  return words.map(({ part, lower }, place) => {
    if (place > 0 && (part !== words[place - 1]?.part || JOINERS.has(lower))) borders += 1;
    return borders;
  });
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
