import { freeBytes } from '../../free-bytes';
import type { Work } from '../../../core/work';
import type { StringPool } from './string-pool';

// Columns are converted in few calls, because a call per string is several times slower.
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Characters per call. A whole column would be a string of megabytes, which only a full garbage collection frees. */
const CHUNK = 1 << 14;

/** One buffer for all calls: the browser keeps what the encoder has written into until its own collection, even if it is freed. */
const buffer = new Uint8Array(3 * (CHUNK + 1));

/** The strings one after another, and n + 1 byte offsets. A lone surrogate becomes U+FFFD. */
export function encodeStrings(values: readonly string[]): { readonly bytes: Uint8Array; readonly offsets: Int32Array } {
  // Two lone surrogates of neighbouring strings would join to one character.
  const wellFormed = values.map((value) => value.toWellFormed());
  const characters = wellFormed.reduce((sum, { length }) => sum + length, 0);
  const bytes = encodePieces(wellFormed, characters);
  const offsets = bytes.length === characters ? asciiOffsets(wellFormed) : byteOffsets(bytes, wellFormed);
  return { bytes, offsets };
}

function encodePieces(values: readonly string[], characters: number): Uint8Array {
  let bytes = new Uint8Array(characters);
  let length = 0;
  let done = 0;
  const resize = (size: number): void => {
    const before = bytes;
    bytes = new Uint8Array(size);
    bytes.set(before.subarray(0, length));
    freeBytes(before);
  };
  for (const piece of pieces(values)) {
    const { written } = encoder.encodeInto(piece, buffer);
    done += piece.length;
    // What is left takes about as many bytes for a character as what is done.
    const rest = (1.1 * (characters - done)) / done;
    if (length + written > bytes.length) resize(Math.ceil((length + written) * (1 + rest)));
    bytes.set(buffer.subarray(0, written), length);
    length += written;
  }
  if (length < bytes.length) resize(length);
  return bytes;
}

/** The strings in pieces that fill the buffer at most. A browser copies all of the string that it is given, so a long one is cut first. */
function* pieces(values: readonly string[]): Generator<string> {
  let first = 0;
  let characters = 0;
  for (const [at, { length }] of values.entries()) {
    if (characters > 0 && characters + length > CHUNK) {
      yield values.slice(first, at).join('');
      first = at;
      characters = 0;
    }
    if (length > CHUNK) {
      yield* cut(values[at] ?? '');
      first = at + 1;
    } else {
      characters += length;
    }
  }
  if (characters > 0) yield values.slice(first).join('');
}

/** A long string in pieces; none ends between the halves of a character. */
function* cut(value: string): Generator<string> {
  for (let at = 0; at < value.length;) {
    let end = at + CHUNK;
    if (isHighSurrogate(value.charCodeAt(end - 1))) end++;
    yield value.slice(at, end);
    at = end;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** The strings between n + 1 byte offsets. Those that repeat are a pool's own, where there is one. */
export function* decodeStrings(
  bytes: Uint8Array,
  offsets: ArrayLike<number>,
  count: number,
  pool?: StringPool,
): Work<string[]> {
  if (isLong(offsets, count)) return yield* decodeLong(bytes, offsets, count);
  const strings = yield* decodeShort(bytes, offsets, count);
  if (!pool) return strings;
  let repeats = false;
  // The pool is spared the rest of a column whose first rows repeat nothing, such as one of ids.
  for (let row = 0; row < count && (repeats || row < PROBE); row++) {
    const string = strings[row] ?? '';
    repeats ||= pool.has(string);
    strings[row] = pool.of(string);
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
  }
  return strings;
}

/**
 * The strings between n + 1 byte offsets, each decoded when it is first called for; the bytes must stay. Undefined where they are so short that
 * decoding all at once costs less.
 */
export function lateStrings(
  bytes: Uint8Array,
  offsets: ArrayLike<number>,
  count: number,
): readonly (() => string)[] | undefined {
  if (!isLong(offsets, count)) return undefined;
  return Array.from({ length: count }, (_, row) => lateString(bytes.subarray(offsets[row], offsets[row + 1])));
}

function lateString(bytes: Uint8Array): () => string {
  let kept: Uint8Array | string = bytes;
  return () => (typeof kept === 'string' ? kept : (kept = decoder.decode(kept)));
}

/** Checks if strings are long on average. */
const isLong = (offsets: ArrayLike<number>, count: number): boolean =>
  (offsets[count] ?? 0) - (offsets[0] ?? 0) > LONG * count;

/** Bytes of a string beyond which a call for each costs little. */
const LONG = 256;
/** Rows by which a column is judged to repeat something or not. */
const PROBE = 512;

const ROWS_PER_STEP = 4096;

const decodeOne = (bytes: Uint8Array, offsets: ArrayLike<number>, row: number): string =>
  decoder.decode(bytes.subarray(offsets[row], offsets[row + 1]));

function* decodeLong(bytes: Uint8Array, offsets: ArrayLike<number>, count: number): Work<string[]> {
  const strings = new Array<string>(count);
  for (let row = 0; row < count; row++) {
    strings[row] = decodeOne(bytes, offsets, row);
    yield { done: row, total: count };
  }
  return strings;
}

/** All strings in one call. They are slices of one, which lives as long as any of them: a copy of each would take half as much again. */
function* decodeShort(bytes: Uint8Array, offsets: ArrayLike<number>, count: number): Work<string[]> {
  const first = offsets[0] ?? 0;
  const used = bytes.subarray(first, offsets[count] ?? first);
  const text = decoder.decode(used);
  const strings = new Array<string>(count);
  const ascii = text.length === used.length;
  for (let row = 0, at = 0, unit = 0; row < count; row++) {
    const end = (offsets[row + 1] ?? first) - first;
    const start = unit;
    if (ascii) unit = end;
    else for (; at < end; at++) unit += unitsOf(used[at] ?? 0);
    strings[row] = text.slice(start, unit);
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
  }
  return strings;
}

function asciiOffsets(values: readonly string[]): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  for (let row = 0, at = 0; row < values.length; row++) offsets[row + 1] = at += values[row]?.length ?? 0;
  return offsets;
}

function byteOffsets(bytes: Uint8Array, values: readonly string[]): Int32Array {
  const offsets = new Int32Array(values.length + 1);
  let at = 0;
  for (let row = 0; row + 1 < values.length; row++) {
    let units = values[row]?.length ?? 0;
    while (units > 0) units -= unitsOf(bytes[at++] ?? 0);
    while (at < bytes.length && isContinuation(bytes[at] ?? 0)) at++;
    offsets[row + 1] = at;
  }
  offsets[values.length] = bytes.length;
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
