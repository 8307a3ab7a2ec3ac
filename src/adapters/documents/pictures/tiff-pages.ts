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
  /** 0: grey, white is 0; 1: grey, black is 0; 2: RGB; 3: palette; 5: CMYK; 6: YCbCr. */
  readonly photometric: number;
  readonly compression: number;
  readonly predictor: number;
  /** Options of CCITT group 3. */
  readonly faxOptions: number;
  /** The low bit of a byte is the left one. */
  readonly isMirrored: boolean;
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
const MOST_VALUES = 1_000_000;

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
const READ: readonly number[] = [1, 2, 3, 4, 5, 7, 8, PACKBITS, 32946];

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
  const [bits = 1, ...others] = tags.numbers(TAGS.bits);
  const isNumber = tags.numbers(TAGS.sampleFormat).every((format) => format === 1);
  const isRead = [1, 2, 4, 8].includes(bits) || (bits === 16 && !tags.isLittle);
  if (!isRead || !isNumber || others.some((other) => other !== bits)) refuse(`${String(bits)} bits`);
  const photometric = tags.number(TAGS.photometric, 0);
  const isColour = photometric === YCBCR ? compression === JPEG : [0, 1, 2, 3, 5].includes(photometric);
  if (!isColour) refuse(`colours ${String(photometric)}`);
  const predictor = tags.number(TAGS.predictor, 1);
  if (predictor > 2) refuse('decimals');
  const parts = partsOf(tags, { width, height });
  // The first code of LZW is 256; programs before 1992 wrote its bits the other way round.
  const [first] = parts;
  if (compression === LZW && first?.bytes[0] === 0 && ((first.bytes[1] ?? 0) & 1) === 1) refuse('old LZW');
  return {
    ...{ width, height, bits, samples, photometric, compression, predictor, parts },
    faxOptions: tags.number(TAGS.faxOptions, 0),
    isMirrored: tags.number(TAGS.bitOrder, 1) === 2,
    orientation: tags.number(TAGS.orientation, 1),
    density: densityOf(tags),
    palette: tags.numbers(TAGS.palette),
    jpegTables: tags.has(TAGS.jpegTables) ? Uint8Array.from(tags.numbers(TAGS.jpegTables)) : undefined,
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
  const starts = tags.numbers(isTiled ? TAGS.tileStarts : TAGS.stripStarts);
  const sizes = tags.numbers(isTiled ? TAGS.tileSizes : TAGS.stripSizes);
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

/** A file's bytes, whose numbers are in its own order. */
class TiffFile {
  readonly view: DataView;
  readonly bytes: Uint8Array;
  readonly isLittle: boolean;
  readonly isBig: boolean;
  /** Bytes of parts that were taken: the parts of a file may not overlap again and again. */
  taken = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isLittle = this.view.getUint16(0) === 0x4949;
    this.isBig = this.view.getUint16(2, this.isLittle) === 43;
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
      if (count * size > this.bytes.length) throw new ParseError(DAMAGED_PICTURE);
      const entries = new Map<number, Entry>();
      for (let n = 0; n < count; n += 1) {
        const entry = at + head + n * size;
        const value = {
          type: this.short(entry + 2),
          count: this.pointer(entry + 4),
          at: entry + (this.isBig ? 12 : 8),
        };
        entries.set(this.short(entry), value);
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
    return this.numbers(tag)[0] ?? otherwise;
  }

  numbers(tag: number): readonly number[] {
    const { type, count, at } = this.#entries.get(tag) ?? { type: 0, count: 0, at: 0 };
    const size = SIZES[type] ?? 0;
    if (count > MOST_VALUES) throw new ParseError(DAMAGED_PICTURE);
    const file = this.#file;
    const start = size * count <= (file.isBig ? 8 : 4) ? at : file.pointer(at);
    return Array.from({ length: size === 0 ? 0 : count }, (_, n) => {
      const place = start + n * size;
      if (type === RATIONAL) return file.long(place) / (file.long(place + 4) || 1);
      if (size === 1) return file.view.getUint8(place);
      return size === 2 ? file.short(place) : size === 4 ? file.long(place) : file.huge(place);
    });
  }

  /** Bytes of a strip or tile; those up to the file's end where their number is missing. */
  bytes(start: number, size = this.#file.bytes.length - start): Uint8Array {
    const file = this.#file;
    file.taken += size;
    const isHere = start + size <= file.bytes.length && file.taken <= MOST_OVERLAP * file.bytes.length;
    if (!isHere) throw new ParseError(DAMAGED_PICTURE);
    return file.bytes.subarray(start, start + size);
  }
}

const MOST_OVERLAP = 4;
