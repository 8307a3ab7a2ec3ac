import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Heading, Part } from '../../../core/tables/documents';
import { LIMITS, sizeInWords } from '../limits';
import { cleanText, oneLine } from '../text/clean-text';
import type { Block, TextBox } from './block';

/** Text of a document with what lies where in it. All offsets are in UTF-16 code units of `text`. */
export interface Rendered {
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly parts: readonly Part[];
  readonly boxes: readonly TextBox[];
}

/** Makes the text of a document. Throws ParseError where it is too long. */
export function render(blocks: Iterable<Block>): Rendered {
  const written = new WrittenText();
  for (const block of blocks) written.add(block);
  return written.finish();
}

type PartFacts = Omit<Part, 'start'>;

/** Text as it is written, block by block. */
class WrittenText {
  #pieces: string[] = [];
  #length = 0;
  #headings: Heading[] = [];
  #parts: Part[] = [];
  #boxes: TextBox[] = [];
  /** Parts that begin with the next block. */
  #coming: PartFacts[] = [];
  #last: Block | undefined;

  add(block: Block): void {
    if (block.kind === 'part') {
      this.#coming.push({ kind: block.part, number: block.number, name: block.name ?? '' });
      return;
    }
    const words = wordsOf(block);
    if (!words) return;
    const before = headOf(block);
    if (block.kind === 'row') this.#continueSheet(block.number);
    const start = this.#write(before + words, this.#last && isTight(this.#last, block) ? '\n' : '\n\n');
    if (block.kind === 'heading') this.#headings.push({ start, level: block.level, text: before + words });
    if ('text' in block) this.#place(block, start + before.length);
    this.#last = block;
  }

  finish(): Rendered {
    this.#startParts(this.#length);
    return { text: this.#pieces.join(''), headings: this.#headings, parts: this.#parts, boxes: this.#boxes };
  }

  #write(text: string, separator: string): number {
    if (this.#length > 0) this.#append(separator);
    const start = this.#length;
    this.#startParts(start);
    this.#append(text);
    return start;
  }

  #append(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length > LIMITS.extractedText)
      throw new ParseError(message`It holds more than ${sizeInWords(LIMITS.extractedText)} of text.`);
  }

  #startParts(start: number): void {
    for (const part of this.#coming) this.#parts.push({ ...part, start });
    this.#coming = [];
  }

  /** Notes the number of a sheet's row, unless it follows the row above it in the text. */
  #continueSheet(row: number | undefined): void {
    const sheet = this.#coming.at(-1) ?? this.#parts.at(-1);
    const last = this.#last;
    const follows = this.#coming.length === 0 && last?.kind === 'row' && row === (last.number ?? 0) + 1;
    if (row === undefined || !sheet || follows) return;
    const { kind, number, name } = sheet;
    this.#coming = [...this.#coming.slice(0, -1), { kind, number, name, row }];
  }

  #place({ boxes = [], breaks = [] }: Extract<Block, { readonly text: string }>, start: number): void {
    for (const [from, to, ...place] of boxes) this.#boxes.push([start + from, start + to, ...place]);
    for (const { at, part, number, name = '' } of breaks)
      this.#parts.push({ start: start + at, kind: part, number, name });
  }
}

/** Rows of one table, items and fields are on lines that follow one another. */
function isTight(last: Block, block: Block): boolean {
  if (block.kind === 'row') return last.kind === 'row' && last.table === block.table;
  if (block.kind === 'item' || block.kind === 'field') return last.kind === block.kind;
  return 'tight' in block && block.tight === true;
}

/** A block's own text on the lines that it has; empty where there are no words to show. */
function wordsOf(block: Exclude<Block, { readonly kind: 'part' }>): string {
  switch (block.kind) {
    case 'row': {
      const cells = block.cells.map(oneLine);
      return cells.some(Boolean) ? cells.join(' | ') : '';
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

/** Labels of notes without a mark. */
const LABELS = { foot: '', end: '', comment: 'comment', speaker: 'notes' } as const;
