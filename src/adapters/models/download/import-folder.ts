import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { DownloadProgress, ImportedFile } from '../../../core/models/hosts';
import { type FileModel, type ModelFile, allFiles, firstFiles } from './model-files';
import { findFileFault } from './check-file';
import { makeSureOfRoom, storeFile, type DownloadEnv, type DownloadRun } from './download-model';

const traits = ['says what was kept'] as const;

/** A file of the model, and the one that was given for it. */
interface Pair {
  readonly file: ModelFile;
  readonly given: ImportedFile;
}

/**
 * Takes a model's files from a folder: all of them or none. Throws ParseError that names every file that is missing or the one that is
 * wrong, StorageError when there is no room.
 */
export async function importFolder(
  env: Pick<DownloadEnv, 'cache' | 'freeBytes' | 'partials'>,
  files: readonly ImportedFile[],
  match: MatchedFolder,
  { report, signal }: DownloadRun,
): Promise<void> {
  const pairs = pairUp(match, await listFiles(match, files, signal), files);
  const total = pairs.reduce((sum, { given }) => sum + given.bytes.size, 0);
  await makeSureOfRoom(env, total);
  const tell = (bytes: number, file: string, done = false) =>
    report({ model: match.model.id, bytes, total, file, done } satisfies DownloadProgress);
  for (const { file, given } of pairs) {
    signal.throwIfAborted();
    tell(0, file.path);
    const wrong = await findFileFault(file, given.bytes, signal);
    if (wrong)
      throw new ParseError(message`“${given.path}” is not what it should be: ${wrong}. Nothing was taken.`, { traits });
  }
  let bytes = 0;
  for (const { file, given } of pairs) {
    signal.throwIfAborted();
    await storeFile(env, file, given.bytes);
    tell((bytes += given.bytes.size), file.path);
  }
  tell(total, '', true);
}

async function listFiles(
  match: MatchedFolder,
  files: readonly ImportedFile[],
  signal: AbortSignal,
): Promise<readonly ModelFile[]> {
  const read = async (file: ModelFile): Promise<unknown> => {
    const given = findFile(files, match, file);
    if (!given) throw missing(match.model, [file]);
    const wrong = await findFileFault(file, given.bytes, signal);
    if (wrong)
      throw new ParseError(message`“${given.path}” is not what it should be: ${wrong}. Nothing was taken.`, { traits });
    return parse(given);
  };
  return (await allFiles(match.model, read)) ?? [];
}

async function parse({ path, bytes }: ImportedFile): Promise<unknown> {
  try {
    return JSON.parse(await bytes.text());
  } catch (cause) {
    throw new ParseError(message`“${path}” is not JSON, so the model's files cannot be listed. Nothing was taken.`, {
      cause,
      traits,
    });
  }
}

function pairUp(match: MatchedFolder, wanted: readonly ModelFile[], files: readonly ImportedFile[]): readonly Pair[] {
  const found = wanted.map((file) => ({ file, given: findFile(files, match, file) }));
  const lacking = found.flatMap(({ file, given }) => (given ? [] : [file]));
  if (lacking.length > 0) throw missing(match.model, lacking);
  return found.flatMap(({ file, given }) => (given ? [{ file, given }] : []));
}

function missing({ title }: FileModel, files: readonly ModelFile[]): ParseError {
  const names = files.map(({ path, url }) => `${path} (${url})`);
  const shown = names.slice(0, 5).join(', ');
  const all = names.length > 5 ? message`${shown}, and ${names.length - 5} more` : shown;
  const what = files.length === 1 ? message`this file is missing` : message`these files are missing`;
  return new ParseError(
    message`The folder is of “${title}”, but ${what}: ${all}. Nothing was taken. Put it there and import the folder again.`,
    { detail: files.map(({ url }) => url).join('\n'), traits },
  );
}

/** A model, and the part of the given files under which its own lie. */
interface MatchedFolder {
  readonly model: FileModel;
  /** Folder such as `folder/`; empty for files without a folder. */
  readonly root: string;
}

