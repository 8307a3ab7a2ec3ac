import { commentBlock, joinCode, type Block } from '../blocks/block';
import { ruby } from '../blocks/formula';
import { NoteMarks } from '../blocks/note-marks';
import { tableBlocks } from '../blocks/spans';
import { TableRoom } from '../blocks/table-room';
import { GrowingText } from '../text/raised-text';
import { symbolSign } from '../text/symbol-fonts';
import { officeMath } from './docx-math';
import { wordNumeral, type ListCounter } from './docx-numbering';
import { isOn, listOf, outlineLevel, valueIn, type WordStyles } from './docx-styles';
import { tableRows } from './docx-table';
import { elementsOf, findElement, textOfElement, type MarkupElement } from './markup-tree';

/** Parts of a document that its body refers to, by the ids of their elements. */
export interface WordParts {
  readonly styles: WordStyles;
  readonly lists: ListCounter;
  readonly footnotes: ReadonlyMap<string, MarkupElement>;
  readonly endnotes: ReadonlyMap<string, MarkupElement>;
  readonly comments: ReadonlyMap<string, MarkupElement>;
  /** Documents in another format that are put in, by the ids of their relations. */
  readonly chunks: ReadonlyMap<string, readonly Block[]>;
  /** Formats in which notes are numbered. */
  readonly noteFormats: { readonly foot: string; readonly end: string };
}

/** Deleted and moved-away text, the older form of a drawing, field codes, and properties, which are read apart. */
const SKIPPED = new Set(
  'del moveFrom Fallback instrText delText pPr rPr sdtPr sdtEndPr tblPr trPr tcPr sectPr rubyPr footnoteRef endnoteRef'.split(
    ' ',
  ),
);
/** Elements that are blocks of their own, or hold some. */
const BLOCKS = new Set(['p', 'tbl']);

const SIGNS = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
  ['softHyphen', '\u00ad'],
]);

/** Reads the body of a Word document as blocks, and its notes behind them. */
export class WordBody {
  readonly #parts: WordParts;
  readonly #marks = new NoteMarks();
  /** Marks of notes by their ids, in order. */
  readonly #notes = { foot: new Map<string, string>(), end: new Map<string, string>() };
  readonly #room = new TableRoom();
  #tables = 0;
  /** The paragraph before is an item of a list. */
  #isInList = false;
  /** Text of the paragraph being read; that of one whose end was deleted stays for the next one. */
  #text = new GrowingText();
  /** Blocks that stand behind the paragraph being read: boxes of text, comments. */
  #behind: Block[] = [];
  /** Offsets in the paragraph at which commented words begin, by the comment. */
  readonly #commented = new Map<string, number>();

  constructor(parts: WordParts) {
    this.#parts = parts;
  }

  /** Blocks of the paragraphs and tables in an element. */
  blocks(element: MarkupElement): Block[] {
    return joinCode(this.#blocksIn(element));
  }

  *#blocksIn(element: MarkupElement): Generator<Block> {
    for (const child of elementsOf(element)) {
      if (child.name === 'p') yield* this.#paragraph(child);
      else if (child.name === 'altChunk') yield* this.#parts.chunks.get(child.attributes['id'] ?? '') ?? [];
      else if (child.name === 'tbl') yield* this.#table(child);
      else if (!SKIPPED.has(child.name)) yield* this.#blocksIn(child);
    }
  }

  /** Notes in the order of their marks. */
  *notes(): Generator<Block> {
    for (const kind of ['foot', 'end'] as const) {
      const elements = kind === 'foot' ? this.#parts.footnotes : this.#parts.endnotes;
      for (const [id, mark] of this.#notes[kind]) {
        const note = elements.get(id);
        if (note) yield { kind: 'note', note: kind, mark, text: this.#textIn(note, '\n') };
      }
    }
  }

  *#paragraph(paragraph: MarkupElement): Generator<Block> {
    const [properties] = elementsOf(paragraph, 'pPr');
    this.#addAll(paragraph);
    const mark = properties && elementsOf(properties, 'rPr')[0];
    if (mark && elementsOf(mark, 'del').length > 0) return;
    const text = this.#text.toString();
    const behind = this.#behind;
    this.#text = new GrowingText();
    this.#behind = [];
    this.#commented.clear();
    const block = this.#blockOf(properties, text);
    if (block) yield block;
    yield* behind;
  }

