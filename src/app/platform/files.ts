import type { SourceFile } from '../../core/ports/documents';
import { language } from '../words/language.svelte';

/** Saves a blob through the browser's own dialog. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name from a title: no separators, no control characters, at most 80 characters. */
export function fileName(title: string, extension: string): string {
  const clean = title
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return `${clean || 'burrow'}.${extension}`;
}

const SKIPPED = /(^|\/)(\.[^/]+|__MACOSX(\/.*)?|Thumbs\.db)$/;

const keep = (source: SourceFile): boolean => !SKIPPED.test(source.path);

/** Browsers list a folder in any order; of the same bytes under two paths, the first by path is kept. */
const byPath = (a: SourceFile, b: SourceFile): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** Files of an input; those of a folder input keep their folders. */
export function pickedFiles(files: Iterable<File>): readonly SourceFile[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, bytes: file }))
    .filter(keep)
    .sort(byPath);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(entry: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function walk(entry: FileSystemEntry): Promise<readonly SourceFile[]> {
  if (isFile(entry)) return [{ path: entry.fullPath.replace(/^\//, ''), bytes: await fileOf(entry) }];
  if (!isFolder(entry)) return [];
  const found: SourceFile[] = [];
  for (const child of await childrenOf(entry)) found.push(...(await walk(child)));
  return found;
}

/** All files in a drop, folders included. The entries are taken at once: the browser forgets them after the event. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly SourceFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return pickedFiles(transfer.files);
  const found: SourceFile[] = [];
  for (const entry of entries) found.push(...(await walk(entry)));
  return found.filter(keep).sort(byPath);
}

/** Pasted files, or pasted text as a text document named by the time. */
export function pastedFiles(transfer: DataTransfer, now: Date): readonly SourceFile[] {
  if (transfer.files.length > 0) return pickedFiles(transfer.files);
  const text = transfer.getData('text/plain');
  if (!text.trim()) return [];
  const stamp = now.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return [{ path: `${language.words.library.pasted(stamp)}.txt`, bytes: new Blob([text], { type: 'text/plain' }) }];
}
