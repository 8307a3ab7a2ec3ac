import { JPEG, LZW, PACKBITS, PALETTE, tiffPages, YCBCR, type TiffPage, type TiffPart } from './tiff-pages';

/** Dots for an inch of a page that does not tell them, or tells too few or too many for a scan. */
const DENSITY = 200;
const LARGEST_DENSITY = 1200;
const POINTS = 72;
/** Pixels by which a part is drawn smaller at each edge: PDFium widens it to whole pixels, and would to one too many. */
const INSET = 0.05;

/**
 * A TIFF file as a PDF without text: strips and tiles stay packed as they are, since PDF packs in the same ways. Throws
 * ParseError for damage, too many pixels, and forms that PDF lacks.
 */
export function tiffAsPdf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const file = new PdfWriter();
  const kids = tiffPages(bytes).map((page) => writePage(file, page));
  file.write(1, '<< /Type /Catalog /Pages 2 0 R >>');
  file.write(2, `<< /Type /Pages /Count ${String(kids.length)} /Kids [${kids.join(' ')}] >>`);
  return file.end();
}

/** Writes a page with its parts. */
function writePage(file: PdfWriter, page: TiffPage): string {
  const [across, down] = densityOf(page);
  const [width, height] = [(page.width * POINTS) / across, (page.height * POINTS) / down];
  const space = colourSpace(file, page);
  const parts = page.parts.map((part) => ({
    ...part,
    object: file.addStream(imageFacts(space, page, part), packedBytes(page, part)),
  }));
  const names = parts.map(({ object }, at) => `/P${String(at)} ${object}`);
  const [right, up] = [POINTS / across, POINTS / down];
  const drawn = parts.map((part, at) => {
    const [x, y] = [part.x + INSET, page.height - part.y - part.height + INSET];
    const size = [part.width - 2 * INSET, part.height - 2 * INSET] as const;
    return `q ${numbers(size[0] * right, 0, 0, size[1] * up, x * right, y * up)} cm /P${String(at)} Do Q`;
  });
  const isTurned = page.orientation >= 5;
  const [shownWidth, shownHeight] = isTurned ? [height, width] : [width, height];
  const content = [`${numbers(...orientationMatrix(page.orientation, width, height))} cm`, ...drawn].join('\n');
  const contents = file.addStream('', new TextEncoder().encode(content));
  const box = `/MediaBox [0 0 ${numbers(shownWidth, shownHeight)}]`;
  return file.add(
    `<< /Type /Page /Parent 2 0 R ${box} /Resources << /XObject << ${names.join(' ')} >> >> /Contents ${contents} >>`,
  );
}

const numbers = (...values: readonly number[]): string => values.map((value) => value.toFixed(4)).join(' ');

/** Dots for an inch across and down. Those of a fax may differ. */
function densityOf({ density: [across, down] }: TiffPage): readonly [number, number] {
  const ratio = across > 0 && down > 0 ? down / across : 1;
  const known = across >= DENSITY && across <= LARGEST_DENSITY ? across : DENSITY;
  return [known, known * (ratio > 0.2 && ratio < 5 ? ratio : 1)];
}

/** From a page as it is stored to the page as it is shown, by TIFF's orientation, 1 to 8. */
function orientationMatrix(orientation: number, width: number, height: number): readonly number[] {
  const matrices: Readonly<Record<number, readonly number[]>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, -1, -1, 0, height, width],
    6: [0, -1, 1, 0, 0, width],
    7: [0, 1, 1, 0, 0, 0],
    8: [0, 1, -1, 0, height, 0],
  };
  return matrices[orientation] ?? [1, 0, 0, 1, 0, 0];
}

/** PDF's words for a part of a page. */
function imageFacts(space: string, page: TiffPage, { width, height }: TiffPart): string {
  return [
    '/Type /XObject /Subtype /Image',
    `/Width ${String(width)} /Height ${String(height)} /BitsPerComponent ${String(page.bits)}`,
    `/ColorSpace ${space}`,
    filterOf(page, { width, height }),
    page.photometric === 0 ? `/Decode [1 0${' 0 1'.repeat(page.samples - 1)}]` : '',
  ].join(' ');
}

/** Spaces of colours by the number of these. */
const SPACES: Readonly<Record<number, string>> = { 1: '/DeviceGray', 4: '/DeviceCMYK' };

