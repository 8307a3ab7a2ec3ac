import type { MarkupHandler } from './walk-markup';
import { loweredText, raisedText } from '../text/raised-text';
import type { TextBuilder } from '../text/text-builder';

export interface Styles {
  /** Heading level (1 is the highest) of each paragraph style that is a heading. */
  readonly levels: ReadonlyMap<string, number>;
  /** `superscript` or `subscript`, of each style of letters that raises or lowers them. */
  readonly heights: ReadonlyMap<string, string>;
}

/** The number format (`bullet`, `decimal`, …) of each list level, by list and level. */
export type Numbering = ReadonlyMap<string, readonly string[]>;

interface Paragraph {
  text: string;
  level: number | undefined;
  list: string;
  listLevel: number;
}

interface Table {
  rows: number;
  cells: string[];
  cell: string[];
}

interface Walk {
  readonly builder: TextBuilder;
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Paragraphs being read; more than one inside text boxes. */
  readonly paragraphs: Paragraph[];
  readonly tables: Table[];
  readonly counters: Map<string, number[]>;
  readonly notes: 'w:footnote' | 'w:endnote' | undefined;
  note: string;
  skipping: { readonly name: string; depth: number } | undefined;
  inText: boolean;
  inRunProperties: boolean;
  hidden: boolean;
  /** Height of the letters of the run being read, as Word calls it. */
  height: string;
  afterItem: boolean;
}

/** Deleted and moved-away text, the older form of a drawing, field codes. */
const SKIPPED = new Set([
  'w:del',
  'w:moveFrom',
  'mc:Fallback',
  'w:instrText',
  'w:delText',
  'w:rPrChange',
  'w:pPrChange',
]);

/** Reads the body of a Word document, or its notes when `notes` names their element. */
export function bodyHandler(
  builder: TextBuilder,
  styles: Styles,
  numbering: Numbering,
  notes?: 'w:footnote' | 'w:endnote',
): MarkupHandler {
  const walk: Walk = {
    builder,
    styles,
    numbering,
    paragraphs: [],
    tables: [],
    counters: new Map(),
    notes,
    note: '',
    skipping: undefined,
    inText: false,
    inRunProperties: false,
    hidden: false,
    height: '',
    afterItem: false,
  };
  return {
    open: (name, attributes) => {
      if (walk.skipping) walk.skipping.depth += name === walk.skipping.name ? 1 : 0;
      else if (isSkipped(walk, name, attributes)) walk.skipping = { name, depth: 1 };
      else openElement(walk, name, attributes);
    },
    close: (name) => {
      if (!walk.skipping) closeElement(walk, name);
      else if (name === walk.skipping.name && (walk.skipping.depth -= 1) === 0) walk.skipping = undefined;
    },
    text: (text) => {
      if (walk.inText && !walk.skipping && !walk.hidden) add(walk, atHeight(walk, text));
    },
  };
}

function isSkipped(walk: Walk, name: string, attributes: Readonly<Record<string, string>>): boolean {
  const isSeparator = name === walk.notes && /eparator$/u.test(attributes['w:type'] ?? '');
  return isSeparator || SKIPPED.has(name);
}

function atHeight({ height, paragraphs }: Walk, text: string): string {
  const before = paragraphs.at(-1)?.text ?? '';
  if (height === 'superscript') return raisedText(text, before);
  return height === 'subscript' ? loweredText(text, before) : text;
}

function add(walk: Walk, text: string): void {
  const paragraph = walk.paragraphs.at(-1);
  if (paragraph) paragraph.text += text;
}

