import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomNumbers, randomOrder } from '../../../src/core/random';

/** A file of the folder that is measured. */
export interface GivenFile {
  readonly path: string;
  readonly bytes: number;
}

/** Factor by which a prefix may pass its size. */
const SLACK = 1.005;
const PARAGRAPH = /\n\s*\n/u;

/** Files of a folder and its subfolders, in an order that mixes them and is the same each time. */
export async function givenFiles(folder: string): Promise<readonly GivenFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(paths.toSorted().map(async (path) => ({ path, bytes: (await stat(path)).size })));
  return [...randomOrder(files.length, randomNumbers(1))].flatMap((at) => files[at] ?? []);
}

/** The first files of about so many megabytes together; one that does not fit any more is left out. */
export function filesUpTo(files: readonly GivenFile[], megabytes: number): readonly GivenFile[] {
  let room = megabytes * 1e6 * SLACK;
  return files.filter(({ bytes }) => {
    const fits = bytes <= room;
    if (fits) room -= bytes;
    return fits;
  });
}

export const megabytesOf = (files: readonly GivenFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;

/** Paragraphs of a file, up to about so many bytes of UTF-8. */
export async function beginningOf({ path }: GivenFile, bytes: number): Promise<string> {
  const kept: string[] = [];
  let size = 0;
  for (const paragraph of (await readFile(path, 'utf8')).split(PARAGRAPH)) {
    size += Buffer.byteLength(paragraph) + 2;
    if (size > bytes && kept.length > 0) break;
    kept.push(paragraph);
  }
  return kept.join('\n\n');
}
