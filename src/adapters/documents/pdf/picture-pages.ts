import type { PageSize } from '../../../core/ports/pages';
import { hasWords } from '../text/clean-text';
import type { PageLines, Word } from './layout/box';
import type { PdfFile, Rectangle } from './open-pdf';

/** Part of a page that pictures cover where it is one. */
const COVERED = 0.5;
/** Part of a page at each edge for what programs stamp on scans, such as a file number. */
const EDGE = 0.12;
/** Kinds of objects, as PDFium numbers them. */
const IMAGE = 3;
const FORM = 5;
const DEEPEST_FORM = 4;

/**
 * The pages, from 0, that are pictures: an image covers much of them, and they have no words but at their edges. In a
 * file without words these are all pages on which something is drawn, since letters may be drawn as lines. `onProgress` is called for each page.
 */
export function picturePages(file: PdfFile, pages: readonly PageLines[], onProgress: () => void): ReadonlySet<number> {
  const isWordless = !pages.some((page) => wordsOf(page).length > 0);
  const found = pages.flatMap((page, index) => {
    onProgress();
    const size = file.sizeOf(index);
    if (!wordsOf(page).every((word) => isAtEdge(word, size))) return [];
    const isPicture = file.withPage(index, (at) =>
      isWordless ? file.pdfium.FPDFPage_CountObjects(at) > 0 : coverOf(file, at) >= COVERED,
    );
    return isPicture ? [index] : [];
  });
  return new Set(found);
}

const wordsOf = ({ regions }: PageLines): Word[] =>
  regions.flatMap((lines) => lines.flatMap(({ words = [] }) => words.filter(({ text }) => hasWords(text))));

const isAtEdge = ({ place: [x, y, across, down] }: Word, { width, height }: PageSize): boolean =>
  x + across < EDGE * width || x > (1 - EDGE) * width || y + down < EDGE * height || y > (1 - EDGE) * height;

/** The part of an open page that its images cover, 0 to 1 and more where they lie upon one another. */
function coverOf(file: PdfFile, page: number): number {
  const { pdfium } = file;
  const shown = file.rectangle((at) => pdfium.FPDF_GetPageBoundingBox(page, at));
  let covered = 0;
  for (let index = 0; index < pdfium.FPDFPage_CountObjects(page); index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    if (!hasImage(file, object, 0)) continue;
    const bounds = file.rectangle((at) => pdfium.FPDFPageObj_GetBounds(object, at, at + 12, at + 8, at + 4));
    covered += areaWithin(bounds, shown);
  }
  return covered / areaWithin(shown, shown);
}

function hasImage(file: PdfFile, object: number, depth: number): boolean {
  const { pdfium } = file;
  const kind = pdfium.FPDFPageObj_GetType(object);
  if (kind !== FORM || depth === DEEPEST_FORM) return kind === IMAGE;
  const inside = Array.from({ length: Math.max(0, pdfium.FPDFFormObj_CountObjects(object)) }, (_, index) => index);
  return inside.some((index) => hasImage(file, pdfium.FPDFFormObj_GetObject(object, index), depth + 1));
}

const areaWithin = (a: Rectangle, b: Rectangle): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom));
