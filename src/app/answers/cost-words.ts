import type { SearchCost } from '../../core/search/cost/search-cost';
import { duration } from '../durations';
import { count, counted } from '../numbers';

/** What a question would take, in a sentence; empty where no model is chosen. */
export function costWords({ model, calls, promptTokens, outputTokens, seconds }: SearchCost): string {
  if (model === null) return '';
  if (calls === 0) return 'Asks no model.';
  const tokens = `${count(rounded(promptTokens + outputTokens))} tokens`;
  const time = seconds === null ? 'a time that the first answer will show' : `${duration(seconds)} here`;
  return `About ${counted(calls, 'call')}, ${tokens}, ${time}.`;
}

/** To two digits: it is an estimate, and is not to change with each letter. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}
