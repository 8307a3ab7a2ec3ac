import { detached } from '../../core/text/characters';

/** Whole columns of strings to and from UTF-8 in one call each, because a call per string is several times slower. */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The strings one after another, and n + 1 byte offsets. A lone surrogate becomes U+FFFD. */
export function encodeStrings(values: readonly string[]): { readonly bytes: Uint8Array; readonly offsets: Int32Array } {
  const joined = values.join('');
  const bytes = encoder.encode(joined);
  if (bytes.length === joined.length) return { bytes, offsets: asciiOffsets(values) };
  // Two lone surrogates of neighbouring strings would join to one character.
  const wellFormed = values.map((value) => value.toWellFormed());
  const encoded = encoder.encode(wellFormed.join(''));
  return { bytes: encoded, offsets: byteOffsets(encoded, wellFormed) };
}

/** The strings between n + 1 byte offsets. */
export function decodeStrings(bytes: Uint8Array, offsets: ArrayLike<number>, count: number): string[] {
  const first = offsets[0] ?? 0;
  const used = bytes.subarray(first, offsets[count] ?? first);
  const text = decoder.decode(used);
  const strings = new Array<string>(count);
  const shared = sharedStrings();
  const ascii = text.length === used.length;
  for (let row = 0, at = 0, unit = 0; row < count; row++) {
    const end = (offsets[row + 1] ?? first) - first;
    const start = unit;
    if (ascii) unit = end;
    else for (; at < end; at++) unit += unitsOf(used[at] ?? 0);
    strings[row] = shared(text.slice(start, unit));
  }
  return strings;
}

/** Strings after which it is decided whether a column repeats itself. */
const PROBE = 512;

/** Gives equal strings as one object, in columns that mostly repeat what came before; a column that does not is left alone. */
function sharedStrings(): (value: string) => string {
  const known = new Map<string, string>();
  let seen = 0;
  return (value) => {
    if (seen > PROBE && known.size * 2 > seen) return value;
    seen++;
    const same = known.get(value);
    if (same !== undefined) return same;
    const own = detached(value);
    known.set(own, own);
    return own;
  };
}

function asciiOffsets(values: readonly string[]): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  for (let row = 0, at = 0; row < values.length; row++) offsets[row + 1] = at += values[row]?.length ?? 0;
  return offsets;
}

function byteOffsets(bytes: Uint8Array, values: readonly string[]): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  let at = 0;
  for (let row = 0; row < values.length; row++) {
    let units = values[row]?.length ?? 0;
    while (units > 0) units -= unitsOf(bytes[at++] ?? 0);
    while (at < bytes.length && isContinuation(bytes[at] ?? 0)) at++;
    offsets[row + 1] = at;
  }
  return offsets;
}

/** UTF-16 code units that begin with this UTF-8 byte: none for a continuation, two for a lead of four bytes. */
function unitsOf(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}
