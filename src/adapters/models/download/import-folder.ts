import { ParseError } from '../../../core/errors';
import type { DownloadProgress, ImportedFile } from '../../../core/models/hosts';
import type { FileModel, ModelFile } from '../files/model-file';
import { allFiles } from '../files/model-files';
import { whatIsWrong } from './check-file';
import { makeSureOfRoom } from './check-room';
import { keep, type DownloadEnv, type DownloadRun } from './download-model';
import { findFile, type MatchedFolder } from './match-folder';

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
    const wrong = await whatIsWrong(file, given.bytes, signal);
    if (wrong)
      throw new ParseError(`“${given.path}” is not what it should be: ${wrong}. Nothing was taken.`, { traits });
  }
  let bytes = 0;
  for (const { file, given } of pairs) {
    signal.throwIfAborted();
    await keep(env, file, given.bytes);
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
    const wrong = await whatIsWrong(file, given.bytes, signal);
    if (wrong)
      throw new ParseError(`“${given.path}” is not what it should be: ${wrong}. Nothing was taken.`, { traits });
    return parse(given);
  };
  return (await allFiles(match.model, read)) ?? [];
}

async function parse({ path, bytes }: ImportedFile): Promise<unknown> {
  try {
    return JSON.parse(await bytes.text());
  } catch (cause) {
    throw new ParseError(`“${path}” is not JSON, so the model's files cannot be listed. Nothing was taken.`, {
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
  const shown = names.length > 5 ? [...names.slice(0, 5), `and ${String(names.length - 5)} more`] : names;
  const what = files.length === 1 ? 'this file is missing' : 'these files are missing';
  return new ParseError(
    `The folder is of “${title}”, but ${what}: ${shown.join(', ')}. Nothing was taken. Put it there and import the folder again.`,
    { detail: files.map(({ url }) => url).join('\n'), traits },
  );
}
