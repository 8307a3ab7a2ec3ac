import type { Trace } from '../../core/search/events';
import { count, counted } from '../numbers';

/** How many calls of a model an answer rests on, and how many of them were made for it; the others were kept from equal calls before. */
export function callsWords({ modelCalls, calls = [] }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  if (calls.length <= modelCalls) return counted(modelCalls, 'model call');
  const made = modelCalls === 0 ? 'none' : count(modelCalls);
  return `${counted(calls.length, 'model call')}, ${made} of them new`;
}

/** That an answer stands on replies to equal calls before it; empty where each was made for it. */
export function keptWords({ calls = [] }: Pick<Trace, 'calls'>): string {
  const kept = calls.filter(({ remembered }) => remembered).length;
  if (kept === 0) return '';
  return kept < calls.length ? 'In part from replies kept earlier.' : 'From replies kept earlier.';
}
