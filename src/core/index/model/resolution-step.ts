import type { IndexState } from '../../ports/index-state';
import { RESOLUTION_PARAMETERS } from '../../resolve/resolution-parameters';
import { valuesOf } from '../../parameters';
import type { BackgroundStep } from '../step';

/** A model says which names mean the same; what it says is an edit that a person can undo. */
export const resolutionStep = {
  scope: 'background',
  name: 'model resolution',
  title: 'Joining names with a model',
  doc: 'Names that look, mean or keep company alike are shown to the model in pairs, with sentences that use them.',
  parameters: RESOLUTION_PARAMETERS,
  reads: ['documents', 'text_units', 'extractions', 'edits', 'entities', 'relationships'],
  writes: ['edits'],
} satisfies BackgroundStep;

/** Reads the parameters of joining names; what is missing has its default. */
export const resolutionChoices = (parameters: IndexState['parameters']) =>
  valuesOf(resolutionStep, parameters[resolutionStep.name]);
