import type { StepParameter } from '../../core/parameters';
import { settingsWords } from '../words/screens/settings-words';
import { byLocale } from '../words/locale.svelte';

type Range = Pick<StepParameter, 'min' | 'max' | 'step'>;

/** Validity of a typed number, as the field reports it. */
type Validity = Pick<ValidityState, 'valid' | 'rangeOverflow' | 'rangeUnderflow' | 'stepMismatch'>;

const number = byLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }));

/** Describes the allowed numbers, such as `1 to 100`; empty where all are. */
export function rangeWords({ min, max }: Range): string {
  const words = settingsWords().field;
  const { format } = number();
  if (min !== undefined && max !== undefined) return words.between(format(min), format(max));
  if (min !== undefined) return words.atLeast(format(min));
  return max === undefined ? '' : words.atMost(format(max));
}

/**
 * Explains why a typed number is refused, and which one is used instead; empty where it is valid. `typed` is empty for
 * anything but a number.
 */
export function refusalWords(typed: string, validity: Validity, range: Range, kept: number): string {
  if (validity.valid && typed !== '') return '';
  return settingsWords().field.refused(reason(typed, validity, range), number().format(kept));
}

function reason(typed: string, { rangeOverflow, rangeUnderflow, stepMismatch }: Validity, range: Range): string {
  const words = settingsWords().field;
  if (rangeOverflow || rangeUnderflow) return words.outOfRange(rangeWords(range));
  if (!stepMismatch || typed === '') return words.notNumber;
  const { step = 1, min = 0 } = range;
  return step === 1 ? words.notWhole : words.notStep(number().format(step), number().format(min));
}
