import type { DownloadProgress } from '../../../core/models/hosts';
import { firstFiles } from '../files/model-files';
import type { FileModel, ModelFile } from '../files/model-file';
import { isSpoilt } from './check-content';
import { whatIsWrong } from './check-file';
import { fetchFile, type Network } from './fetch-file';
import type { ModelCache } from './model-cache';
import type { PartialFile, PartialFiles } from './partial-files';
import { listedFiles } from './stored-lists';
import { diskFull, noRoom, notAsExpected } from './words';

/** What downloading stands on. */
export interface DownloadEnv {
  readonly cache: ModelCache;
  readonly partials: PartialFiles;
  readonly network: Network;
  /** Bytes that the browser says it still lets this site store; it may be too many. */
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
  const tally = new Tally(model, run.report);
  const lists = 'modelUrl' in model ? firstFiles(model) : [];
  await checkRoom(env, model, (await listedFiles(env.cache, model)) ?? lists);
  await fetchAll(env, lists, tally, run.signal);
  const files = (await listedFiles(env.cache, model)) ?? lists;
  tally.expect(files);
  if (lists.length > 0) await checkRoom(env, model, files);
  await fetchAll(env, files, tally, run.signal);
  tally.finish();
}

/** Bytes that came, by file, against those that are expected: told by the lists, by the servers, and by the catalogue until then. */
class Tally {
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

/** The first failure stops the others, so that nothing goes on behind an error that was told. */
async function fetchAll(
  env: DownloadEnv,
  files: readonly ModelFile[],
  tally: Tally,
  signal: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const either = AbortSignal.any([signal, stop.signal]);
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

async function obtain(env: DownloadEnv, file: ModelFile, tally: Tally, signal: AbortSignal): Promise<void> {
  const stored = await env.cache.bytesOf(file);
  const isSized = stored !== undefined && (file.bytes === undefined || file.bytes === stored);
  if (isSized && !(await isSpoilt(file, env.cache.json))) return tally.count(file, stored, stored);
  const wrong = (await fetchChecked(env, file, tally, signal)) && (await fetchChecked(env, file, tally, signal));
  if (wrong) throw notAsExpected(file, wrong);
}

/** Fetches a file and keeps it when it is right; what is wrong with it otherwise, and nothing of it is kept. */
async function fetchChecked(
  env: DownloadEnv,
  file: ModelFile,
  tally: Tally,
  signal: AbortSignal,
): Promise<string | undefined> {
  await usePartial(env.partials, file, (part) => {
    const onBytes = (bytes: number) => tally.count(file, bytes, part.note.total);
    onBytes(part.size);
    return fetchFile(file, part, { network: env.network, signal, onBytes });
  });
  const bytes = await env.partials.blob(file.url);
  const wrong = await whatIsWrong(file, bytes);
  if (!wrong) await keep(env.cache, file, bytes);
  if (!wrong) tally.count(file, bytes.size, bytes.size);
  await env.partials.remove(file.url);
  return wrong;
}

async function usePartial(
  partials: PartialFiles,
  { url }: ModelFile,
  use: (part: PartialFile) => Promise<void>,
): Promise<void> {
  const part = await partials.open(url);
  try {
    await use(part);
  } finally {
    part.close();
  }
}

/** Puts a checked file into its cache. Throws StorageError when the disk is full. */
export async function keep(cache: ModelCache, file: ModelFile, bytes: Blob): Promise<void> {
  try {
    await cache.put(file, bytes);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw diskFull(error);
    throw error;
  }
}

/** While a file moves into its cache it is there twice. Where no size of weights is known, the catalogue's estimate counts. */
async function checkRoom(env: DownloadEnv, model: FileModel, files: readonly ModelFile[]): Promise<void> {
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
  if (needed > free || !(await env.partials.fits(needed))) throw noRoom(needed, free);
}

/** Whether the list of weights has been read: of WebLLM's first files only sizes of lists are pinned. */
function hasSizes(model: FileModel, files: readonly ModelFile[]): boolean {
  const lists = 'modelUrl' in model ? firstFiles(model).length : 0;
  return files.slice(lists).some(({ bytes }) => bytes !== undefined);
}
