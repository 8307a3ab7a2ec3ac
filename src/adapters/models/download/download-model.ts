import { type Message } from '../../../core/message';
import { anySignal, mapConcurrent } from '../../../core/async';
import type { DownloadProgress } from '../../../core/models/hosts';
import { firstFiles, listsOf, type FileModel, type ModelFile } from './model-files';
import { isDamaged, findFileFault } from './check-file';
import { fetchFile, isFull, type Network } from './fetch-file';
import { type ModelCache, listedFiles } from './stored-models';
import type { PartialFile, PartialFiles } from './partial-files';
import { diskFullError, wrongFileError, noSpaceError } from './download-errors';

/** Environment of downloads. */
export interface DownloadEnv {
  readonly cache: ModelCache;
  readonly partials: PartialFiles;
  readonly network: Network;
  /**
   * Returns the bytes that this site may still store by the browser's estimate; it may be too many. Infinity where
   * there is none.
   */
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
  await checkFreeSpace(env, model, (await listedFiles(env.cache, model)) ?? firstFiles(model));
  await fetchAll(env, listsOf(model), tally, run.signal);
  const files = (await listedFiles(env.cache, model)) ?? firstFiles(model);
  tally.expect(files);
  await checkFreeSpace(env, model, files);
  await fetchAll(env, files, tally, run.signal);
  tally.finish();
}

/** The first failure stops the other downloads, so that nothing continues behind an error on the screen. */
async function fetchAll(
  env: DownloadEnv,
  files: readonly ModelFile[],
  tally: DownloadTally,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = anySignal(signal, stop.signal);
  await mapConcurrent(files, AT_ONCE, async (file) => {
    try {
      either.throwIfAborted();
      await obtain(env, file, tally, either);
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  });
}

async function obtain(env: DownloadEnv, file: ModelFile, tally: DownloadTally, signal: AbortSignal): Promise<void> {
  const stored = await env.cache.bytesOf(file);
  const isSized = stored !== undefined && (file.bytes === undefined || file.bytes === stored);
  if (isSized && !(await isDamaged(file, env.cache.json))) {
    await env.partials.remove(file.url); // a page that was closed between the two steps of `storeFile` left it
    return tally.count(file, stored, stored);
  }
  const wrong = (await fetchChecked(env, file, tally, signal)) && (await fetchChecked(env, file, tally, signal));
  if (wrong) throw wrongFileError(file, wrong);
}

/** Fetches a file and keeps it when it is right; what is wrong with it otherwise, and nothing of it is kept. */
async function fetchChecked(
  env: DownloadEnv,
  file: ModelFile,
  tally: DownloadTally,
  signal: AbortSignal,
): Promise<Message | undefined> {
  await usePartial(env.partials, file, (part) => {
    const onBytes = (bytes: number) => tally.count(file, bytes, part.note.total);
    onBytes(part.size);
    return fetchFile(file, part, { network: env.network, signal, onBytes });
  });
  const bytes = await env.partials.blob(file.url);
  const wrong = await findFileFault(file, bytes, signal);
  if (wrong) {
    await env.partials.remove(file.url);
    return wrong;
  }
  await storeFile(env, file, bytes);
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

/** Moves a checked file into its cache and removes its partial download. Throws StorageError when the disk is full. */
export async function storeFile(
  { cache, partials }: Pick<DownloadEnv, 'cache' | 'partials'>,
  file: ModelFile,
  bytes: Blob,
): Promise<void> {
  await cache.put(file, bytes).catch(fullDisk);
  await partials.remove(file.url);
}

function fullDisk(error: unknown): never {
  throw isFull(error) ? diskFullError(error) : error;
}

/** While a file moves into its cache it is there twice. Where no size of weights is known, the catalogue's estimate counts. */
async function checkFreeSpace(env: DownloadEnv, model: FileModel, files: readonly ModelFile[]): Promise<void> {
  const here = new Map((await env.partials.list()).map(({ url, bytes }) => [url, bytes]));
  let [missing, largest, stored] = [0, 0, 0];
  for (const file of files) {
    const kept = await env.cache.bytesOf(file);
    stored += kept ?? here.get(file.url) ?? 0;
    if (kept !== undefined) continue;
    largest = Math.max(largest, file.bytes ?? 0);
    missing += Math.max((file.bytes ?? 0) - (here.get(file.url) ?? 0), 0);
  }
  if (!hasSizes(model, files)) {
    missing = model.downloadBytes - stored;
    largest = 'modelUrl' in model ? 0 : model.downloadBytes; // WebLLM's weights come in many small files
  }
  const needed = missing > 0 ? missing + largest : 0;
  await makeSureOfRoom(env, needed);
}

/** Throws StorageError when so many bytes do not fit. */
export async function makeSureOfRoom(env: Pick<DownloadEnv, 'freeBytes' | 'partials'>, needed: number): Promise<void> {
  if (needed <= 0) return;
  const free = await env.freeBytes();
  if (needed > free || !(await env.partials.fits(needed))) throw noSpaceError(needed, free);
}

/** Checks that the list of weights has been read: of WebLLM's first files only sizes of lists are pinned. */
function hasSizes(model: FileModel, files: readonly ModelFile[]): boolean {
  const lists = new Set('modelUrl' in model ? firstFiles(model).map(({ url }) => url) : []);
  return files.some(({ url, bytes }) => bytes !== undefined && !lists.has(url));
}

/** Bytes received and expected, by file. The catalogue gives the expected ones until the lists or the servers do. */
class DownloadTally {
  readonly #model: FileModel;
  readonly #report: (progress: DownloadProgress) => void;
  readonly #bytes = new Map<string, number>();
  readonly #totals = new Map<string, number>();
  #files: readonly ModelFile[] = [];
  #file = '';

  constructor(model: FileModel, report: (progress: DownloadProgress) => void) {
    this.#model = model;
    this.#report = report;
  }

  expect(files: readonly ModelFile[]): void {
    this.#files = files;
    for (const { url, bytes } of files) if (bytes !== undefined) this.#totals.set(url, bytes);
  }

  count({ url, path }: ModelFile, bytes: number, total: number | null): void {
    this.#bytes.set(url, bytes);
    if (total !== null) this.#totals.set(url, total);
    this.#file = path;
    this.#tell(false);
  }

  finish(): void {
    this.#tell(true);
  }

  /** A list of weights with their sizes leaves out next to nothing. */
  get #isKnown(): boolean {
    const { length } = this.#files;
    const isKnown = ({ url, bytes }: ModelFile) => bytes !== undefined || this.#totals.has(url);
    return length > 0 && (this.#files.every(isKnown) || this.#files.some(({ bytes }) => bytes !== undefined));
  }

  #tell(done: boolean): void {
    const bytes = sum(this.#bytes.values());
    const total = this.#isKnown ? sum(this.#totals.values()) : this.#model.downloadBytes;
    this.#report({ model: this.#model.id, bytes, total: Math.max(total, bytes), file: this.#file, done });
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, number) => all + number, 0);
