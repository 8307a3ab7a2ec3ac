/** Cells as a row of CSV: a cell is quoted only where it holds a comma, a quote or a line end (GraphRAG A10.1). */
export function csvRow(cells: readonly (string | number)[]): string {
  return cells.map((cell) => quoted(String(cell))).join(',');
}

function quoted(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
