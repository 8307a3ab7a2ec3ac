import type { IndexState } from '../../../../core/ports/index-state';
import { isRecord } from '../../../../core/shapes/read-fields';
import type { TableName } from '../../../../core/tables/tables';
import { sha256Bytes } from '../../../browser-env';
import type { Manifest } from './manifest';

/** The long lists of a manifest, by name: almost all of its bytes, of which a commit changes little. */
type Lists = Readonly<Record<string, readonly (object | string)[]>>;

/** A file with parts of the lists. It is written once and named by the SHA-256 of its bytes. */
export interface ListFile {
  readonly hash: string;
  readonly lists: Lists;
}

/** Items of a list in a list file, given by its number, from one place up to another. */
type Span = readonly [file: number, from: number, to: number];

/** A part of a list: items of a list file, or one item. No item is an array. */
type Piece = Span | object | string;

const isSpan = (piece: Piece): piece is Span => Array.isArray(piece);

/** A manifest as it is in its file, whose lists refer to the list files. */
interface PackedManifest {
  readonly packed: Readonly<Record<string, unknown>>;
  /** List files that the manifest refers to, in order. */
  readonly files: readonly ListFile[];
}

/** Lists of the state that grow with the number of sources. */
const STATE_LISTS = ['pending', 'failed', 'offered', 'reindex'] as const satisfies readonly (keyof IndexState)[];

/** Bytes of lists in a manifest's own file; more go into a list file. */
const MAX_OWN = 6_000;

/** Splits a manifest into the content of its file and the list files that this refers to; one of these may be new. */
export async function packManifest(manifest: Manifest, known: readonly ListFile[]): Promise<PackedManifest> {
  const lists = listsOf(manifest);
  const all = piecesOf(lists, known);
  const kept = known.filter((_, at) => usesFile(all, at));
  const pieces = piecesOf(lists, kept);
  if (sizeOf(pieces) <= MAX_OWN) return { packed: packed(manifest, pieces, kept), files: kept };
  const merged = await withNewFile(lists, olderThanMerged(lists, pieces, kept));
  const isFragmented = sizeOf(piecesOf(lists, merged)) > MAX_OWN;
  const files = isFragmented ? await withNewFile(lists, []) : merged;
  return { packed: packed(manifest, piecesOf(lists, files), files), files };
}

/** A list file with its bytes, which name it. */
async function sealLists(lists: Lists): Promise<ListFile> {
  return { hash: await sha256Bytes(listBytes(lists)), lists };
}

export const listBytes = (lists: Lists): Uint8Array => new TextEncoder().encode(JSON.stringify(lists));

/** The names of the list files that a manifest's file refers to; none where it has its lists itself. */
export function listFilesOf(packedManifest: Readonly<Record<string, unknown>>): readonly unknown[] {
  const names = packedManifest['lists'];
  return Array.isArray(names) ? names : [];
}

/** A manifest's file with its lists put together. */
export function unpackManifest(
  { lists: _, pieces, ...rest }: Readonly<Record<string, unknown>>,
  files: readonly ListFile[],
): Readonly<Record<string, unknown>> {
  if (!isRecord(pieces)) return rest;
  const shards: Record<string, unknown> = {};
  const state: Record<string, unknown> = { ...(isRecord(rest['state']) && rest['state']) };
  const whole: Record<string, unknown> = { ...rest, shards, state };
  for (const [name, list] of Object.entries(pieces)) {
    const items = (list as readonly Piece[]).flatMap((piece) => {
      if (!isSpan(piece)) return [piece];
      const [file, from, to] = piece;
      return files[file]?.lists[name]?.slice(from, to) ?? [];
    });
    const [group, key] = name.split('.');
    if (group === 'shards' && key) shards[key] = items;
    else if (group === 'state' && key) state[key] = items;
    else whole[name] = items;
  }
  return whole;
}

function listsOf({ shards, vectors, state }: Manifest): Lists {
  const lists: Record<string, Lists[string]> = {};
  for (const table of Object.keys(shards) as TableName[]) lists[`shards.${table}`] = shards[table] ?? [];
  if (vectors) lists['vectors'] = vectors;
  for (const name of STATE_LISTS) if (state[name]) lists[`state.${name}`] = state[name];
  return lists;
}

type Pieces = Readonly<Record<string, readonly Piece[]>>;

/** Each list as pieces. An item is found in a file by being the same object, or the same string. */
function piecesOf(lists: Lists, files: readonly ListFile[]): Pieces {
  return Object.fromEntries(
    Object.entries(lists).map(([name, list]) => {
      const places = new Map(files.flatMap(({ lists: kept }, file) => placesOf(kept[name], file)));
      const pieces: Piece[] = [];
      for (const item of list) {
        const [file, at] = places.get(item) ?? [];
        const last = pieces.at(-1);
        if (file === undefined || at === undefined) pieces.push(item);
        else if (last && isSpan(last) && last[0] === file && last[2] === at)
          pieces[pieces.length - 1] = [file, last[1], at + 1];
        else pieces.push([file, at, at + 1]);
      }
      return [name, pieces];
    }),
  );
}

function placesOf(list: Lists[string] = [], file: number): [object | string, [file: number, at: number]][] {
  return list.map((item, at) => [item, [file, at]]);
}

const usesFile = (pieces: Pieces, file: number): boolean =>
  Object.values(pieces).some((list) => list.some((piece) => isSpan(piece) && piece[0] === file));

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** Without the newest list files, up to the first that is much larger than what would be written with it: each item is rewritten seldom. */
function olderThanMerged(lists: Lists, pieces: Pieces, files: readonly ListFile[]): readonly ListFile[] {
  let older = files;
  let size = sizeOf(pieces);
  while (older.length > 0) {
    const fewer = older.slice(0, -1);
    const next = sizeOf(newItems(lists, fewer));
    if (next > 3 * size) break;
    size = next;
    older = fewer;
  }
  return older;
}

async function withNewFile(lists: Lists, older: readonly ListFile[]): Promise<readonly ListFile[]> {
  const fresh = newItems(lists, older);
  return Object.keys(fresh).length > 0 ? [...older, await sealLists(fresh)] : older;
}

/** The items that are in none of these files. */
function newItems(lists: Lists, files: readonly ListFile[]): Lists {
  return Object.fromEntries(
    Object.entries(piecesOf(lists, files)).flatMap(([name, pieces]) => {
      const items = pieces.filter((piece) => !isSpan(piece));
      return items.length > 0 ? [[name, items]] : [];
    }),
  );
}

function packed(manifest: Manifest, pieces: Pieces, files: readonly ListFile[]): Readonly<Record<string, unknown>> {
  const { shards: _shards, vectors: _vectors, state, ...rest } = manifest;
  const kept = Object.entries(state).filter(([name]) => !STATE_LISTS.some((list) => list === name));
  return { ...rest, state: Object.fromEntries(kept), lists: files.map(({ hash }) => hash), pieces };
}
