import { ModelError } from '../errors';

/** Thrown where a model is to be asked and none is chosen. */
export const noModel = (): ModelError =>
  new ModelError('No chat model is chosen. Choose one in Settings, under Models.');
