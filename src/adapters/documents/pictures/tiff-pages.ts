import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { refusePixels } from './picture-head';
import { DAMAGED_PICTURE } from './recogniser';

/** A page of a TIFF file, by its tags. Source: TIFF 6.0, and Adobe's notes of 1995 and 2002. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  /** Bits of each sample: 1, 2, 4, 8 or 16. */
  readonly bits: number;
  /** Samples of a pixel, with those that are no colour. */
  readonly samples: number;
  /** Samples of a pixel that are its colours: 1, 3 or 4. */
  readonly colours: number;
  /** 0: grey, white is 0; 1: grey, black is 0; 2: RGB; 3: palette; 5: CMYK; 6: YCbCr. */
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  /** Options of CCITT group 3. */
  readonly faxOptions: number;
  /** The low bit of a byte is the left one. */
  readonly isMirrored: boolean;
  /** 1 to 8. */
  readonly orientation: number;
  /** Dots for an inch across and down; 0 where they are not known. */
  readonly density: readonly [number, number];
  /** Red, then green, then blue of each colour, in 16 bits. */
  readonly palette: readonly number[];
  readonly jpegTables: Uint8Array | undefined;
  /** Strips over the whole width, or tiles. */
  readonly parts: readonly TiffPart[];
}

/** A strip or tile: its place and size in pixels, which may reach beyond the page, and its bytes as they are packed. */
export interface TiffPart {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const MOST_PAGES = 5_000;
const MOST_PARTS = 1_000_000;
/** Samples of a pixel: four colours, and as many that are none. */
const MOST_SAMPLES = 8;
/** Bytes that the tables of a JPEG may have, and those of all their copies: one goes to each part of a page. */
const MOST_TABLES = 4_096;
const MOST_COPIES = 16_000_000;
const LAST_ORIENTATION = 8;

/** Reads the pages of a TIFF or BigTIFF file. Throws ParseError for damage, too many pixels, and forms that are not read. */
export function tiffPages(bytes: Uint8Array): TiffPage[] {
  try {
    const file = new TiffFile(bytes);
    const directories = file.directories();
    // Small copies of pages stand among them.
    const pages = directories.filter((tags) => (tags.number(TAGS.kind, 0) & REDUCED) === 0);
    return (pages.length > 0 ? pages : directories).map(pageOf);
  } catch (error) {
    if (error instanceof RangeError) throw new ParseError(DAMAGED_PICTURE, { cause: error });
    throw error;
  }
}

const TAGS = {
  ...{ kind: 254, width: 256, height: 257, bits: 258, compression: 259, photometric: 262, bitOrder: 266 },
  ...{ stripStarts: 273, orientation: 274, samples: 277, rows: 278, stripSizes: 279, across: 282, down: 283 },
  ...{ planes: 284, faxOptions: 292, unit: 296, predictor: 317, palette: 320, tileWidth: 322, tileHeight: 323 },
  ...{ tileStarts: 324, tileSizes: 325, sampleFormat: 339, jpegTables: 347 },
} as const;

const KNOWN: ReadonlySet<number> = new Set(Object.values(TAGS));

const REDUCED = 1;
/** Bytes of a value by its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const RATIONAL = 5;
const CENTIMETRE = 3;

/** Names of compressions that are not read. */
const NOT_READ: Readonly<Record<number, string>> = {
  ...{ 6: 'old JPEG', 34661: 'JBIG', 34712: 'JPEG 2000', 34887: 'LERC', 34925: 'LZMA', 50000: 'ZSTD', 50001: 'WebP' },
};
export const JPEG = 7;
export const LZW = 5;
export const PACKBITS = 32773;
export const YCBCR = 6;
export const PALETTE = 3;
const READ: readonly number[] = [1, 2, 3, 4, 5, 7, 8, PACKBITS, 32946];
/** Samples that are colours by TIFF's photometric interpretation. */
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, [PALETTE]: 1, 5: 4, [YCBCR]: 3 };

function refuse(form: string): never {
  throw new ParseError(
    message`It is a TIFF picture in a form that is not read here (${form}). Save it as PDF, PNG or JPEG and add that.`,
  );
}

