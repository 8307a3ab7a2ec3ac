import type { Demand } from './demands';
import type { Word } from './statement';
import { isVerb } from './verb-forms';

const JOINERS = new Set(
  (
    'and but while whereas because although though which who whose where when after before so since until ' +
    'und aber während weil denn obwohl wobei et mais car tandis y pero porque mientras'
  ).split(' '),
);
/** What a deed is timed by begins with these. */
const TIMED = new Set('after before since until when once bevor nachdem seit bis als'.split(' '));
const AUXILIARY = new Set(
  'is are was were be been has have had will would can could may might must shall should do does did ist sind war waren hat haben hatte hatten wird werden wurde wurden'.split(
    ' ',
  ),
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

/** Of each part what has to be said together with it by one passage: itself, what it is timed by, and what was done where it does not say so itself. */
export function togetherWith(
  words: readonly Word[],
  demands: readonly Demand[],
  parts: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const borders = bordersBefore(words);
  return parts.map((part, at) => {
    const before = parts[at - 1] ?? [];
    const border = borders[demands[part[0] ?? -1]?.place ?? -1];
    const own = words.filter((_, place) => borders[place] === border);
    const isOfVerb = (one: number): boolean => demands[one] !== undefined && isVerb(demands[one]);
    if (own.some(({ lower }) => TIMED.has(lower))) return [...before, ...part];
    const isVerbless = !part.some(isOfVerb) && !own.some(({ lower }) => AUXILIARY.has(lower));
    return isVerbless ? [...before.filter(isOfVerb), ...part] : part;
  });
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
