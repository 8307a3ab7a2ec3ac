import type { StepParameter } from '../../core/parameters';
import { settingsWords } from '../words/screens/settings-words';
import { byLocale } from '../words/locale.svelte';

type Range = Pick<StepParameter, 'min' | 'max' | 'step'>;

/** What a field says of a number that was typed. */
type Validity = Pick<ValidityState, 'valid' | 'rangeOverflow' | 'rangeUnderflow' | 'stepMismatch'>;

const number = byLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }));

/** Which numbers may be typed, such as `1 to 100`; empty where all may. */
export function rangeWords({ min, max }: Range): string {
  const words = settingsWords().field;
  const { format } = number();
  if (min !== undefined && max !== undefined) return words.between(format(min), format(max));
  if (min !== undefined) return words.atLeast(format(min));
  return max === undefined ? '' : words.atMost(format(max));
}

/** Why a number that was typed does not hold, and which one does instead; empty where it holds. `typed` is empty for what is no number. */
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