function pageOf(tags: Directory): TiffPage {
  const [width, height] = [tags.number(TAGS.width, 0), tags.number(TAGS.height, 0)];
  if (width === 0 || height === 0) throw new ParseError(DAMAGED_PICTURE);
  refusePixels({ width, height });
  const compression = tags.number(TAGS.compression, 1);
  if (!READ.includes(compression)) refuse(NOT_READ[compression] ?? `compression ${String(compression)}`);
  const samples = tags.number(TAGS.samples, 1);
  if (samples > 1 && tags.number(TAGS.planes, 1) === 2) refuse('colours in planes');
  const photometric = tags.number(TAGS.photometric, 0);
  const colours = COLOURS[photometric];
  if (!colours || (photometric === YCBCR && compression !== JPEG)) refuse(`colours ${String(photometric)}`);
  if (samples < colours) throw new ParseError(DAMAGED_PICTURE);
  if (samples > (photometric === PALETTE ? 1 : MOST_SAMPLES)) refuse(`${String(samples)} samples`);
  const [bits = 1, ...others] = tags.numbers(TAGS.bits, samples);
  const isNumber = tags.numbers(TAGS.sampleFormat, samples).every((format) => format === 1);
  const isRead = [1, 2, 4, 8].includes(bits) || (bits === 16 && !tags.isLittle);
  if (!isRead || !isNumber || others.some((other) => other !== bits) || (photometric === PALETTE && bits > 8))
    refuse(`${String(bits)} bits`);
  const predictor = tags.number(TAGS.predictor, 1);
  if (predictor > 2) refuse('decimals');
  const parts = partsOf(tags, { width, height });
  // The first code of LZW is 256; programs before 1992 wrote its bits the other way round.
  const [first] = parts;
  if (compression === LZW && first?.bytes[0] === 0 && ((first.bytes[1] ?? 0) & 1) === 1) refuse('old LZW');
  const orientation = tags.number(TAGS.orientation, 1);
  const tables = tags.numbers(TAGS.jpegTables, MOST_TABLES + 1);
  if (tables.length > MOST_TABLES || tables.length * parts.length > MOST_COPIES) throw new ParseError(DAMAGED_PICTURE);
  return {
    ...{ width, height, bits, samples, colours, photometric, compression, predictor, parts },
    faxOptions: tags.number(TAGS.faxOptions, 0),
    isMirrored: tags.number(TAGS.bitOrder, 1) === 2,
    orientation: orientation <= LAST_ORIENTATION ? Math.max(1, orientation) : 1,
    density: densityOf(tags),
    palette: photometric === PALETTE ? tags.numbers(TAGS.palette, 3 * 2 ** bits) : [],
    jpegTables: tags.has(TAGS.jpegTables) ? Uint8Array.from(tables) : undefined,
  };
}

function densityOf(tags: Directory): readonly [number, number] {
  const scale = tags.number(TAGS.unit, 2) === CENTIMETRE ? 2.54 : 1;
  return [tags.number(TAGS.across, 0) * scale, tags.number(TAGS.down, 0) * scale];
}

function partsOf(tags: Directory, page: { readonly width: number; readonly height: number }): TiffPart[] {
  const isTiled = tags.has(TAGS.tileWidth);
  const width = isTiled ? tags.number(TAGS.tileWidth, 0) : page.width;
  const height = isTiled ? tags.number(TAGS.tileHeight, 0) : Math.min(page.height, tags.number(TAGS.rows, page.height));
  if (width === 0 || height === 0) throw new ParseError(DAMAGED_PICTURE);
  refusePixels({ width, height });
  const across = Math.ceil(page.width / width);
  const count = across * Math.ceil(page.height / height);
  if (count > MOST_PARTS) throw new ParseError(DAMAGED_PICTURE);
  const starts = tags.numbers(isTiled ? TAGS.tileStarts : TAGS.stripStarts, count);
  const sizes = tags.numbers(isTiled ? TAGS.tileSizes : TAGS.stripSizes, count);
  if (starts.length < count) throw new ParseError(DAMAGED_PICTURE);
  return Array.from({ length: count }, (_, at) => {
    const x = (at % across) * width;
    const y = Math.floor(at / across) * height;
    const rows = isTiled ? height : Math.min(height, page.height - y);
    return { x, y, width, height: rows, bytes: tags.bytes(starts[at] ?? 0, sizes[at]) };
  });
}

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Place of the value, or of the number that points to it. */
  readonly at: number;
}

