import { ModelError } from '../../../core/errors';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import type { Waited } from '../wait-for';
import { explain } from './explain';
import { hasLost, type Engine } from './library';

/** The GPU device was lost while the model was loaded, most often for want of memory. */
export class DeviceLost extends Error {
  override readonly name = 'DeviceLost';
}

/** Throws unless the engine holds the whole model after this end of its loading. */
export async function checkLoaded(ended: Waited<void>, engine: Engine, model: WebllmModel): Promise<void> {
  if (ended.kind === 'failed') {
    const { error } = ended;
    throw error instanceof Error && error.name === 'DeviceLostError' ? new DeviceLost() : explain(error, model);
  }
  if (ended.kind === 'silent') {
    throw new ModelError(`“${model.title}” did not finish loading. Reload the page, or choose a smaller model.`);
  }
  // WebLLM's reload resolves, with a warning on the console, also when it was stopped half-way.
  if (await hasLost(engine, model.id)) {
    throw new ModelError(`“${model.title}” was not loaded to the end. Try again.`);
  }
}
