import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../node_modules/pdfjs-dist/cmaps/', import.meta.url);

/** All character maps of pdf.js in one file, so that one request keeps them for use offline; src/adapters reads it. */
export async function packCharacterMaps(): Promise<Uint8Array<ArrayBuffer>> {
  const names = (await readdir(fileURLToPath(FOLDER))).filter((name) => name.endsWith('.bcmap')).sort();
  const maps = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER))));
  const index: Record<string, readonly [number, number]> = {};
  let end = 0;
  for (const [n, name] of names.entries()) {
    const length = maps[n]?.length ?? 0;
    index[name] = [end, length];
    end += length;
  }
  const head = new TextEncoder().encode(JSON.stringify(index));
  const packed = new Uint8Array(4 + head.length + end);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  for (const [n, name] of names.entries()) packed.set(maps[n] ?? [], 4 + head.length + (index[name]?.[0] ?? 0));
  return packed;
}

/** The terms under which the maps may be passed on. */
export function characterMapsLicense(): Promise<string> {
  return readFile(new URL('LICENSE', FOLDER), 'utf8');
}