/** Times that as many bytes as a file has may be read. */
const MOST_OVERLAP = 4;

/** A file's bytes, whose numbers are in its own order. */
class TiffFile {
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly isLittle: boolean;
  readonly isBig: boolean;
  #taken = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isLittle = this.view.getUint16(0) === 0x4949;
    this.isBig = this.view.getUint16(2, this.isLittle) === 43;
  }

  /** Counts bytes that are read. Throws ParseError where the same ones are read again and again. */
  take(size: number): void {
    this.#taken += size;
    if (this.#taken > MOST_OVERLAP * this.bytes.length) throw new ParseError(DAMAGED_PICTURE);
  }

  short(at: number): number {
    return this.view.getUint16(at, this.isLittle);
  }

  long(at: number): number {
    return this.view.getUint32(at, this.isLittle);
  }

  huge(at: number): number {
    return Number(this.view.getBigUint64(at, this.isLittle));
  }

  /** A place in the file, or a number as long as one. */
  pointer(at: number): number {
    return this.isBig ? this.huge(at) : this.long(at);
  }

  directories(): Directory[] {
    const found: Directory[] = [];
    const seen = new Set<number>();
    for (let at = this.pointer(this.isBig ? 8 : 4); at !== 0 && !seen.has(at);) {
      seen.add(at);
      if (found.length === MOST_PAGES)
        throw new ParseError(
          message`It has more than ${MOST_PAGES} pages, which are too many to be read here. Split it up.`,
        );
      const count = this.isBig ? this.huge(at) : this.short(at);
      const [head, size] = this.isBig ? [8, 20] : [2, 12];
      this.take(count * size);
      const entries = new Map<number, Entry>();
      for (let n = 0; n < count; n += 1) {
        const entry = at + head + n * size;
        const value = {
          type: this.short(entry + 2),
          count: this.pointer(entry + 4),
          at: entry + (this.isBig ? 12 : 8),
        };
        const tag = this.short(entry);
        if (KNOWN.has(tag)) entries.set(tag, value);
      }
      found.push(new Directory(this, entries));
      at = this.pointer(at + head + count * size);
    }
    if (found.length === 0) throw new ParseError(DAMAGED_PICTURE);
    return found;
  }
}

/** The tags of a page. */
class Directory {
  readonly #file: TiffFile;
  readonly #entries: ReadonlyMap<number, Entry>;

  constructor(file: TiffFile, entries: ReadonlyMap<number, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  get isLittle(): boolean {
    return this.#file.isLittle;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  number(tag: number, otherwise: number): number {
    return this.numbers(tag, 1)[0] ?? otherwise;
  }

  /** The first values of a tag, `most` of them at most. */
  numbers(tag: number, most: number): readonly number[] {
    const { type, count, at } = this.#entries.get(tag) ?? { type: 0, count: 0, at: 0 };
    const size = SIZES[type] ?? 0;
    const length = size === 0 ? 0 : Math.min(count, most);
    const file = this.#file;
    file.take(length * size);
    const start = size * count <= (file.isBig ? 8 : 4) ? at : file.pointer(at);
    return Array.from({ length }, (_, n) => {
      const place = start + n * size;
      if (type === RATIONAL) return file.long(place) / (file.long(place + 4) || 1);
      if (size === 1) return file.view.getUint8(place);
      return size === 2 ? file.short(place) : size === 4 ? file.long(place) : file.huge(place);
    });
  }

  /** Bytes of a strip or tile; those up to the file's end where their number is missing. */
  bytes(start: number, size = this.#file.bytes.length - start): Uint8Array {
    const file = this.#file;
    if (size < 0 || start + size > file.bytes.length) throw new ParseError(DAMAGED_PICTURE);
    file.take(size);
    return file.bytes.subarray(start, start + size);
  }
}
