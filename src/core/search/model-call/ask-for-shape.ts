import { ModelError, ParseError } from '../../errors';
import { parseReply } from '../../shapes/parse-reply';
import type { Shape, ShapeValue } from '../../shapes/shape';
import { callModel, type SearchCall } from './call-model';
import type { SearchRun } from '../writer/search-run';

/** Of a search all of whose calls came to nothing: that is no finding about the documents. */
export const noneReadable = (): ModelError =>
  new ModelError(
    'None of its replies could be used: they were empty, cut short or not in the form that was asked for.',
    {
      traits: ['nothing usable'],
    },
  );

const ATTEMPTS = 2;
/** Kept replies of no use that are passed over: a person asks no more often than this. */
const MOST_SEEDS = 20;
/** Of a further attempt: the likeliest words were of no use. */
const WARMER = 0.4;

/** What is done with a reply that lost a part of itself: one that was cut, that was no well-formed JSON, or that held records without their fields. */
export interface Damaged<S extends Shape> {
  /** Whether what is left is of use; where it is not, nothing follows from what is missing. */
  readonly isOfUse: (value: ShapeValue<S>) => boolean;
  /** Told where what is left is used. */
  readonly onUse?: () => void;
}

/**
 * What a reply of a shape says; null when no reply could be read, or only damaged ones that are of no use: one that was kept from an earlier
 * search does not count. Throws ModelError, and the signal's reason when aborted.
 */
export async function askForShape<S extends Shape>(
  run: SearchRun,
  call: SearchCall & { readonly shape: S },
  damaged?: Damaged<S>,
): Promise<ShapeValue<S> | null> {
  for (let seed = 0, attempts = 0; attempts < ATTEMPTS && seed < MOST_SEEDS; seed++) {
    const again = seed === 0 ? {} : { temperature: Math.max(call.temperature, WARMER), seed };
    const { text, remembered } = await callModel(run, { ...call, ...again });
    if (!remembered) attempts++;
    try {
      const { value, repairs } = parseReply(call.shape, text);
      const isWhole = !repairs.some((repair) => repair === 'mended' || repair === 'dropped');
      if (isWhole || !damaged) return value;
      if (!damaged.isOfUse(value)) continue;
      damaged.onUse?.();
      return value;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
    }
  }
  return null;
}
