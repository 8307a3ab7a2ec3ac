import type { DrawnPage, PageSize } from '../../../core/ports/pages';
import type { PdfFile } from './open-pdf';

/** Most pixels of a drawn page: one that claims to be a mile wide is drawn small. */
const MOST_PIXELS = 16_000_000;
const OPAQUE_WHITE = 0xffffffff;
/** Flags of PDFium: with annotations, bytes in the order of a canvas. */
const DRAWING = 0x01 | 0x10;

/** Draws a page, from 0, so many pixels wide. */
export function drawPage(file: PdfFile, index: number, width: number): DrawnPage {
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

/** A size that is small enough to be drawn. */
export function fittedSize({ width, height }: PageSize): PageSize {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
