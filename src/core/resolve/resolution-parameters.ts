import type { StepParameter } from '../parameters';

export interface ResolutionParameters {
  /** Pairs asked about in one run. */
  readonly candidates: number;
  /** Sentences shown per name. */
  readonly evidence: number;
}

export const RESOLUTION_DEFAULTS: ResolutionParameters = { candidates: 40, evidence: 1 };

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
    doc: 'Pairs of names asked about in one run, the likeliest first; eight of them share a call.',
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
