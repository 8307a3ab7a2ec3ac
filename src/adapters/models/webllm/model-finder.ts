import { ModelError } from '../../../core/errors';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import { fit } from '../../../core/models/catalogue/fit';
import type { ChatChoice } from '../../../core/models/chat-model';
import type { Hardware } from '../../../core/models/hardware';

/** A model that was asked for, and whether this device runs it. */
export interface FoundModel {
  readonly model: WebllmModel;
  readonly runs: boolean;
  readonly reason: string;
  readonly hardware: Hardware;
}

export type FindModel = (choice: ChatChoice) => Promise<FoundModel>;

/** Finds the model itself, or its twin where the GPU asks for it. Throws ModelError for one that is not listed. */
export const modelFinder =
  (models: readonly WebllmModel[], probe: () => Promise<Hardware>): FindModel =>
  async (choice) => {
    const model = models.find(({ id }) => id === choice.model);
    if (!model) throw new ModelError(`WebLLM has no model “${choice.model}”. Choose another one in Settings → Models.`);
    const hardware = await probe();
    const { runs, reason, choose } = fit(model, hardware, null, models);
    return { runs, reason, hardware, model: models.find(({ id }) => id === choose.id) ?? model };
  };