  /** Undefined for a blank paragraph; blank lines of code count. */
  #blockOf(properties: MarkupElement | undefined, written: string): Block | undefined {
    const id = (properties && valueIn(properties, 'pStyle')) ?? '';
    const style = this.#parts.styles(id);
    const text = written.trim();
    if (style.code) return { kind: 'code', text: written };
    const { list = '', listLevel } = { ...style, ...(properties && listOf(properties)) };
    const level = listLevel ?? this.#parts.lists.levelOfStyle(list, id) ?? 0;
    const outline = properties && valueIn(properties, 'outlineLvl');
    const heading = outline === undefined ? style.heading : outlineLevel(outline);
    const marker = list === '' ? '' : this.#parts.lists.next(list, level).trim();
    if (text === '' && marker === '') return undefined;
    if (heading !== undefined)
      return { kind: 'heading', level: heading, text, ...(marker !== '' && marker !== '-' && { number: marker }) };
    const isItem = marker !== '' || (list !== '' && this.#isInList);
    this.#isInList = isItem;
    return isItem ? { kind: 'item', level, marker, text } : { kind: 'paragraph', text };
  }

  *#table(table: MarkupElement): Generator<Block> {
    const number = (this.#tables += 1);
    const [text, behind] = [this.#text, this.#behind];
    this.#behind = [];
    this.#text = new GrowingText();
    const rows = tableRows(table, (cell) => this.#textIn(cell, ' '));
    yield* tableBlocks(number, rows, this.#room);
    yield* this.#behind.filter(({ kind }) => kind === 'note');
    this.#text = text;
    this.#behind = behind;
  }

  /** Text of the blocks in an element; the comments on it wait for the end of what it is in. */
  #textIn(element: MarkupElement, separator: string): string {
    const [text, behind] = [this.#text, this.#behind];
    this.#text = new GrowingText();
    this.#behind = [];
    const texts: string[] = [];
    for (const block of this.blocks(element)) {
      if (block.kind === 'note') behind.push(block);
      else if (block.kind === 'row') texts.push(this.#room.nested(block.cells));
      else if (block.kind === 'item') texts.push(`${block.marker} ${block.text}`);
      else if ('text' in block) texts.push(block.text);
    }
    this.#text = text;
    this.#behind = behind;
    return texts.join(separator);
  }

  #addAll(element: MarkupElement): void {
    for (const child of elementsOf(element)) if (!SKIPPED.has(child.name)) this.#add(child);
  }

  #add(element: MarkupElement): void {
    const { name, attributes } = element;
    const id = attributes['id'] ?? '';
    const sign = SIGNS.get(name);
    if (sign !== undefined) this.#text.add(sign);
    else if (name === 'r') this.#run(element);
    else if (name === 'ruby') this.#text.add(ruby(this.#inner(element, 'rubyBase'), this.#inner(element, 'rt')));
    else if (name === 'oMath') this.#text.add(officeMath(element));
    else if (name === 'footnoteReference') this.#refer('foot', id);
    else if (name === 'endnoteReference') this.#refer('end', id);
    else if (name === 'commentRangeStart') this.#commented.set(id, this.#text.length);
    else if (name === 'commentReference') this.#comment(id);
    else if (name === 'AlternateContent') this.#addAll(elementsOf(element, 'Choice')[0] ?? element);
    else if (name === 'docPr') this.#describe(attributes['descr'] ?? '');
    else if (name === 'ffData') this.#text.add(formValue(element));
    else if (name === 'sdt' && isPrompt(element)) return;
    else if (name === 'txbxContent' || BLOCKS.has(name)) this.#box(element);
    else this.#addAll(element);
  }

  /** Adds the description of a picture, apart from the words around it. */
  #describe(words: string): void {
    if (words) this.#text.add(`${/\S$/u.test(this.#text.end) ? ' ' : ''}${words} `);
  }

  /** Boxes of text stand behind the paragraph that they are anchored in. */
  #box(element: MarkupElement): void {
    const [text, behind] = [this.#text, this.#behind];
    this.#text = new GrowingText();
    this.#behind = [];
    const blocks = [
      ...this.blocks(element.name === 'txbxContent' ? element : { name: '', attributes: {}, children: [element] }),
    ];
    this.#text = text;
    behind.push(...blocks);
    this.#behind = behind;
  }

  #run(run: MarkupElement): void {
    const [properties] = elementsOf(run, 'rPr');
    const style = this.#parts.styles((properties && valueIn(properties, 'rStyle')) ?? '');
    if (
      properties ? isOn(properties, 'vanish') || (style.hidden && elementsOf(properties, 'vanish').length === 0) : false
    )
      return;
    const height = (properties && valueIn(properties, 'vertAlign')) ?? style.height ?? '';
    const font = (properties && elementsOf(properties, 'rFonts')[0]?.attributes['ascii']) ?? '';
    for (const child of elementsOf(run)) {
      if (child.name === 't') this.#addAtHeight(height, unsymbolic(textOfElement(child), font));
      else if (child.name === 'sym') this.#text.add(symbolOf(child));
      else if (!SKIPPED.has(child.name)) this.#add(child);
    }
  }

