import type { IndexState } from '../../ports/index-state';
import { RESOLUTION_PARAMETERS, type ResolutionParameters } from '../../resolve/resolution-parameters';
import { reader, valuesOf, type BackgroundStep } from '../step';

/** A model says which names mean the same; what it says is an edit that a person can undo. */
export const resolutionStep: BackgroundStep = {
  scope: 'background',
  name: 'model resolution',
  title: 'Joining names with a model',
  doc: 'Names that look, mean or keep company alike are shown to the model in pairs, with sentences that use them.',
  parameters: RESOLUTION_PARAMETERS,
};

export interface ResolutionChoices extends ResolutionParameters {
  readonly resolve: boolean;
}

/** Reads the parameters of joining names; what is missing has its default. */
export function resolutionChoices(parameters: IndexState['parameters']): ResolutionChoices {
  const { number, flag } = reader(valuesOf(resolutionStep, parameters[resolutionStep.name]));
  return { resolve: flag('resolve'), candidates: number('candidates'), evidence: number('evidence') };
}
