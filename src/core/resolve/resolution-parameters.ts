import { flag, number, valuesOf, type ValuesOf } from '../parameters';

/** The parameters of joining names. */
export const RESOLUTION_PARAMETERS = [
  flag('resolve', 'Join names that mean the same', true, {
    doc: 'Asks the model which names mean the same. What it merges is listed under Aliases and can be undone.',
  }),
  number('candidates', 'Pairs of names to ask about', 40, [0, 400, 8], {
    doc: 'Pairs of names asked about in one run at most, the likeliest first; eight share a call. No more than passages were read.',
  }),
  number('evidence', 'Sentences shown for each name', 1, [0, 4], {
    doc: 'Sentences shown to the model for each name.',
  }),
];

export type ResolutionParameters = Omit<ValuesOf<typeof RESOLUTION_PARAMETERS>, 'resolve'>;

/** Defaults of joining names. */
export const RESOLUTION_DEFAULTS = valuesOf({ parameters: RESOLUTION_PARAMETERS });

/** Pairs in one call: the instructions are paid for once, and a small model can still tell the lines apart. */
export const PAIRS_PER_CALL = 8;

/** Pairs to ask about after so many passages were read: one a passage, in full calls, and at least one call. */
export const pairsFor = (passages: number, { candidates }: Pick<ResolutionParameters, 'candidates'>): number =>
  Math.min(candidates, PAIRS_PER_CALL * Math.max(1, Math.floor(passages / PAIRS_PER_CALL)));
