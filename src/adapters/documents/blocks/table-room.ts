import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { CELL_BORDER } from '../../../core/tables/document-tables';
import { LIMITS } from '../limits';

/** Room for what merged and nested cells add to the tables of a document. Throws ParseError where it is used up. */
export class TableRoom {
  #left = LIMITS.addedTableText;

  /** Takes a cell's room. */
  take(text: string): void {
    this.#left -= text.length + CELL_BORDER.length;
    if (this.#left < 0)
      throw new ParseError(
        message`Its tables grow too large because of merged or nested cells. Take these cells apart, or save it as .txt.`,
      );
  }

  /** Takes the room of a row within a cell; returns its text. */
  nested(cells: readonly string[]): string {
    const text = cells.join(CELL_BORDER);
    this.take(text);
    return text;
  }
}
