import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';
import { elementsOf, type MarkupElement } from '../markup/markup-tree';

interface TableRow {
  readonly cells: readonly string[];
  readonly isHead: boolean;
}

/** Columns up to which a merged or repeated cell is believed. */
const WIDEST = 1000;
/** Letters of a cell that weigh as much as another cell. */
const LETTERS = 64;

/** Reads the tables of an OpenDocument file, and counts their cells. */
export class OdfTables {
  readonly #textOf: (cell: MarkupElement) => string;
  #count = 0;

  constructor(textOf: (cell: MarkupElement) => string) {
    this.#textOf = textOf;
  }

  /**
   * Yields a table's rows with a cell for each column: one merged over rows is repeated in each of them, one merged over
   * columns is followed by empty cells. Throws ParseError where repeated cells are too many.
   */
  *rows(table: MarkupElement): Generator<TableRow> {
    const above: { left: number; readonly text: string }[] = [];
    for (const { row, isHead } of rowsOf(table, false)) {
      const cells = this.#cells(row, above);
      const isEmpty = cells.every((text) => text === '');
      const times = isEmpty ? 1 : attribute(row, 'number-rows-repeated');
      const weight = cells.reduce((sum, text) => sum + 1 + text.length / LETTERS, 0);
      this.#count += weight * times;
      if (this.#count > LIMITS.cells)
        throw new ParseError(message`It holds more than ${LIMITS.cells} cells. Split it up.`);
      for (let time = 0; time < times; time += 1) yield { cells, isHead };
    }
  }

  #cells(row: MarkupElement, above: { left: number; readonly text: string }[]): readonly string[] {
    const cells: string[] = [];
    const hang = (): boolean => {
      const from = above[cells.length];
      if (!from || from.left <= 0) return false;
      from.left -= 1;
      cells.push(from.text);
      return true;
    };
    /** Columns that the last cell reaches over, and that are written as covered ones. */
    let covered = 0;
    for (const cell of elementsOf(row)) {
      const times = attribute(cell, 'number-columns-repeated');
      if (cell.name === 'covered-table-cell') {
        const open = Math.max(0, times - covered);
        covered = Math.max(0, covered - times);
        for (let time = 0; time < open && cells.length < WIDEST; time += 1) if (!hang()) cells.push('');
      } else if (cell.name === 'table-cell') {
        const text = this.#textOf(cell);
        const left = attribute(cell, 'number-rows-spanned') - 1;
        covered = attribute(cell, 'number-columns-spanned') - 1;
        for (let time = 0; time === 0 || (time < times && cells.length < WIDEST); time += 1) {
          while (hang());
          for (let column = 0; column === 0 || (column <= covered && cells.length < WIDEST); column += 1) {
            const shown = column === 0 ? text : '';
            above[cells.length] = { left, text: shown };
            cells.push(shown);
          }
        }
      }
    }
    while (hang());
    return cells;
  }
}

/** A count that is an attribute: 1 where it is missing or no count. */
const attribute = ({ attributes }: MarkupElement, name: string): number =>
  Math.max(1, Math.trunc(Number(attributes[name])) || 1);

interface RowElement {
  readonly row: MarkupElement;
  readonly isHead: boolean;
}

function* rowsOf(table: MarkupElement, isHead: boolean): Generator<RowElement> {
  for (const child of elementsOf(table)) {
    if (child.name === 'table-row') yield { row: child, isHead };
    else if (child.name === 'table-header-rows') yield* rowsOf(child, true);
    else if (child.name === 'table-rows' || child.name === 'table-row-group') yield* rowsOf(child, isHead);
  }
}
