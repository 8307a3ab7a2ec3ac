import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { DocumentParts, Heading, PartKind } from '../../../core/tables/documents';
import { rowText } from '../../../core/tables/document-tables';
import { LIMITS, sizeInWords } from '../limits';
import { cleanText, oneLine } from '../text/clean-text';
import type { Block, PartFacts, TextBox } from './block';

/** Text of a document with what lies where in it. All offsets are in UTF-16 code units of `text`. */
export interface Rendered extends DocumentParts {
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly boxes: readonly TextBox[];
}

type Row = Extract<Block, { readonly kind: 'row' }>;

/** Makes the text of a document. Throws ParseError where it is too long. */
export function render(blocks: Iterable<Block>): Rendered {
  const written = new WrittenText();
  for (const block of blocks) written.add(block);
  return written.finish();
}

/** Text as it is written, block by block. */
class WrittenText {
  #pieces: string[] = [];
  #length = 0;
  #headings: Heading[] = [];
  #boxes: TextBox[] = [];
  #partKind: PartKind | '' = '';
  #partStarts: number[] = [];
  #partNames: string[] = [];
  /** Starts and numbers of the runs of a sheet's rows. */
  #runs: { start: number; row: number }[] = [];
  #tables: { readonly start: number; heads: number; isWide: boolean }[] = [];
  #last: Block | undefined;

  add(block: Block): void {
    if (block.kind === 'part') {
      this.#startPart(block, this.#length === 0 ? 0 : this.#length + 2);
      this.#last = undefined;
      return;
    }
    const words = wordsOf(block);
    if (!words) return;
    const before = headOf(block);
    const start = this.#write(before + words, this.#last && isTight(this.#last, block) ? '\n' : '\n\n');
    const heading = before + words;
    if (block.kind === 'heading' && heading.length <= LONGEST_NAME)
      this.#headings.push({ start, level: block.level, text: heading });
    if (block.kind === 'row') {
      this.#numberRow(block, start);
      this.#addRow(block, start);
    }
    if ('text' in block) this.#place(block.boxes, start + before.length);
    if ('breaks' in block) this.#break(block.breaks, start + before.length);
    this.#last = block;
  }

  finish(): Rendered {
    // A frame of one column is no table to its reader.
    const tables = this.#tables.filter(({ isWide }) => isWide);
    return {
      text: this.#pieces.join(''),
      headings: this.#headings,
      page_starts: this.#partStarts.map((start) => Math.min(start, this.#length)),
      part_kind: this.#partKind,
      part_names: this.#partNames.some(Boolean) ? this.#partNames : [],
      row_starts: this.#runs.map(({ start }) => start),
      row_numbers: this.#runs.map(({ row }) => row),
      table_starts: tables.map(({ start }) => start),
      table_heads: tables.map(({ heads }) => heads),
      boxes: this.#boxes,
    };
  }

  #write(text: string, separator: string): number {
    const start = this.#length === 0 ? 0 : this.#length + separator.length;
    if (this.#length > 0) this.#pieces.push(separator);
    this.#pieces.push(text);
    this.#length = start + text.length;
    if (this.#length > LIMITS.extractedText)
      throw new ParseError(message`It holds more than ${sizeInWords(LIMITS.extractedText)} of text.`);
    return start;
  }

  /** Notes where a part starts; parts that were left out before it are empty, so that its number is its place. */
  #startPart({ part, number, name = '' }: PartFacts, start: number): void {
    this.#partKind = part;
    while (this.#partStarts.length < number - 1) this.#addPart(start, '');
    this.#addPart(start, name);
  }

  #addPart(start: number, name: string): void {
    this.#partStarts.push(start);
    this.#partNames.push(name.slice(0, LONGEST_NAME));
  }

  /** Notes the number of a sheet's row, unless it follows the row above it in the text. */
  #numberRow({ number, table }: Row, start: number): void {
    const last = this.#last?.kind === 'row' && this.#last.table === table ? this.#last.number : undefined;
    if (number !== undefined && last !== number - 1) this.#runs.push({ start, row: number });
  }

  /** Notes where a table starts, also below rows that stand above its head. */
  #addRow({ cells, header = false, table }: Row, start: number): void {
    const above = this.#last?.kind === 'row' && this.#last.table === table ? this.#last : undefined;
    if (!above || (header && !above.header)) this.#tables.push({ start, heads: 0, isWide: false });
    const current = this.#tables.at(-1);
    if (!current) return;
    if (header) current.heads += 1;
    current.isWide ||= cells.length > 1;
  }

  #place(boxes: readonly TextBox[] = [], start: number): void {
    for (const [from, to, ...place] of boxes) this.#boxes.push([start + from, start + to, ...place]);
  }

  #break(breaks: Row['breaks'] = [], start: number): void {
    for (const { at, ...part } of breaks) this.#startPart(part, start + at);
  }
}

/** Rows of one table, items and fields are on lines that follow one another. */
function isTight(last: Block, block: Block): boolean {
  if (block.kind === 'row') return last.kind === 'row' && last.table === block.table;
  if (block.kind === 'item') return last.kind === 'item' && !block.first;
  if (block.kind === 'field') return last.kind === 'field';
  return 'tight' in block && block.tight === true;
}

/** A block's own text on the lines that it has; empty where there are no words to show. */
function wordsOf(block: Exclude<Block, { readonly kind: 'part' }>): string {
  switch (block.kind) {
    case 'row': {
      const cells = block.cells.map(oneLine);
      return cells.some(Boolean) ? rowText(cells) : '';
    }
    case 'field':
      return oneLine(block.value) && `${oneLine(block.name)}: ${oneLine(block.value)}`;
    case 'heading':
      return oneLine(block.text);
    case 'code':
      return codeOf(cleanText(block.text));
    default:
      return cleanText(block.text).trimStart();
  }
}

/** Marks code as in Markdown. */
function codeOf(text: string): string {
  if (text === '' || text.includes('`')) return text;
  return text.trim().includes('\n') ? `\`\`\`\n${text}\n\`\`\`` : `\`${text.trim()}\``;
}

/** Number, marker or label before the words of a block. */
function headOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.number ? `${block.number} ` : '';
    case 'item':
      return '  '.repeat(Math.min(DEEPEST, block.level)) + (block.marker ? `${block.marker} ` : '  ');
    case 'note':
      return block.mark || LABELS[block.note] ? `[${block.mark || LABELS[block.note]}] ` : '';
    default:
      return '';
  }
}

const DEEPEST = 12;

/** UTF-16 units of a heading or of a part's name, which passages repeat: what is longer is a text whose end is missing. */
const LONGEST_NAME = 1000;

/** Labels of notes without a mark. */
const LABELS = { foot: '', end: '', comment: 'comment', speaker: 'notes' } as const;