  #addAtHeight(height: string, text: string): void {
    if (height === 'superscript') this.#text.addRaised(text);
    else if (height === 'subscript') this.#text.addLowered(text);
    else this.#text.add(text);
  }

  /** Text of a part of an element that is no block. */
  #inner(element: MarkupElement, name: string): string {
    const before = this.#text;
    this.#text = new GrowingText();
    for (const part of elementsOf(element, name)) this.#addAll(part);
    const inner = this.#text.toString();
    this.#text = before;
    return inner;
  }

  #refer(kind: 'foot' | 'end', id: string): void {
    const notes = this.#notes[kind];
    const mark =
      notes.get(id) ?? this.#marks.of(`${kind} ${id}`, wordNumeral(notes.size + 1, this.#parts.noteFormats[kind]));
    notes.set(id, mark);
    this.#text.add(`[${mark}]`);
  }

  #comment(id: string): void {
    const comment = this.#parts.comments.get(id);
    if (!comment) return;
    const from = this.#commented.get(id);
    const words = from === undefined ? '' : this.#text.toString().slice(from).trim();
    const text = this.#textIn(comment, '\n');
    this.#behind.push(commentBlock(text, comment.attributes['author'], words && `“${words}”`));
  }
}

/** A control that shows only what it asks for. */
const isPrompt = (control: MarkupElement): boolean =>
  elementsOf(control, 'sdtPr').some((properties) => elementsOf(properties, 'showingPlcHdr').length > 0);

/** Value of a box to tick or of a list to choose from; that of a field of text is text already. */
function formValue(field: MarkupElement): string {
  const box = findElement(field, 'checkBox');
  if (box) return isOn(box, elementsOf(box, 'checked').length > 0 ? 'checked' : 'default') ? '☑' : '☐';
  const list = findElement(field, 'ddList');
  const chosen = Number(list ? (valueIn(list, 'result') ?? 0) : 0);
  return list ? (elementsOf(list, 'listEntry')[chosen]?.attributes['val'] ?? '') : '';
}

const symbolOf = ({ attributes }: MarkupElement): string =>
  symbolSign(attributes['font'] ?? '', parseInt(attributes['char'] ?? '', 16));

/** Text in which signs of symbol fonts are characters. */
const unsymbolic = (text: string, font: string): string =>
  text.replace(/[\uf020-\uf0ff]/gu, (sign) => symbolSign(font, sign.charCodeAt(0)));
