import { ModelError } from '../../../core/errors';
import { contextWindowOf } from '../../../core/models/catalogue/context-window';
import type { ChatChoice, LoadProgress } from '../../../core/models/chat-model';
import type { EngineSeat, HeldEngine } from './engine-seat';
import type { FindModel } from './model-finder';
import { requireFiles, type ModelStorage } from './stored-files';

/** Loads a chosen model, or gives the one that is loaded. Throws ModelError where it does not run here or lacks files. */
export type LoadModel = (choice: ChatChoice, signal?: AbortSignal) => AsyncGenerator<LoadProgress, HeldEngine>;

interface LoaderParts {
  readonly find: FindModel;
  readonly storage: ModelStorage;
  readonly seat: EngineSeat;
}

export function modelLoader({ find, storage, seat }: LoaderParts): LoadModel {
  /** What was loaded for which choice, so that a call of a loaded model asks neither GPU nor disk. */
  let last: { readonly choice: string; readonly model: string } | undefined;
  return async function* (choice, signal) {
    const ready = last?.choice === choice.model ? seat.ready(last.model) : undefined;
    if (ready) return ready;
    const { runs, reason, model, hardware } = await find(choice);
    if (!runs) throw new ModelError(reason);
    const config = await requireFiles(model, storage);
    const held = yield* seat.load(model, contextWindowOf(model, config, hardware), signal);
    last = { choice: choice.model, model: model.id };
    return held;
  };
}
