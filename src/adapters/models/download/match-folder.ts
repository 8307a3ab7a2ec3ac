import { ParseError } from '../../../core/errors';
import type { ImportedFile } from '../../../core/models/hosts';
import type { FileModel, ModelFile } from '../files/model-file';
import { firstFiles } from '../files/model-files';

/** A model, and the part of the given files under which its own lie. */
export interface MatchedFolder {
  readonly model: FileModel;
  /** Such as `folder/`; empty for files without a folder. */
  readonly root: string;
}

/**
 * Which model a folder holds: the one that the folder is named after (as `git clone` names it), or the only one whose first files are all
 * there. Of several precisions of one repository, which a clone has together, the first of the list is taken. Throws ParseError with what to do where that is none or several.
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
export function findFile(
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

/** Of several, those of which every first file is there, if any: precisions of one repository differ by their files. */
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
    'There are no weights in this folder (.onnx files, or params_shard_*.bin for WebLLM), so nothing was taken. Large files may be missing: “git clone” brings them only with Git LFS.',
    { traits: ['says what was kept'] },
  );
}

function severalMatch(models: readonly FileModel[]): ParseError {
  const names = models.slice(0, 5).map(folderName).join(', ');
  return new ParseError(
    `The files fit several models, so nothing was taken. Give the folder its model's name, as “git clone” does (${names}), and import it again: then it is taken, or each missing file is named.`,
    { traits: ['says what was kept'] },
  );
}

function noneMatches(): ParseError {
  return new ParseError(
    'No model of the list is in this folder, so nothing was taken. It should hold a model’s files under its name, as “git clone” of its repository makes it; for WebLLM with “mlc-chat-config.json” and the library (.wasm).',
    { traits: ['says what was kept'] },
  );
}

function folderName(model: FileModel): string {
  return 'repository' in model ? model.repository : model.id;
}
