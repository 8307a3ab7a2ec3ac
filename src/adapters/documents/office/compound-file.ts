import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';

/** A stream of a compound file, or a storage with others inside. */
export interface CompoundEntry {
  /** Streams and storages inside, by name. */
  readonly inside: ReadonlyMap<string, CompoundEntry>;
  /** Bytes of a stream; none for a storage. */
  bytes(): Uint8Array<ArrayBuffer>;
}

const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEAD = 512;
const ENTRY = 128;
/** The first number that names no sector. */
const NO_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
/** Times the size of the file that all its streams may hold together. */
const MOST_READ = 2;

/** Checks for the first bytes of a compound file. */
export const isCompound = (bytes: Uint8Array): boolean => MAGIC.every((byte, at) => bytes[at] === byte);

/**
 * Opens a compound file (MS-CFB): the form of old Office files, of Outlook's messages and of Office files with a
 * password. Chains of sectors that run in circles or out of the file, and streams that share them, throw ParseError.
 */
export function openCompound(bytes: Uint8Array<ArrayBuffer>): CompoundEntry {
  if (bytes.length < HEAD) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const number = (at: number): number => (at >= 0 && at + 4 <= bytes.length ? view.getUint32(at, true) : NO_SECTOR);
  const size = view.getUint16(30, true) === 12 ? 4096 : 512;
  const most = Math.ceil(bytes.length / size);
  let room = bytes.length * MOST_READ;
  const placeOf = (sector: number): number => (sector + 1) * size;
  /** Sectors from the first one on, each by the one before. */
  const chain = (first: number, next: (sector: number) => number, limit: number): readonly number[] => {
    const sectors: number[] = [];
    for (let sector = first; sector < NO_SECTOR; sector = next(sector)) {
      if (sectors.length >= limit) throw damaged();
      sectors.push(sector);
    }
    return sectors;
  };
  const tableInHead = Array.from({ length: 109 }, (_, index) => number(76 + index * 4));
  const tableBehind = chain(number(68), (sector) => number(placeOf(sector) + size - 4), most).flatMap((sector) =>
    Array.from({ length: size / 4 - 1 }, (_, index) => number(placeOf(sector) + index * 4)),
  );
  const table = [...tableInHead, ...tableBehind].filter((sector) => sector < NO_SECTOR);
  const nextIn = (sectors: readonly number[]) => (sector: number) =>
    number(placeOf(sectors[Math.floor(sector / (size / 4))] ?? NO_SECTOR) + (sector % (size / 4)) * 4);
  const next = nextIn(table);
  const chained = (first: number): readonly number[] => chain(first, next, most);
  /** Puts pieces of equal size together, up to a length. */
  const join = (places: readonly number[], piece: number, from: Uint8Array, length: number) => {
    if (length > places.length * piece || (room -= length) < 0) throw damaged();
    const whole = new Uint8Array(length);
    for (const [at, place] of places.slice(0, Math.ceil(length / piece)).entries())
      whole.set(from.subarray(place, place + Math.min(piece, length - at * piece)), at * piece);
    return whole;
  };
  const whole = (first: number, length?: number): Uint8Array<ArrayBuffer> => {
    const places = chained(first).map(placeOf);
    return join(places, size, bytes, length ?? places.length * size);
  };
  const directory = whole(number(48));
  const entries = new DataView(directory.buffer);
  const count = directory.length / ENTRY;
  const field = (entry: number, at: number): number => entries.getUint32(entry * ENTRY + at, true);
  const [smallest, nextSmall] = [number(56), nextIn(chained(number(60)))];
  let small: Uint8Array | undefined;
  const read = (entry: number): Uint8Array<ArrayBuffer> => {
    const [first, length] = [field(entry, 116), field(entry, 120)];
    if (length >= smallest) return whole(first, length);
    small ??= whole(field(0, 116));
    const pieces = chain(first, nextSmall, small.length / 64);
    return join(
      pieces.map((piece) => piece * 64),
      64,
      small,
      length,
    );
  };
  const seen = new Set<number>();
  const inside = (first: number): ReadonlyMap<string, CompoundEntry> => {
    const found = new Map<string, CompoundEntry>();
    const open = [first];
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      if (entry === NO_ENTRY) continue;
      if (entry >= count || seen.has(entry)) throw damaged();
      seen.add(entry);
      const length = Math.min(64, entries.getUint16(entry * ENTRY + 64, true));
      const name = directory.subarray(entry * ENTRY, entry * ENTRY + Math.max(0, length - 2));
      found.set(new TextDecoder('utf-16le').decode(name), entryAt(entry));
      open.push(field(entry, 68), field(entry, 72));
    }
    return found;
  };
  const entryAt = (entry: number): CompoundEntry => {
    const isStream = entries.getUint8(entry * ENTRY + 66) === 2;
    return isStream
      ? { inside: new Map(), bytes: () => read(entry) }
      : { inside: inside(field(entry, 76)), bytes: () => new Uint8Array() };
  };
  return entryAt(0);
}

const damaged = (): ParseError =>
  new ParseError(message`It is damaged or cut short: its parts cannot be told apart. Get a fresh copy of the file.`);
