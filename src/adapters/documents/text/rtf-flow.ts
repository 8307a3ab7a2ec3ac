import { lowerBound } from '../../../core/arrays';
import { joinCode, type Block } from '../blocks/block';
import { tableBlocks } from '../blocks/spans';
import { GrowingText } from './raised-text';

/** A column's right edge in twips (1/1440 inch), and if its cell goes on with the one above. */
interface CellPlace {
  readonly right: number;
  readonly continues: boolean;
}

interface TableRow {
  readonly cells: readonly string[];
  readonly places: readonly CellPlace[];
  readonly header: boolean;
}

/** Twips up to which edges are the same. */
const NEAR = 30;

/** A part of a file in rich text, such as its body, a note or a text box, while it is read into blocks. */
export class RtfFlow {
  text = new GrowingText();
  /** Heading level of the paragraph, from 1. */
  level: number | undefined;
  marker = '';
  itemLevel = 0;
  inTable = false;
  /** The paragraph has the style of code. */
  isCode = false;
  /** Words of the paragraph so far are in a font for code, and in others. */
  hasCode = false;
  hasProse = false;
  /** Blocks that follow the paragraph: its comments and text boxes. */
  readonly after: Block[] = [];
  readonly #blocks: Block[] = [];
  readonly #nextTable: () => number;
  #cell = '';
  #cells: string[] = [];
  #places: CellPlace[] = [];
  #continues = false;
  #isHeader = false;
  #rows: TableRow[] = [];

  constructor(nextTable: () => number) {
    this.#nextTable = nextTable;
  }

  /** Returns the text so far, and begins another. */
  takeText(): string {
    const text = this.text.toString();
    this.text = new GrowingText();
    return text;
  }

  resetParagraph(): void {
    this.level = undefined;
    this.marker = '';
    this.itemLevel = 0;
    this.inTable = false;
    this.isCode = false;
  }

  beginRow(): void {
    this.#places = [];
    this.#isHeader = false;
  }

  headRow(): void {
    this.#isHeader = true;
  }

  continueCell(): void {
    this.#continues = true;
  }

  placeCell(right: number): void {
    this.#places.push({ right, continues: this.#continues });
    this.#continues = false;
  }

  endCell(): void {
    this.#cells.push(this.#cell + this.takeText());
    this.#cell = '';
  }

  endRow(): void {
    this.#rows.push({ cells: this.#cells, places: this.#places, header: this.#isHeader });
    this.#cells = [];
  }

  endParagraph(): void {
    const { level } = this;
    const text = this.takeText();
    const isCode = this.isCode || (this.hasCode && !this.hasProse);
    this.hasCode = this.hasProse = false;
    if (this.inTable) {
      this.#cell += `${text} `;
      return;
    }
    this.#endTable();
    const marker = /[\p{L}\p{N}]/u.test(this.marker) ? this.marker : this.marker && '-';
    if (text.trim() === '' && !isCode) return void this.#blocks.push(...this.after.splice(0));
    if (level !== undefined) this.#blocks.push({ kind: 'heading', level, text, ...(marker && { number: marker }) });
    else if (marker) this.#blocks.push({ kind: 'item', level: this.itemLevel, marker, text });
    else this.#blocks.push({ kind: isCode ? 'code' : 'paragraph', text });
    this.#blocks.push(...this.after.splice(0));
  }

  /** Ends what is open, and returns all blocks. */
  finish(): readonly Block[] {
    if (this.#cells.length > 0) this.endRow();
    this.inTable = false;
    this.endParagraph();
    return joinCode(this.#blocks);
  }

  #endTable(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    const table = this.#nextTable();
    const edges = edgesOf(rows);
    const edgesUpTo = (place: number): number => lowerBound(edges.length, (at) => (edges[at] ?? 0) <= place + NEAR);
    const above = new Map<number, string>();
    const spanning = rows.map(({ cells, places, header }) => {
      let left = -Infinity;
      const placed = cells.map((written, at) => {
        const { right, continues } = places[at] ?? { right: left, continues: false };
        const columns = edgesUpTo(right) - edgesUpTo(left);
        left = right;
        const text = continues ? (above.get(right) ?? written) : written;
        above.set(right, text);
        return { text, columns: Math.max(1, columns) };
      });
      return { cells: placed, isHead: header };
    });
    this.#blocks.push(...tableBlocks(table, spanning));
  }
}

/** Right edges of all columns, each once. */
function edgesOf(rows: readonly TableRow[]): readonly number[] {
  const all = rows.flatMap(({ places }) => places.map(({ right }) => right)).sort((a, b) => a - b);
  return all.filter((edge, at) => at === 0 || edge - (all[at - 1] ?? 0) > NEAR);
}
