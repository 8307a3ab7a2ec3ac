import { digit, either, literal, repeat, sequence, type Pattern } from './pattern';

/** The whole numbers from `min` to `max` in decimal, without leading zeros. Both at least 0. */
export function numberPattern(min: number, max: number): Pattern {
  const options: Pattern[] = [];
  for (let length = String(min).length; length <= String(max).length; length++) {
    const low = Math.max(min, length === 1 ? 0 : 10 ** (length - 1));
    const high = Math.min(max, 10 ** length - 1);
    options.push(sameLength(String(low), String(high)));
  }
  return either(options);
}

/** Numbers between two of the same length, the first digits taken apart. */
function sameLength(low: string, high: string): Pattern {
  if (low === high) return literal(low);
  const rest = low.length - 1;
  const [first, last] = [Number(low[0]), Number(high[0])];
  if (first === last) return sequence(literal(String(first)), sameLength(low.slice(1), high.slice(1)));
  const wholeFrom = /^0*$/u.test(low.slice(1)) ? first : first + 1;
  const wholeTo = /^9*$/u.test(high.slice(1)) ? last : last - 1;
  const options: Pattern[] = [];
  if (wholeFrom > first) options.push(sequence(literal(String(first)), sameLength(low.slice(1), '9'.repeat(rest))));
  if (wholeFrom <= wholeTo) options.push(sequence(digit(wholeFrom, wholeTo), repeat(digit(), rest, rest)));
  if (wholeTo < last) options.push(sequence(literal(String(last)), sameLength('0'.repeat(rest), high.slice(1))));
  return either(options);
}
