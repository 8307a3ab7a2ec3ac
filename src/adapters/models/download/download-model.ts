import { anySignal } from '../../../core/async';
import type { DownloadProgress } from '../../../core/models/hosts';
import { firstFiles, listsOf } from '../files/model-files';
import type { FileModel, ModelFile } from '../files/model-file';
import { isSpoilt } from './check-content';
import { whatIsWrong } from './check-file';
import { checkRoom } from './check-room';
import { DownloadTally } from './download-tally';
import { fetchFile, isFull, type Network } from './fetch-file';
import type { ModelCache } from './model-cache';
import type { PartialFile, PartialFiles } from './partial-files';
import { listedFiles } from './stored-lists';
import { diskFull, notAsExpected } from './words';

/** What downloading stands on. */
export interface DownloadEnv {
  readonly cache: ModelCache;
  readonly partials: PartialFiles;
  readonly network: Network;
  /** Bytes that the browser says it still lets this site store; it may be too many. Infinity where it says nothing. */
  freeBytes(): Promise<number>;
}

export interface DownloadRun {
  readonly report: (progress: DownloadProgress) => void;
  readonly signal: AbortSignal;
}

/** Files that are fetched at the same time. */
const AT_ONCE = 3;

/**
 * Fetches what is missing of a model, checks each file and puts it where its engine looks for it. The files that name others come first.
 * Throws ModelError or StorageError in words, the signal's reason when aborted; finished files and pieces stay.
 */
export async function downloadModel(env: DownloadEnv, model: FileModel, run: DownloadRun): Promise<void> {
  const tally = new DownloadTally(model, run.report);
  await checkRoom(env, model, (await listedFiles(env.cache, model)) ?? firstFiles(model));
  await fetchAll(env, listsOf(model), tally, run.signal);
  const files = (await listedFiles(env.cache, model)) ?? firstFiles(model);
  tally.expect(files);
  await checkRoom(env, model, files);
  await fetchAll(env, files, tally, run.signal);
  tally.finish();
}

/** The first failure stops the others, so that nothing goes on behind an error that was told. */
async function fetchAll(
  env: DownloadEnv,
  files: readonly ModelFile[],
  tally: DownloadTally,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = anySignal(signal, stop.signal);
  const waiting = [...files];
  const lane = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      either.throwIfAborted();
      await obtain(env, file, tally, either);
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, () =>
    lane().catch((error: unknown) => {
      stop.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

async function obtain(env: DownloadEnv, file: ModelFile, tally: DownloadTally, signal: AbortSignal): Promise<void> {
  const stored = await env.cache.bytesOf(file);
  const isSized = stored !== undefined && (file.bytes === undefined || file.bytes === stored);
  if (isSized && !(await isSpoilt(file, env.cache.json))) {
    await env.partials.remove(file.url); // a page that was closed between the two steps of `keep` left it
    return tally.count(file, stored, stored);
  }
  const wrong = (await fetchChecked(env, file, tally, signal)) && (await fetchChecked(env, file, tally, signal));
  if (wrong) throw notAsExpected(file, wrong);
}

/** Fetches a file and keeps it when it is right; what is wrong with it otherwise, and nothing of it is kept. */
async function fetchChecked(
  env: DownloadEnv,
  file: ModelFile,
  tally: DownloadTally,
  signal: AbortSignal,
): Promise<string | undefined> {
  await usePartial(env.partials, file, (part) => {
    const onBytes = (bytes: number) => tally.count(file, bytes, part.note.total);
    onBytes(part.size);
    return fetchFile(file, part, { network: env.network, signal, onBytes });
  });
  const bytes = await env.partials.blob(file.url);
  const wrong = await whatIsWrong(file, bytes, signal);
  if (wrong) {
    await env.partials.remove(file.url);
    return wrong;
  }
  await keep(env, file, bytes);
  tally.count(file, bytes.size, bytes.size);
  return undefined;
}

async function usePartial(
  partials: PartialFiles,
  { url }: ModelFile,
  use: (part: PartialFile) => Promise<void>,
): Promise<void> {
  const part = await partials.open(url);
  try {
    await use(part);
  } catch (error) {
    await part.close().catch(() => undefined); // a stream that could not be written cannot be closed either
    throw error;
  }
  await part.close().catch(fullDisk);
}

/** Puts a checked file into its cache and removes what was under way of it. Throws StorageError when the disk is full. */
export async function keep(
  { cache, partials }: Pick<DownloadEnv, 'cache' | 'partials'>,
  file: ModelFile,
  bytes: Blob,
): Promise<void> {
  await cache.put(file, bytes).catch(fullDisk);
  await partials.remove(file.url);
}

function fullDisk(error: unknown): never {
  throw isFull(error) ? diskFull(error) : error;
}
