import { detached } from '../../../core/text/characters';
import type { Work } from '../../../core/work';

/**
 * Frees bytes that are no longer used. The garbage collector hardly counts large buffers: while an index is derived again and again, they would
 * pile up to hundreds of megabytes. In a browser that cannot free them, they wait for the collector.
 */
export function freeBytes({ buffer, byteLength }: ArrayBufferView): void {
  const isOwn = buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength;
  if (isOwn && 'transfer' in buffer) buffer.transfer(0);
}

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
  const resize = (size: number): void => {
    const before = bytes;
    bytes = new Uint8Array(size);
    bytes.set(before.subarray(0, length));
    freeBytes(before);
  };
  for (const piece of pieces(values)) {
    const { written } = encoder.encodeInto(piece, buffer);
    if (length + written > bytes.length) resize(Math.max(length + written, Math.ceil(1.5 * bytes.length)));
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

/** The strings between n + 1 byte offsets. Equal strings of a column that repeats itself are one object. */
export function* decodeStrings(bytes: Uint8Array, offsets: ArrayLike<number>, count: number): Work<string[]> {
  const size = (offsets[count] ?? 0) - (offsets[0] ?? 0);
  if (size > LONG * count) return yield* decodeLong(bytes, offsets, count);
  const firsts = yield* firstRows(bytes, offsets, count);
  if (!firsts) return yield* decodeShort(bytes, offsets, count);
  const { rows, placeOf } = firsts;
  const own = new Int32Array(rows.length + 1);
  for (const [place, row] of rows.entries()) own[place + 1] = (own[place] ?? 0) + lengthAt(offsets, row);
  const distinct = new Uint8Array(own[rows.length] ?? 0);
  for (const [place, row] of rows.entries()) distinct.set(bytes.subarray(offsets[row], offsets[row + 1]), own[place]);
  const strings = yield* decodeShort(distinct, own, rows.length);
  return Array.from(placeOf, (place) => strings[place] ?? '');
}

/** Bytes of a string beyond which a call for each costs little. */
const LONG = 256;
/** Strings after which a column is known to repeat itself or not. */
const PROBE = 512;

const ROWS_PER_STEP = 4096;

const lengthAt = (offsets: ArrayLike<number>, row: number): number => (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);

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

/** All strings in one call. */
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
    strings[row] = detached(text.slice(start, unit));
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
  }
  return strings;
}

/** The rows whose bytes no row before has, and for each row its place among these. Undefined for a column that hardly repeats itself. */
function* firstRows(
  bytes: Uint8Array,
  offsets: ArrayLike<number>,
  count: number,
): Work<{ readonly rows: readonly number[]; readonly placeOf: Int32Array } | undefined> {
  const rows: number[] = [];
  const placeOf = new Int32Array(count);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)));
  const mask = slots.length - 1;
  for (let row = 0; row < count; row++) {
    if (row > PROBE && rows.length * 2 > row) return undefined;
    if (row % ROWS_PER_STEP === 0) yield { done: row, total: count };
    let slot = hashAt(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0) & mask;
    let place = (slots[slot] ?? 0) - 1;
    while (place >= 0 && !isSame(bytes, offsets, rows[place] ?? 0, row)) {
      slot = (slot + 1) & mask;
      place = (slots[slot] ?? 0) - 1;
    }
    if (place < 0) {
      place = rows.length;
      rows.push(row);
      slots[slot] = place + 1;
    }
    placeOf[row] = place;
  }
  return { rows, placeOf };
}

/** A hash of some bytes (FNV-1a). */
function hashAt(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}

function isSame(bytes: Uint8Array, offsets: ArrayLike<number>, one: number, other: number): boolean {
  const length = lengthAt(offsets, one);
  if (length !== lengthAt(offsets, other)) return false;
  const [first, second] = [offsets[one] ?? 0, offsets[other] ?? 0];
  let at = 0;
  while (at < length && bytes[first + at] === bytes[second + at]) at++;
  return at === length;
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
