import type { Trace } from '../../core/search/events';
import { count, counted, decimal } from '../numbers';

/**
 * How many calls of a model an answer rests on, and how many of them were made for it; the others were kept from equal calls before. Those that
 * proposed questions once it stood are told apart, since the answer did not take them.
 */
export function callsWords({ modelCalls, calls }: Pick<Trace, 'modelCalls' | 'calls'>): string {
  if (!calls) return counted(modelCalls, 'model call');
  const own = ofAnswer(calls);
  const after = calls.length - own.length;
  return after === 0 ? ownWords(own) : `${ownWords(own)}, ${count(after)} more for follow-up questions`;
}

function ownWords(calls: NonNullable<Trace['calls']>): string {
  const made = calls.filter(({ remembered }) => !remembered).length;
  const words = counted(calls.length, 'model call');
  return made === calls.length ? words : `${words}, ${made === 0 ? 'none' : count(made)} of them new`;
}

/** What an answer took of a model, in a sentence; empty where none was asked. Kept replies took nothing, and of an answer that broke off no time is known. */
export function tookWords({ calls, milliseconds }: Pick<Trace, 'calls' | 'milliseconds'>): string {
  const own = ofAnswer(calls);
  if (own.length === 0) return '';
  const made = own.filter(({ remembered }) => !remembered);
  const tokens = made.reduce((sum, one) => sum + one.promptTokens + one.completionTokens, 0);
  const took = [
    ownWords(own),
    ...(made.length > 0 ? [`${count(tokens)} tokens of prompts and replies`] : []),
    ...(milliseconds > 0 ? [`${decimal(milliseconds / 1000)} seconds`] : []),
  ];
  return `It took ${took.join(', ')}.`;
}

/** Calls that an answer was made with: without those for the questions that lead on from it. */
const ofAnswer = (calls: Trace['calls'] = []) => calls.filter(({ purpose }) => purpose !== 'follow-ups');

/** That an answer stands on replies to equal calls before it; empty where each was made for it. */
export function keptWords(trace: Pick<Trace, 'calls'>): string {
  const calls = ofAnswer(trace.calls);
  const kept = calls.filter(({ remembered }) => remembered).length;
  if (kept === 0) return '';
  return kept < calls.length ? 'In part from replies kept earlier.' : 'From replies kept earlier.';
}
