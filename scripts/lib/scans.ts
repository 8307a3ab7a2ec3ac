import { crc32, deflateSync } from 'node:zlib';
import { createPageDrawer } from '../../src/adapters/documents/pdf/page-drawer';
import { openPdfInNode } from './open-pdf-in-node';
import { assemblePdf, pdfText } from './pdf-objects';

/** A page as a scanner gives it: a byte of grey for each pixel, without any text. */
export interface Scan {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Draws the pages of a PDF at a resolution in dots for an inch. */
export async function scanPages(pdf: Uint8Array, resolution = 150): Promise<Scan[]> {
  const drawer = createPageDrawer(openPdfInNode);
  const sizes = (await drawer.open(new Blob([pdf as BlobPart]))) ?? [];
  const scans: Scan[] = [];
  for (const [at, { width: points }] of sizes.entries()) {
    const { width, height, pixels } = await drawer.draw(at + 1, Math.round((points * resolution) / 72));
    const grey = new Uint8Array(width * height);
    grey.forEach((_, pixel) => {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * pixel, 4 * pixel + 3);
      grey[pixel] = Math.round(0.3 * red + 0.59 * green + 0.11 * blue);
    });
    scans.push({ width, height, grey });
  }
  return scans;
}

/** Writes a scan as a PNG. */
export function scanPng({ width, height, grey }: Scan): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat([Buffer.of(0), grey.subarray(row * width, (row + 1) * width)]),
  );
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngPart('IHDR', head),
    pngPart('IDAT', deflateSync(Buffer.concat(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

function pngPart(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A page of a PDF that a picture covers, or a part of. */
interface PicturePage extends Scan {
  /** Part of the page's width and height that the picture has, from the lower left corner; 1 by default. */
  readonly cover?: number;
  /** Lines written over it, each with its distance from the top of the page in points. */
  readonly texts?: readonly (readonly [text: string, top: number])[];
}

/** Writes pictures as the pages of a PDF, at a resolution in dots for an inch. */
export function scannedPdf(pages: readonly PicturePage[], resolution = 150): Uint8Array {
  const objects = pages.flatMap(({ width, height, grey, cover = 1, texts = [] }, at) => {
    const first = 4 + 3 * at;
    const [across, down] = [width, height].map((pixels) => (pixels * 72) / resolution) as [number, number];
    const box = `/MediaBox [0 0 ${across.toFixed(2)} ${down.toFixed(2)}]`;
    const facts = `/Width ${String(width)} /Height ${String(height)} /ColorSpace /DeviceGray /BitsPerComponent 8`;
    const written = texts.map(([text, top]) => `BT /F1 10 Tf 40 ${(down - top).toFixed(2)} Td ${pdfText(text)} Tj ET`);
    const placed = `q ${(across * cover).toFixed(2)} 0 0 ${(down * cover).toFixed(2)} 0 0 cm /S Do Q`;
    return [
      `<< /Type /Page /Parent 2 0 R ${box} /Resources << /Font << /F1 3 0 R >> /XObject << /S ${String(first + 1)} 0 R >> >> /Contents ${String(first + 2)} 0 R >>`,
      stream(`/Type /XObject /Subtype /Image ${facts} /Filter /FlateDecode`, deflateSync(grey).toString('latin1')),
      stream('', [placed, ...written].join('\n')),
    ];
  });
  const kids = pages.map((_, at) => `${String(4 + 3 * at)} 0 R`).join(' ');
  const shared = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${String(pages.length)} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  return assemblePdf([...shared, ...objects], '/Root 1 0 R');
}

const stream = (facts: string, content: string): string =>
  `<< ${facts} /Length ${String(content.length)} >>\nstream\n${content}\nendstream`;