/** The colours of a page's parts, which share one object where these need many words. */
function colourSpace(file: PdfWriter, { photometric, samples, colours, palette, bits }: TiffPage): string {
  const size = 2 ** bits;
  if (photometric === PALETTE) {
    const shown = Array.from({ length: size }, (_, at) =>
      [0, 1, 2].map((part) => hexByte((palette[part * size + at] ?? 0) >> 8)).join(''),
    );
    return file.add(`[/Indexed /DeviceRGB ${String(size - 1)} <${shown.join('')}>]`);
  }
  const space = SPACES[colours] ?? '/DeviceRGB';
  if (samples === colours) return space;
  // Samples that are no colour, such as opacity, are left out.
  const inks = Array.from({ length: samples }, (_, at) => `/S${String(at)}`).join(' ');
  const [domain, range] = [samples, colours].map((count) => '0 1 '.repeat(count));
  const dropping = new TextEncoder().encode(`{ ${'pop '.repeat(samples - colours)}}`);
  const left = file.addStream(`/FunctionType 4 /Domain [${domain}] /Range [${range}]`, dropping);
  return file.add(`[/DeviceN [${inks}] ${space} ${left}]`);
}

const hexByte = (value: number): string => value.toString(16).padStart(2, '0');

/** Bits of the options of CCITT group 3: lines are packed by the lines above. */
const TWO_DIMENSIONAL = 1;

function filterOf(page: TiffPage, { width, height }: Pick<TiffPart, 'width' | 'height'>): string {
  const { compression, predictor, samples, bits, photometric } = page;
  const filter = (name: string, parameters: string): string => `/Filter /${name} /DecodeParms << ${parameters} >>`;
  const differences = `/Predictor ${String(predictor)} /Colors ${String(samples)} /BitsPerComponent ${String(bits)} /Columns ${String(width)}`;
  const fax = (way: string): string =>
    filter('CCITTFaxDecode', `${way} /BlackIs1 true /Columns ${String(width)} /Rows ${String(height)}`);
  switch (compression) {
    case 2:
      return fax('/K 0 /EncodedByteAlign true');
    case 3:
      return fax((page.faxOptions & TWO_DIMENSIONAL) === 0 ? '/K 0' : '/K 1');
    case 4:
      return fax('/K -1');
    case LZW:
      return filter('LZWDecode', differences);
    case JPEG:
      return filter('DCTDecode', `/ColorTransform ${photometric === YCBCR ? '1' : '0'}`);
    case PACKBITS:
      return '/Filter /RunLengthDecode';
    default:
      return compression === NOT_PACKED ? '' : filter('FlateDecode', differences);
  }
}

const NOT_PACKED = 1;

/** The bytes of a part as PDF has them: bits from left to right, the tables of a JPEG with its picture. */
function packedBytes({ compression, isMirrored, jpegTables }: TiffPage, { bytes }: TiffPart): Uint8Array {
  if (compression !== JPEG) return isMirrored ? bytes.map((byte) => MIRRORED[byte] ?? 0) : bytes;
  const tables = jpegTables?.subarray(MARKER, -MARKER);
  if (!tables) return bytes;
  const joined = new Uint8Array(bytes.length + tables.length);
  joined.set(bytes.subarray(0, MARKER));
  joined.set(tables, MARKER);
  joined.set(bytes.subarray(MARKER), MARKER + tables.length);
  return joined;
}

/** Bytes of the marker at the start and at the end of a JPEG. */
const MARKER = 2;

const MIRRORED = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (__, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
);

/** Gathers the objects of a PDF; 1 and 2 are written by their numbers. */
class PdfWriter {
  readonly #parts: Uint8Array[] = [new TextEncoder().encode('%PDF-1.4\n')];
  #length = this.#parts[0]?.length ?? 0;
  readonly #starts = new Map<number, number>();
  #last = 2;

  /** Adds an object and returns the reference to it. */
  add(content: string): string {
    this.write((this.#last += 1), content);
    return `${String(this.#last)} 0 R`;
  }

  addStream(facts: string, bytes: Uint8Array): string {
    this.#last += 1;
    this.#begin(this.#last, `<< ${facts} /Length ${String(bytes.length)} >>\nstream\n`);
    this.#put(bytes);
    this.#text('\nendstream\nendobj\n');
    return `${String(this.#last)} 0 R`;
  }

  write(object: number, content: string): void {
    this.#begin(object, `${content}\nendobj\n`);
  }

  end(): Uint8Array<ArrayBuffer> {
    const start = this.#length;
    const rows = Array.from(
      { length: this.#last },
      (_, at) => `${String(this.#starts.get(at + 1) ?? 0).padStart(10, '0')} 00000 n \n`,
    );
    const size = String(this.#last + 1);
    this.#text(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
    this.#text(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(start)}\n%%EOF\n`);
    const file = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }

  #begin(object: number, content: string): void {
    this.#starts.set(object, this.#length);
    this.#text(`${String(object)} 0 obj\n${content}`);
  }

  #text(content: string): void {
    this.#put(new TextEncoder().encode(content));
  }

  #put(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}
