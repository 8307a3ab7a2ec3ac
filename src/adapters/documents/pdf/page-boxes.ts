import type { PDFPageProxy } from 'pdfjs-dist';
import { placed, type Box } from './box';
import { glyphBoxes, type FontCases } from './glyph-boxes';
import type { OpenedPdf } from './pdf-port';

export interface PageBoxes {
  readonly height: number;
  readonly boxes: readonly Box[];
  /** Text that does not run from left to right or right to left, in the order of the file. */
  readonly sideways: readonly string[];
}

/** The text runs of a page as it is shown, turned pages included; `fonts` is kept from page to page. */
export async function pageBoxes(
  page: PDFPageProxy,
  { fonts, operators }: { readonly fonts: FontCases; readonly operators: OpenedPdf['operators'] },
): Promise<PageBoxes> {
  const viewport = page.getViewport({ scale: 1 });
  const { height } = viewport;
  const content = await page.getTextContent();
  const items = content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  const isPlain =
    !items.some(({ dir }) => dir === 'rtl') && !Object.values(content.styles).some((style) => style.vertical);
  const fontNames = Object.keys(content.styles);
  // A page whose drawing is damaged still has its text layer.
  const drawn = isPlain ? await glyphBoxes(page, { fontNames, fonts, operators }).catch(() => undefined) : undefined;
  if (drawn) return { height, ...drawn };
  const boxes: Box[] = [];
  const sideways: string[] = [];
  for (const item of items) {
    const box = content.styles[item.fontName]?.vertical ? undefined : placed(item, viewport.transform);
    if (box) boxes.push(box);
    else sideways.push(item.str);
  }
  return { height, boxes, sideways };
}
