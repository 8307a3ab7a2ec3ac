import { ModelError } from '../../errors';
import type { BuiltContext } from '../context/context';
import { answerWriter } from './answer-writer';
import { callModel, type SearchCall } from './call-model';
import type { Ended } from './mode-outcome';
import type { SearchRun } from './search-run';

/** Of a second attempt, where the first gave nothing. */
const WARMER = 0.5;

/**
 * Has the model write the answer and tells it as it comes. An answer that is stopped, or whose model fails, in the middle is kept as far as
 * it came: `broken` says why. Throws ModelError, also for an empty reply, and the signal's reason, where nothing came.
 */
export async function writeAnswer(
  run: SearchRun,
  call: Omit<SearchCall, 'onText'>,
  contexts: readonly BuiltContext[],
): Promise<Ended> {
  for (const attempt of [0, 1]) {
    const writer = answerWriter(run, contexts);
    const again = attempt === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed: attempt };
    let came = '';
    const add = (text: string): void => {
      came += text;
      writer.add(text);
    };
    try {
      const reply = await callModel(run, {
        ...call,
        ...again,
        onText: (event) => {
          if (event.kind === 'delta') return add(event.text);
          came = '';
          writer.restart(event.reason);
        },
      });
      // A reply that was remembered, or that came in one piece, was not told yet.
      if (reply.text.startsWith(came)) add(reply.text.slice(came.length));
      const cut = reply.finish === 'length';
      const written = writer.finish(cut);
      if (written.text.trim() !== '' || written.notFound) {
        return { ...(await writer.compared()), cut };
      }
    } catch (error) {
      const written = writer.finish(true);
      if (written.text.trim() === '') throw error;
      return { ...written, broken: error };
    }
  }
  throw new ModelError('Its reply was empty, also when it was asked again.', { traits: ['nothing usable'] });
}
