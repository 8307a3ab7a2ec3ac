import { visibleSigns } from '../../../app/words/visible-signs';
import type { DocumentMatrix } from '../../../core/overview/document-matrix';
import type { MatrixPlace } from '../../../app/explore/matrix-cells';
import { readColours } from '../page-colours';

/** Sides of a cell in pixels: large enough for a finger. */
export const CELL = 24;
/** Pixels of the titles above the columns. */
export const HEAD = 132;
/** The faintest filled cell, of 1. */
const FAINTEST = 0.16;
const INSET = 6;

/** Visible part of the matrix, in pixels. */
export interface Sight {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Width of the titles before the rows. */
  readonly side: number;
}

interface Look {
  readonly font: string;
  readonly ink: string;
  readonly soft: string;
  readonly paper: string;
  readonly line: string;
  readonly accent: string;
}

/** Reads the colours and the font from the page, so that light and dark are as everywhere. */
export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  return readColours((colour) => ({
    font: `${style.fontSize} ${style.fontFamily}`,
    ink: colour('--ink'),
    soft: colour('--ink-soft'),
    paper: colour('--paper'),
    line: colour('--line'),
    accent: colour('--accent'),
  }));
}

/** The place at a point of the picture: -1 for a title; null beyond the matrix. */
export function placeAt(matrix: DocumentMatrix, sight: Sight, x: number, y: number): MatrixPlace | null {
  const column = x < sight.side ? -1 : Math.floor((x - sight.side + sight.left) / CELL);
  const row = y < HEAD ? -1 : Math.floor((y - HEAD + sight.top) / CELL);
  const isIn = row < matrix.documentIds.length && column < matrix.communities.length && (row >= 0 || column >= 0);
  return isIn ? { row, column } : null;
}

/** Returns the scroll offsets that bring a place into sight. */
export function scrollTo(sight: Sight, { row, column }: MatrixPlace): { readonly left: number; readonly top: number } {
  const along = (at: number, from: number, room: number): number => {
    if (at < 0) return from;
    return Math.max(Math.min(from, at * CELL), (at + 1) * CELL - room);
  };
  return {
    left: along(column, sight.left, sight.width - sight.side),
    top: along(row, sight.top, sight.height - HEAD),
  };
}

interface Marked {
  /** The cell that the keyboard is on; null while it is elsewhere. */
  readonly active: MatrixPlace | null;
  readonly open: MatrixPlace | null;
  readonly hovered: MatrixPlace | null;
}

/** Draws the visible part: at most some thousand cells, however large the matrix. */
export function paintMatrix(
  context: CanvasRenderingContext2D,
  matrix: DocumentMatrix,
  sight: Sight,
  look: Look,
  marked: Marked,
): void {
  const { width, height, side, left, top } = sight;
  context.font = look.font;
  context.textBaseline = 'middle';
  context.fillStyle = look.paper;
  context.fillRect(0, 0, width, height);
  const rows = span(top, height - HEAD, matrix.documentIds.length);
  const columns = span(left, width - side, matrix.communities.length);
  clipped(context, [side, HEAD, width - side, height - HEAD], () => {
    context.translate(side - left, HEAD - top);
    drawLines(context, look, rows, columns);
    drawCells(context, matrix, look, rows, columns);
    outline(context, look.ink, 1.5, marked.open);
    outline(context, look.accent, 2, marked.active);
  });
  const emphasised = marked.hovered ?? marked.active;
  clipped(context, [0, HEAD, side, height - HEAD], () => {
    for (let row = rows.first; row < rows.last; row++) {
      context.fillStyle = row === emphasised?.row ? look.ink : look.soft;
      const title = fitted(context, visibleSigns(matrix.documentTitles[row] ?? ''), side - 2 * INSET);
      context.fillText(title, INSET, HEAD - top + (row + 0.5) * CELL);
    }
  });
  clipped(context, [side, 0, width - side, HEAD], () => {
    for (let column = columns.first; column < columns.last; column++) {
      context.save();
      context.translate(side - left + (column + 0.5) * CELL, HEAD - INSET);
      context.rotate(-Math.PI / 2);
      context.fillStyle = column === emphasised?.column ? look.ink : look.soft;
      context.fillText(fitted(context, visibleSigns(matrix.communityTitles[column] ?? ''), HEAD - 2 * INSET), 0, 0);
      context.restore();
    }
  });
  context.fillStyle = look.line;
  context.fillRect(0, HEAD - 1, width, 1);
  context.fillRect(side - 1, 0, 1, height);
  outlineTitle(context, look.accent, sight, marked.active);
}

