import type { Trace } from '../../core/search/events';
import { count, counted } from '../numbers';

/** How many calls of a model an answer rests on, and how many of them were made for it; the others were kept from equal calls before. */
export function callsWords({ modelCalls, calls = [] }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  if (calls.length <= modelCalls) return counted(modelCalls, 'model call');
  const made = modelCalls === 0 ? 'none' : count(modelCalls);
  return `${counted(calls.length, 'model call')}, ${made} of them new`;
}
