import type { StepParameter } from '../parameters';

export interface ResolutionParameters {
  /** Pairs asked about in one run. */
  readonly candidates: number;
  /** Sentences shown per name. */
  readonly evidence: number;
}

export const RESOLUTION_DEFAULTS: ResolutionParameters = { candidates: 40, evidence: 1 };

/** Pairs in one call: the instructions are paid for once, and a small model can still tell the lines apart. */
export const PAIRS_PER_CALL = 8;

/** Pairs to ask about after so many passages were read: one a passage, in full calls, and at least one call. */
export const pairsFor = (passages: number, { candidates }: Pick<ResolutionParameters, 'candidates'>): number =>
  Math.min(candidates, PAIRS_PER_CALL * Math.max(1, Math.floor(passages / PAIRS_PER_CALL)));

/** What the parameters mean, as an index step shows them. */
export const RESOLUTION_PARAMETERS: readonly StepParameter[] = [
  {
    name: 'resolve',
    title: 'Join names that mean the same',
    doc: 'Asks the model which names mean the same. What it merges is listed under Aliases and can be undone.',
    kind: 'switch',
    default: true,
  },
  {
    name: 'candidates',
    title: 'Pairs of names to ask about',
    doc: 'Pairs of names asked about in one run at most, the likeliest first; eight share a call. No more than passages were read.',
    kind: 'number',
    default: RESOLUTION_DEFAULTS.candidates,
    min: 0,
    max: 400,
    step: 8,
  },
  {
    name: 'evidence',
    title: 'Sentences shown for each name',
    doc: 'Sentences shown to the model for each name.',
    kind: 'number',
    default: RESOLUTION_DEFAULTS.evidence,
    min: 0,
    max: 4,
    step: 1,
  },
];
