import { textWidth } from './win-ansi';

export interface PdfBlock {
  readonly kind: 'h1' | 'h2' | 'p';
  readonly text: string;
}

/** One line of text at its place, in points from the lower left corner. */
export interface PlacedLine {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly text: string;
  /** The whole heading, on a heading's first line. */
  readonly heading?: PdfBlock;
}

export const PAGE_WIDTH = 595;
export const PAGE_HEIGHT = 842;
const MARGIN = 64;
const GUTTER = 28;
const STYLES = {
  h1: { size: 20, bold: true, before: 18, after: 10 },
  h2: { size: 14, bold: true, before: 12, after: 6 },
  p: { size: 11, bold: false, before: 0, after: 8 },
} as const;

/** Lays blocks out on as many pages as they need. A soft hyphen in the text is a place where a word may be broken. */
export function layOut(blocks: readonly PdfBlock[], columns: 1 | 2): PlacedLine[][] {
  const width = columns === 1 ? PAGE_WIDTH - 2 * MARGIN : (PAGE_WIDTH - 2 * MARGIN - GUTTER) / 2;
  const pages: PlacedLine[][] = [[]];
  let column = 0;
  let top = PAGE_HEIGHT - MARGIN;
  let y = top;
  const nextColumn = (): void => {
    column += 1;
    if (column === columns) {
      column = 0;
      top = PAGE_HEIGHT - MARGIN;
      pages.push([]);
    }
    y = top;
  };
  blocks.forEach((block, index) => {
    const style = STYLES[block.kind];
    const isBanner = columns === 2 && index === 0 && block.kind === 'h1';
    if (y < top) y -= style.before;
    wrap(block.text, isBanner ? PAGE_WIDTH - 2 * MARGIN : width, style.size, style.bold).forEach((text, line) => {
      if (y - style.size < MARGIN) nextColumn();
      y -= style.size * 1.3;
      const x = MARGIN + column * (width + GUTTER);
      const placed = { x, y, size: style.size, bold: style.bold, text };
      pages.at(-1)?.push(line === 0 && block.kind !== 'p' ? { ...placed, heading: block } : placed);
    });
    y -= style.after;
    if (isBanner) top = y;
  });
  return pages;
}

function wrap(text: string, width: number, size: number, bold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (candidate: string): boolean => textWidth(candidate.replaceAll('\u00ad', ''), size, bold) <= width;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const candidate = line ? `${line} ${word}` : word;
    if (fits(candidate)) {
      line = candidate;
      continue;
    }
    const broken = breakWord(line ? `${line} ` : '', word, fits);
    if (broken) lines.push(broken.head);
    else if (line) lines.push(line);
    line = broken?.tail ?? word;
    while (!fits(line)) {
      const cut = longestFit(line, fits);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  if (line) lines.push(line);
  return lines.map((each) => each.replaceAll('\u00ad', ''));
}

function breakWord(
  before: string,
  word: string,
  fits: (text: string) => boolean,
): { head: string; tail: string } | undefined {
  const parts = word.split('\u00ad');
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const head = `${before}${parts.slice(0, count).join('')}-`;
    if (fits(head)) return { head, tail: parts.slice(count).join('\u00ad') };
  }
  return undefined;
}

function longestFit(text: string, fits: (text: string) => boolean): number {
  let cut = text.length - 1;
  while (cut > 1 && !fits(text.slice(0, cut))) cut -= 1;
  return cut;
}
