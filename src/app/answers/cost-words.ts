import type { SearchCost } from '../../core/search/search-cost';
import { duration } from '../durations';
import { count, counted } from '../numbers';
import { modeName } from '../search-modes';

/** What a question would take, in a sentence; empty where no model is chosen. */
function costWords({ model, calls, promptTokens, outputTokens, seconds }: SearchCost): string {
  if (model === null) return '';
  if (calls === 0) return 'Asks no model.';
  const tokens = `${count(rounded(promptTokens + outputTokens))} tokens`;
  const time = seconds === null ? 'a time that the first answer will show' : `${duration(seconds)} here`;
  return `Up to ${counted(calls, 'call')}, ${tokens}, ${time}.`;
}

/** The same of the modes that answer side by side, each with its name; of one alone without. */
export function costsWords(costs: readonly SearchCost[]): string {
  const [first] = costs;
  if (!first) return '';
  if (costs.length === 1 || first.model === null) return costWords(first);
  if (costs.every(({ calls }) => calls === 0)) return costWords(first);
  return costs.map((cost) => `${modeName(cost.mode)}: ${lowered(costWords(cost))}`).join(' ');
}

const lowered = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1);

/** To two digits: it is an estimate, and is not to change with each letter. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / unit) * unit;
}