interface Span {
  readonly first: number;
  readonly last: number;
}

const span = (from: number, room: number, count: number): Span => ({
  first: Math.max(0, Math.floor(from / CELL)),
  last: Math.min(count, Math.ceil((from + room) / CELL)),
});

function clipped(
  context: CanvasRenderingContext2D,
  rectangle: readonly [number, number, number, number],
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(...rectangle);
  context.clip();
  draw();
  context.restore();
}

function drawLines(context: CanvasRenderingContext2D, look: Look, rows: Span, columns: Span): void {
  context.fillStyle = look.line;
  context.globalAlpha = 0.5;
  const [x, y] = [columns.first * CELL, rows.first * CELL];
  const [width, height] = [(columns.last - columns.first) * CELL, (rows.last - rows.first) * CELL];
  for (let row = rows.first; row <= rows.last; row++) context.fillRect(x, row * CELL - 0.5, width, 1);
  for (let column = columns.first; column <= columns.last; column++)
    context.fillRect(column * CELL - 0.5, y, 1, height);
  context.globalAlpha = 1;
}

function drawCells(
  context: CanvasRenderingContext2D,
  { offsets, columns: filled, counts, passages }: DocumentMatrix,
  look: Look,
  rows: Span,
  columns: Span,
): void {
  context.fillStyle = look.accent;
  for (let row = rows.first; row < rows.last; row++) {
    for (let cell = offsets[row] ?? 0; cell < (offsets[row + 1] ?? 0); cell++) {
      const column = filled[cell] ?? 0;
      if (column < columns.first || column >= columns.last) continue;
      const share = (counts[cell] ?? 0) / Math.max(1, passages[row] ?? 0);
      context.globalAlpha = FAINTEST + (1 - FAINTEST) * Math.sqrt(Math.min(1, share));
      context.fillRect(column * CELL + 1, row * CELL + 1, CELL - 2, CELL - 2);
    }
  }
  context.globalAlpha = 1;
}

function outline(context: CanvasRenderingContext2D, colour: string, width: number, place: MatrixPlace | null): void {
  if (!place || place.row < 0 || place.column < 0) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.strokeRect(place.column * CELL + 1, place.row * CELL + 1, CELL - 2, CELL - 2);
}

/** The keyboard may be on the title of a row or a column. */
function outlineTitle(
  context: CanvasRenderingContext2D,
  colour: string,
  { side, left, top }: Sight,
  place: MatrixPlace | null,
): void {
  if (!place || (place.row >= 0 && place.column >= 0)) return;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  if (place.row < 0) context.strokeRect(side - left + place.column * CELL + 1, 1, CELL - 2, HEAD - 3);
  else context.strokeRect(1, HEAD - top + place.row * CELL + 1, side - 3, CELL - 2);
}

const fittedTitles = new Map<string, string>();
const MOST_FITTED = 5000;

/** As much of a title as fits, with an ellipsis where it does not. */
function fitted(context: CanvasRenderingContext2D, title: string, width: number): string {
  const key = `${String(width)} ${context.font} ${title}`;
  const known = fittedTitles.get(key);
  if (known !== undefined) return known;
  let [low, high] = [0, title.length];
  const cut = (length: number): string => (length === title.length ? title : `${title.slice(0, length).trimEnd()}…`);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(cut(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  if (fittedTitles.size > MOST_FITTED) fittedTitles.clear();
  fittedTitles.set(key, cut(low));
  return cut(low);
}
