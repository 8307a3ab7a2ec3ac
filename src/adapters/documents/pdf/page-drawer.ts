import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { DrawnPage, PageDrawer, PageSize } from '../../../core/ports/pages';
import type { Word } from './layout/box';
import { PdfError, type OpenPdf, type PdfFile } from './open-pdf';
import { alignWords } from './placed-words';
import { pageReader } from './read-page';

/** Most pixels of a drawn page: one that claims to be a mile wide is drawn small. */
const MOST_PIXELS = 16_000_000;
const OPAQUE_WHITE = 0xffffffff;
/** Flags of PDFium: with annotations, bytes in the order of a canvas. */
const DRAWING = 0x01 | 0x10;

/** Draws the pages of a PDF, and tells where their words are, by the same reading that made its text. */
export function createPageDrawer(openPdf: OpenPdf): PageDrawer {
  let opened: { readonly file: PdfFile; readonly words: (index: number) => readonly Word[] } | undefined;
  const current = () => {
    if (!opened) throw new ParseError(message`No file is open.`);
    return opened;
  };
  return {
    open: async (blob, password) => {
      const file = await unlocked(openPdf(new Uint8Array(await blob.arrayBuffer()), password));
      if (!file) return null;
      const read = pageReader(file);
      const words = (index: number): readonly Word[] =>
        read(index)?.regions.flatMap((region) => region.flatMap((line) => line.words ?? [])) ?? [];
      opened = { file, words };
      return Array.from({ length: file.pageCount }, (_, index) => file.sizeOf(index));
    },
    draw: async (page, width) => drawPage(current().file, page - 1, width),
    words: async (page, text) => alignWords(text, current().words(page - 1)),
  };
}

/** The file; undefined where it needs a password or another one. */
async function unlocked(opening: Promise<PdfFile>): Promise<PdfFile | undefined> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof PdfError && error.reason === 'password') return undefined;
    throw error;
  }
}

function drawPage(file: PdfFile, index: number, width: number): DrawnPage {
  const { pdfium } = file;
  const { width: points, height } = file.sizeOf(index);
  const size = fittedSize({ width, height: (width * height) / points });
  const bitmap = pdfium.FPDFBitmap_Create(size.width, size.height, 1);
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, OPAQUE_WHITE);
    file.withPage(index, (page) => {
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, size.width, size.height, 0, DRAWING);
      pdfium.FPDF_FFLDraw(file.form, bitmap, page, 0, 0, size.width, size.height, 0, DRAWING);
    });
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const { HEAPU8 } = pdfium.pdfium;
    return { ...size, pixels: new Uint8ClampedArray(HEAPU8.slice(at, at + size.width * size.height * 4).buffer) };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

function fittedSize({ width, height }: PageSize): PageSize {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
