/** A cell that may reach over several rows and columns. */
export interface SpanningCell {
  readonly text: string;
  readonly rows?: number;
  readonly columns?: number;
}

/** Columns up to which a merged cell is believed; browsers stop at the same number. */
const WIDEST = 1000;

/**
 * Yields full rows of cells with spans, so that each value stands in its own column: a cell merged over rows is repeated
 * in each of them, one merged over columns is followed by empty cells.
 */
export function* expandSpans(rows: Iterable<readonly SpanningCell[]>): Generator<string[]> {
  const hanging: { left: number; text: string }[] = [];
  for (const cells of rows) {
    const row: string[] = [];
    const hang = (): boolean => {
      const from = hanging[row.length];
      if (!from || from.left <= 0) return false;
      from.left -= 1;
      row.push(from.text);
      return true;
    };
    for (const { text, rows: height = 1, columns: width = 1 } of cells) {
      while (hang());
      const end = Math.max(row.length + 1, Math.min(WIDEST, row.length + width));
      for (let shown = text; row.length < end; shown = '') {
        hanging[row.length] = { left: height - 1, text: shown };
        row.push(shown);
      }
    }
    while (hang());
    yield row;
  }
}
