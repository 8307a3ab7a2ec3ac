import { ModelError, ParseError } from '../../errors';
import { parseReply } from '../../shapes/parse-reply';
import type { Shape, ShapeValue } from '../../shapes/shape';
import { callModel, type SearchCall } from './call-model';
import type { SearchRun } from './search-run';

/** Of a search all of whose calls came to nothing: that is no finding about the documents. */
export const noneReadable = (): ModelError =>
  new ModelError('None of its replies kept to the form that was asked for.', { traits: ['nothing usable'] });

const ATTEMPTS = 2;
/** Of a further attempt: the likeliest words were of no use. */
const WARMER = 0.4;

/** What a reply of a shape says; null when no reply could be read. Throws ModelError, and the signal's reason when aborted. */
export async function askForShape<S extends Shape>(
  run: SearchRun,
  call: SearchCall & { readonly shape: S },
): Promise<ShapeValue<S> | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const again = attempt === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed: attempt };
    const { text } = await callModel(run, { ...call, ...again });
    try {
      return parseReply(call.shape, text).value;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  }
  return null;
}
