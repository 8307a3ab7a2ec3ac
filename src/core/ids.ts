import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();
/** Most texts are short and there are very many: a buffer for each would be a million allocations. */
const room = new Uint8Array(1 << 15);

/** SHA-256 of UTF-8 text, as 64 hex digits. */
export function sha256Text(text: string): string {
  return bytesToHex(digest(text));
}

/** A stable identifier of 32 hex digits: the start of the SHA-256 of the parts, which are kept apart by a separator. */
export function stableId(...parts: readonly (string | number)[]): string {
  // Of the bytes, since a slice of the digits would keep all of them in memory, and there are very many ids.
  return bytesToHex(digest(parts.join('\u001f')).subarray(0, 16));
}

/** Checks for an id of {@link stableId}, from here or another collection. */
export const isStableId = (id: string): boolean => /^[0-9a-f]{32}$/u.test(id);

/** A hash of bytes that come one after another: SHA-256 as 64 hex digits. */
export function contentHash(): { readonly add: (bytes: Uint8Array) => void; readonly hex: () => string } {
  const hash = sha256.create();
  return { add: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.clone().digest()) };
}

/** The start of a stable id, 8 hex digits: enough to distinguish some hundred things. */
export function shortId(...parts: readonly (string | number)[]): string {
  return bytesToHex(digest(parts.join('\u001f')).subarray(0, 4));
}

/** A hash of nothing, and one that begins as its copy each time: a new one for each text takes half as much again. */
const EMPTY = sha256.create();
const hash = EMPTY.clone();
const digested = new Uint8Array(hash.outputLen);

/** The digest of a text, which stands there until the next one. */
function digest(text: string): Uint8Array {
  const fits = text.length * 3 <= room.length;
  EMPTY._cloneInto(hash);
  hash.update(fits ? room.subarray(0, encoder.encodeInto(text, room).written) : encoder.encode(text));
  hash.digestInto(digested);
  return digested;
}

/** The key of an unordered pair. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}\u001f${b}` : `${b}\u001f${a}`);