function openElement(walk: Walk, name: string, attributes: Readonly<Record<string, string>>): void {
  const value = attributes['w:val'] ?? '';
  const paragraph = walk.paragraphs.at(-1);
  if (name === 'w:p') walk.paragraphs.push(startParagraph(walk));
  else if (name === 'w:t' || name === 'm:t') walk.inText = true;
  else if (name === 'w:r') startRun(walk);
  else if (name === 'w:rPr') walk.inRunProperties = true;
  else if (name === 'w:rStyle') walk.height = walk.styles.heights.get(value) ?? '';
  else if (name === 'w:vertAlign') walk.height = walk.inRunProperties ? value : '';
  else if (name === 'w:vanish') walk.hidden = walk.inRunProperties && value !== 'false' && value !== '0';
  else if (name === 'w:tbl') walk.tables.push({ rows: 0, cells: [], cell: [] });
  else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') add(walk, `[${attributes['w:id'] ?? ''}]`);
  else if (name === walk.notes) walk.note = attributes['w:id'] ?? '';
  else if (SIGNS.has(name) && !walk.inRunProperties)
    add(walk, isTabStop(name, attributes) ? '' : (SIGNS.get(name) ?? ''));
  else if (paragraph) paragraphProperty(walk, paragraph, name, value);
}

function startRun(walk: Walk): void {
  walk.hidden = false;
  walk.height = '';
}

const SIGNS = new Map([
  ['w:tab', '\t'],
  ['w:br', '\n'],
  ['w:cr', '\n'],
  ['w:noBreakHyphen', '-'],
]);

/** `w:tab` with a position defines a tab stop; without one it is a tab in the text. */
function isTabStop(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return name === 'w:tab' && 'w:pos' in attributes;
}

function startParagraph(walk: Walk): Paragraph {
  const text = walk.note ? `[${walk.note}] ` : '';
  walk.note = '';
  return { text, level: undefined, list: '', listLevel: 0 };
}

function paragraphProperty(walk: Walk, paragraph: Paragraph, name: string, value: string): void {
  if (name === 'w:pStyle') paragraph.level ??= walk.styles.levels.get(value);
  else if (name === 'w:outlineLvl') paragraph.level = Number(value) < 9 ? Math.min(6, Number(value) + 1) : undefined;
  else if (name === 'w:numId') paragraph.list = value === '0' ? '' : value;
  else if (name === 'w:ilvl') paragraph.listLevel = Math.min(8, Number(value) || 0);
}

function closeElement(walk: Walk, name: string): void {
  const table = walk.tables.at(-1);
  if (name === 'w:t' || name === 'm:t') walk.inText = false;
  else if (name === 'w:rPr') walk.inRunProperties = false;
  else if (name === 'w:r') startRun(walk);
  else if (name === 'w:p') endParagraph(walk);
  else if (name === 'w:tc' && table) {
    table.cells.push(table.cell.join(' '));
    table.cell = [];
  } else if (name === 'w:tr' && table) endRow(walk, table);
  else if (name === 'w:tbl') walk.tables.pop();
}

function endParagraph(walk: Walk): void {
  const paragraph = walk.paragraphs.pop();
  if (!paragraph) return;
  const table = walk.tables.at(-1);
  if (table) table.cell.push(paragraph.text.replace(/\s+/gu, ' ').trim());
  else if (paragraph.level !== undefined) walk.builder.heading(paragraph.level, paragraph.text);
  else if (paragraph.text.trim()) {
    const marker = paragraph.list ? itemMarker(walk, paragraph) : '';
    walk.builder.paragraph(marker + paragraph.text.trim(), { tight: marker !== '' && walk.afterItem });
  }
  if (!table) walk.afterItem = paragraph.list !== '' && paragraph.level === undefined;
}

function itemMarker(walk: Walk, { list, listLevel }: Paragraph): string {
  const counters = walk.counters.get(list) ?? [];
  walk.counters.set(list, counters);
  counters.length = listLevel + 1;
  const count = (counters[listLevel] ?? 0) + 1;
  counters[listLevel] = count;
  const format = walk.numbering.get(list)?.[listLevel] ?? 'bullet';
  return `${'  '.repeat(listLevel)}${format === 'bullet' || format === 'none' ? '-' : `${count}.`} `;
}

function endRow(walk: Walk, table: Table): void {
  const outer = walk.tables.at(-2);
  const row = table.cells.join(' | ');
  const isEmpty = table.cells.every((cell) => cell === '');
  table.cells = [];
  if (isEmpty) return;
  if (outer) outer.cell.push(row);
  else walk.builder.paragraph(row, { tight: table.rows > 0 });
  table.rows += 1;
  walk.afterItem = false;
}
