import type { PartKind } from '../../../core/tables/documents';

/** A piece of a document. A reader gives its document as blocks in reading order; `render` makes the text of them. */
export type Block = Heading | Prose | Item | Row | Note | Field | PartStart;

/** `level` from 1; `number` as people see it, such as `2.1`, where it is no part of the text. */
interface Heading extends Words {
  readonly kind: 'heading';
  readonly level: number;
  readonly number?: string;
}

interface Prose extends Words {
  readonly kind: 'paragraph' | 'quote' | 'code' | 'caption';
  /** Begins on the next line, without an empty line before. */
  readonly tight?: boolean;
}

/** `level` from 0; `marker` as people see it: `-`, `3.`, `b)`. Further paragraphs of an item have an empty one. */
interface Item extends Words {
  readonly kind: 'item';
  readonly level: number;
  readonly marker: string;
  /** Begins a list apart from the items before. */
  readonly first?: boolean;
}

/** A row of a table, merged cells expanded (see `expandSpans`). */
interface Row {
  readonly kind: 'row';
  readonly cells: readonly string[];
  /** Names the columns below. */
  readonly header?: boolean;
  /** Number of its table in the document: rows of one table stay together. */
  readonly table: number;
  /** Row of a sheet as people count it, from 1, hidden and empty rows too. */
  readonly number?: number;
  /** Parts that begin with this row, within its table. */
  readonly breaks?: Words['breaks'];
}

/** A note, with the mark that stands at its place in the text (see `NoteMarks`); comments and a speaker's notes have none. */
interface Note extends Words {
  readonly kind: 'note';
  readonly note: 'foot' | 'end' | 'comment' | 'speaker';
  readonly mark: string;
}

/** A value that somebody filled in, and its label. */
interface Field {
  readonly kind: 'field';
  readonly name: string;
  readonly value: string;
}

/** Beginning of a page, slide, sheet, chapter or message. All parts of a document are of one kind; an empty or hidden one counts too. */
interface PartStart extends PartFacts {
  readonly kind: 'part';
}

export interface PartFacts {
  readonly part: PartKind;
  /** Place among the parts, from 1. */
  readonly number: number;
  /** Name of a sheet, title of a chapter, label of a page where it is not its number (`iv`). */
  readonly name?: string;
}

interface Words {
  /** Raw text: `render` cleans it. A line break is one that people see. With `boxes` or `breaks` it is clean already. */
  readonly text: string;
  readonly boxes?: readonly TextBox[];
  /** Parts that begin within the text. */
  readonly breaks?: readonly (PartFacts & { readonly at: number })[];
}

/** Place of text on a page. Offsets are those of the text, `page` from 1, lengths in points from the page's top left. */
export type TextBox = readonly [
  from: number,
  to: number,
  page: number,
  x: number,
  y: number,
  width: number,
  height: number,
];

/** Checks for the name of a style of code in Word, LibreOffice or pandoc. */
export const isCodeStyle = (name: string): boolean =>
  /^(?:html preformatted|preformatted text|source code)$/iu.test(name.trim());

/** Joins blocks of code that follow one another: many programs have each line as a paragraph of its own. */
export function joinCode(blocks: Iterable<Block>): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.kind === 'code' && last?.kind === 'code')
      joined[joined.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    else joined.push(block);
  }
  return joined;
}

/** A comment, behind who wrote it and what it is about, as far as these are known. */
export function commentBlock(text: string, ...about: readonly (string | undefined)[]): Block {
  const head = about.filter(Boolean).join(', ');
  return { kind: 'note', note: 'comment', mark: '', text: head ? `${head}: ${text}` : text };
}
