import { lowerBound } from '../../core/arrays';
import type { DocumentMatrix } from '../../core/overview/document-matrix';

/** A place in the matrix: row and column from 0; -1 is the head of the column or row. */
export interface MatrixPlace {
  readonly row: number;
  readonly column: number;
}

type Cells = Pick<DocumentMatrix, 'offsets' | 'columns' | 'counts'>;

/** The number of a filled cell; -1 for an empty one. */
function cellAt({ offsets, columns }: Cells, { row, column }: MatrixPlace): number {
  if (row < 0 || column < 0) return -1;
  const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
  const at = start + lowerBound(end - start, (place) => (columns[start + place] ?? 0) < column);
  return at < end && columns[at] === column ? at : -1;
}

/** The passages that a cell counts; 0 for an empty one. */
export const passagesAt = (matrix: Cells, place: MatrixPlace): number => matrix.counts[cellAt(matrix, place)] ?? 0;

/** Returns the place of the cell of a number, by rows. */
export function placeOfCell({ offsets, columns }: Cells, cell: number): MatrixPlace {
  const row = lowerBound(offsets.length - 1, (at) => (offsets[at + 1] ?? 0) <= cell);
  return { row, column: columns[cell] ?? -1 };
}

/** The nearest filled cell of the same row (`across`) or column in a direction; the place itself where there is none. */
export function nextFilled(matrix: Cells, place: MatrixPlace, step: 1 | -1, across: boolean): MatrixPlace {
  const rows = matrix.offsets.length - 1;
  if (across) {
    const [start, end] = [matrix.offsets[place.row] ?? 0, matrix.offsets[place.row + 1] ?? 0];
    const after = start + lowerBound(end - start, (at) => (matrix.columns[start + at] ?? 0) <= place.column);
    const at = step === 1 ? after : after - (passagesAt(matrix, place) > 0 ? 2 : 1);
    return at >= start && at < end ? { ...place, column: matrix.columns[at] ?? place.column } : place;
  }
  for (let row = place.row + step; row >= 0 && row < rows; row += step) {
    const next = { ...place, row };
    if (passagesAt(matrix, next) > 0) return next;
  }
  return place;
}