/**
 * Finds the model in a folder: the one that the folder is named after (as `git clone` names it), or the only one whose
 * first files are all there. Of several precisions of one repository, which a clone has together, the first of the list
 * is taken. Throws ParseError with a remedy where there is none or several.
 */
export function matchFolder(files: readonly ImportedFile[], models: readonly FileModel[]): MatchedFolder {
  const paths = files.map(({ path }) => path);
  const marks = models.map((model) => ({ model, root: rootOf(model, paths) }));
  const there = marks.flatMap(({ model, root }) => (root === undefined ? [] : [{ model, root }]));
  const named = there.filter(({ model, root }) => isNamedAfter(model, root));
  const one = named.length > 0 ? named : there;
  const [match, ...more] = one.length > 1 ? complete(one, paths) : one;
  if (match && more.every(({ model }) => isSameRepository(model, match.model))) return match;
  if (match && !paths.some(isWeights)) throw noWeights();
  if (match) throw severalMatch(one.map(({ model }) => model));
  throw noneMatches();
}

/** A file by its path below the root; WebLLM's library may lie anywhere. */
function findFile(
  files: readonly ImportedFile[],
  { model, root }: MatchedFolder,
  file: ModelFile,
): ImportedFile | undefined {
  const isLibrary = 'modelUrl' in model && file.url === model.libraryUrl;
  return (
    files.find(({ path }) => path === root + file.path) ??
    (isLibrary ? files.find(({ path }) => path.split('/').at(-1) === file.path) : undefined)
  );
}

/** The folder that holds a model's first file. */
function rootOf(model: FileModel, paths: readonly string[]): string | undefined {
  const [mark] = firstFiles(model);
  if (!mark) return undefined;
  const found = paths.filter((path) => path === mark.path || path.endsWith(`/${mark.path}`));
  const roots = found.map((path) => path.slice(0, path.length - mark.path.length));
  return roots.find((root) => isNamedAfter(model, root)) ?? roots[0];
}

function isSameRepository(one: FileModel, other: FileModel): boolean {
  return 'repository' in one && 'repository' in other && one.repository === other.repository;
}

function isNamedAfter(model: FileModel, root: string): boolean {
  const name = 'repository' in model ? (model.repository.split('/').at(-1) ?? model.repository) : model.id;
  return root.split('/').includes(name);
}

/** Prefers matches with every first file, if any: precisions of one repository differ by their files. */
function complete(matches: readonly MatchedFolder[], paths: readonly string[]): readonly MatchedFolder[] {
  const names = new Set(paths.map((path) => path.split('/').at(-1)));
  const whole = matches.filter(({ model, root }) =>
    firstFiles(model).every(({ path }) => paths.includes(root + path) || ('modelUrl' in model && names.has(path))),
  );
  return whole.length > 0 ? whole : matches;
}

const isWeights = (path: string): boolean => /\.(?:onnx|onnx_data|bin|wasm)$/u.test(path);

function noWeights(): ParseError {
  return new ParseError(
    message`There are no weights in this folder (.onnx files, or params_shard_*.bin for WebLLM), so nothing was taken. Large files may be missing: “git clone” brings them only with Git LFS.`,
    { traits: ['says what was kept'] },
  );
}

function severalMatch(models: readonly FileModel[]): ParseError {
  const names = models.slice(0, 5).map(folderName).join(', ');
  return new ParseError(
    message`The files fit several models, so nothing was taken. Give the folder its model's name, as “git clone” does (${names}), and import it again: then it is taken, or each missing file is named.`,
    { traits: ['says what was kept'] },
  );
}

function noneMatches(): ParseError {
  return new ParseError(
    message`No model of the list is in this folder, so nothing was taken. It should hold a model’s files under its name, as “git clone” of its repository makes it; for WebLLM with “mlc-chat-config.json” and the library (.wasm).`,
    { traits: ['says what was kept'] },
  );
}

function folderName(model: FileModel): string {
  return 'repository' in model ? model.repository : model.id;
}
