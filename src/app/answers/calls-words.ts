import type { Trace } from '../../core/search/events';
import { count, counted, decimal } from '../numbers';

/** How many calls of a model an answer rests on, and how many of them were made for it; the others were kept from equal calls before. */
export function callsWords({ modelCalls, calls = [] }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  if (calls.length <= modelCalls) return counted(modelCalls, 'model call');
  const made = modelCalls === 0 ? 'none' : count(modelCalls);
  return `${counted(calls.length, 'model call')}, ${made} of them new`;
}

/** What an answer took of a model, in a sentence; empty where none was asked. */
export function tookWords(trace: Pick<Trace, 'modelCalls' | 'calls' | 'milliseconds'>): string {
  const { calls = [], milliseconds } = trace;
  if (calls.length === 0) return '';
  const tokens = calls.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
  return `It took ${callsWords(trace)}, ${count(tokens)} tokens of prompts and replies, ${decimal(milliseconds / 1000)} seconds.`;
}

/** That an answer stands on replies to equal calls before it; empty where each was made for it. */
export function keptWords({ calls = [] }: Pick<Trace, 'calls'>): string {
  const kept = calls.filter(({ remembered }) => remembered).length;
  if (kept === 0) return '';
  return kept < calls.length ? 'In part from replies kept earlier.' : 'From replies kept earlier.';
}
