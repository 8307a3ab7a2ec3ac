import { StorageError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { FileModel } from './model-files';
import { modelBusyError } from './download-errors';

/** Lock of model files: shared by all work on them, exclusive for erasing them all. */
const ALL = 'burrow-models';
/** The locks of a worker that was ended a moment ago are freed a little later: so often, and so many milliseconds apart, they are tried. */
const TRIES = 20;
const PAUSE = 100;

/** Works on a model alone, over all tabs; the lock ends with this thread. Throws ModelError while another thread works on it. */
export async function withModelLock<T>(model: FileModel, work: () => Promise<T>): Promise<T> {
  const alone = `burrow-models ${'repository' in model ? model.repository : model.id}`; // files of two models of one repository may be the same
  return navigator.locks.request(ALL, { mode: 'shared', ifAvailable: true }, (all) => {
    if (!all) throw modelBusyError(model.title);
    return navigator.locks.request(alone, { ifAvailable: true }, (lock) => {
      if (!lock) throw modelBusyError(model.title);
      return work();
    });
  });
}

/** Keeps everybody from model files until it is released. Throws StorageError while another tab works on one. */
export async function lockAllModels(): Promise<() => void> {
  for (let tries = TRIES; tries > 0; tries--) {
    const release = await tryAll();
    if (release) return release;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  throw new StorageError(
    message`A model is being downloaded or deleted in another tab, so nothing was removed. Pause it there, or close that tab, and try again.`,
    { traits: ['says what was kept'] },
  );
}

function tryAll(): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(ALL, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
    request.catch(reject);
  });
}
