import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';

/** Facts that the head of a picture states. */
export interface PictureHead {
  /** In pixels, before it is turned. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8: how the picture is turned before it is shown. */
  readonly orientation: number;
}

/** Reads the head of a PNG, JPEG or WebP file; undefined where it is damaged or cut short. */
export function pictureHead(bytes: Uint8Array): PictureHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const head = readHead(view);
    return head && head.width > 0 && head.height > 0 ? head : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends within its head
    throw error;
  }
}

/** Width and height as the picture is shown. */
export function shownSize({ width, height, orientation }: PictureHead): {
  readonly width: number;
  readonly height: number;
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Refuses a picture that would take too much memory, by the size that it claims. */
export function refusePixels({ width, height }: Pick<PictureHead, 'width' | 'height'>): void {
  if (width * height > LIMITS.pixels || Math.max(width, height) > LIMITS.pictureSide)
    throw new ParseError(
      message`It is a picture of ${width} by ${height} pixels, which is too large to be read here. Save it with fewer pixels: 300 for an inch are enough.`,
    );
}

const PNG = 0x89504e47;
const JPEG = 0xffd8;
const RIFF = 0x52494646;

function readHead(view: DataView): PictureHead | undefined {
  if (view.getUint32(0) === PNG) return { width: view.getUint32(16), height: view.getUint32(20), orientation: 1 };
  if (view.getUint16(0) === JPEG) return jpegHead(view);
  return view.getUint32(0) === RIFF ? webpHead(view) : undefined;
}

/** Markers of a JPEG that begin the frame: all of C0 to CF but for tables and extensions. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const EXIF_PART = 0xe1;

function jpegHead(view: DataView): PictureHead | undefined {
  let orientation = 1;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // a byte that fills
      continue;
    }
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), orientation };
    if (marker === EXIF_PART) orientation = exifOrientation(view, at + 4) ?? orientation;
    at += 2 + view.getUint16(at + 2);
  }
}

const EXIF = 0x45786966;
const LITTLE_ENDIAN = 0x4949;
const ORIENTATION = 0x0112;
const MOST_ENTRIES = 200;

function exifOrientation(view: DataView, at: number): number | undefined {
  if (view.getUint32(at) !== EXIF) return undefined;
  const start = at + 6;
  const little = view.getUint16(start) === LITTLE_ENDIAN;
  const entries = start + view.getUint32(start + 4, little);
  const count = Math.min(MOST_ENTRIES, view.getUint16(entries, little));
  for (let entry = entries + 2; entry < entries + 2 + 12 * count; entry += 12) {
    if (view.getUint16(entry, little) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

const LOSSY = 0x56503820;
const LOSSLESS = 0x5650384c;
const EXTENDED = 0x56503858;

function webpHead(view: DataView): PictureHead | undefined {
  const orientation = 1;
  const kind = view.getUint32(12);
  if (kind === LOSSY)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, orientation };
  if (kind === LOSSLESS) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, orientation };
  }
  if (kind !== EXTENDED) return undefined;
  const length = (from: number): number => view.getUint16(from, true) + (view.getUint8(from + 2) << 16) + 1;
  return { width: length(24), height: length(27), orientation };
}
