import type { PDFPageProxy } from 'pdfjs-dist';

/** A run of text at its place on a page, in points from the upper left corner; `y` is the baseline. */
export interface Box {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly rtl: boolean;
}

export interface PageBoxes {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  /** Text that does not run from left to right or right to left, in the order of the file. */
  readonly sideways: readonly string[];
}

/** The text runs of a page as it is shown, turned pages included. */
export async function pageBoxes(page: PDFPageProxy): Promise<PageBoxes> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const boxes: Box[] = [];
  const sideways: string[] = [];
  for (const item of content.items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const box = content.styles[item.fontName]?.vertical ? undefined : placed(item, viewport.transform);
    if (box) boxes.push(box);
    else sideways.push(item.str);
  }
  return { width: viewport.width, height: viewport.height, boxes, sideways };
}

interface Item {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly transform: readonly number[];
}

function placed(item: Item, view: readonly number[]): Box | undefined {
  const [a, b, c, d, e, f] = multiply(view, item.transform);
  const size = Math.hypot(c, d);
  if (a <= 0 || Math.abs(b) > 0.2 * a || !Number.isFinite(size) || size === 0) return undefined;
  return { text: item.str, x0: e, x1: e + Math.max(0, item.width), y: f, size, rtl: item.dir === 'rtl' };
}

type Matrix = readonly [number, number, number, number, number, number];

function multiply(left: readonly number[], right: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = left;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = right;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
