import type { StepParameter } from '../core/parameters';

type Range = Pick<StepParameter, 'min' | 'max' | 'step'>;

/** What a field says of a number that was typed. */
export type Validity = Pick<ValidityState, 'valid' | 'rangeOverflow' | 'rangeUnderflow' | 'stepMismatch'>;

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

/** Which numbers may be typed, such as `1 to 100`; empty where all may. */
export function rangeWords({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return `${number.format(min)} to ${number.format(max)}`;
  if (min !== undefined) return `${number.format(min)} or more`;
  return max === undefined ? '' : `${number.format(max)} at most`;
}

/** Why a number that was typed does not hold, and which one does instead; empty where it holds. `typed` is empty for what is no number. */
export function refusalWords(typed: string, validity: Validity, range: Range, kept: number): string {
  if (validity.valid && typed !== '') return '';
  return `Not taken: ${reason(typed, validity, range)}. ${number.format(kept)} still holds.`;
}

function reason(typed: string, { rangeOverflow, rangeUnderflow, stepMismatch }: Validity, range: Range): string {
  if (rangeOverflow || rangeUnderflow) return `possible is ${rangeWords(range)}`;
  if (!stepMismatch || typed === '') return 'a number is needed';
  const { step = 1, min = 0 } = range;
  return step === 1
    ? 'it has to be a whole number'
    : `possible are steps of ${number.format(step)}, from ${number.format(min)} on`;
}
