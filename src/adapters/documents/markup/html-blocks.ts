import type { Block } from '../blocks/block';
import { ruby } from '../blocks/formula';
import { numeral } from '../blocks/numerals';
import { tableBlocks, type SpanningCell } from '../blocks/spans';
import { TableRoom } from '../blocks/table-room';
import { GrowingText } from '../text/raised-text';
import { wordSet } from '../../../core/text/word-set';
import { collapse, fieldValue, headingLevel, isCell, isLayout, numeralKind, rowsOf, span } from './html-elements';
import { isNoteReference, withMark, type HtmlNote, type HtmlNotes } from './html-notes';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';
import { mathText } from './mathml';
import { BLOCKS, type PageContent } from './page-content';

const CODE = wordSet('code kbd samp');
const READINGS = wordSet('rt rp rtc');
const LISTS = wordSet('ul ol menu');
const FIELDS = wordSet('input select textarea');
const ARTICLES = wordSet('article blockquote main figure');
interface Inline {
  readonly text: GrowingText;
  /** True if there are words in the text, in code and outside of it. */
  hasCode: boolean;
  hasProse: boolean;
  /** True if there are words outside of links within the page. */
  hasUnlinked: boolean;
}

const noWords = (): Inline => ({ text: new GrowingText(), hasCode: false, hasProse: false, hasUnlinked: false });

interface Context {
  /** Elements that are open around the words. */
  readonly code: boolean;
  readonly raised: boolean;
  readonly lowered: boolean;
  readonly pre: boolean;
  /** Link within the page, until the block that it begins in ends: others forgot to close it. */
  readonly link: { spent: boolean } | undefined;
  readonly article: boolean;
  readonly quote: boolean;
  /** In a heading or a summary, where a button is the words themselves. */
  readonly label: boolean;
  readonly note: HtmlNote | undefined;
  /** Ids of the elements around the words, within their block. */
  readonly places: readonly string[];
  readonly lists: number;
}

const OUTSIDE: Context = {
  ...{ code: false, raised: false, lowered: false, pre: false, link: undefined },
  ...{ article: false, quote: false, label: false, note: undefined, places: [], lists: 0 },
};

/** Makes blocks of the content of a page. */
export class HtmlBlocks {
  readonly #page: PageContent;
  readonly #everything: boolean;
  readonly #notes: HtmlNotes;
  #blocks: Block[] = [];
  #inline = noWords();
  /** The item or definition that the next words begin. */
  #next: { marker: string; level: number; first: boolean } | 'tight' | undefined;
  readonly #room = new TableRoom();
  #tables = 0;
  #started = false;

  constructor(page: PageContent, everything: boolean, notes: HtmlNotes) {
    this.#page = page;
    this.#everything = everything;
    this.#notes = notes;
  }

  read(): readonly Block[] {
    this.#children(this.#page.root, OUTSIDE);
    this.#flush(OUTSIDE);
    return this.#blocks;
  }

  #children(element: MarkupElement, context: Context): void {
    for (const child of element.children) {
      if (typeof child === 'string') this.#words(child, context);
      else if (child.name === 'button' && (context.label || this.#page.opens(child))) this.#children(child, context);
      else if (FIELDS.has(child.name)) this.#words(fieldValue(child), context);
      else if (!this.#page.isLeftOut(child, context.article)) this.#element(child, context);
    }
  }

  #element(element: MarkupElement, context: Context): void {
    const { name, attributes } = element;
    const inner = { ...context, places: attributes['id'] ? [...context.places, attributes['id']] : context.places };
    const within = (change: Partial<Context>): void => void this.#children(element, { ...inner, ...change });
    const level = headingLevel(element);
    const note = this.#notes.in(element);
    if (note && note !== context.note) this.#note(element, note, context);
    else if (level > 0) this.#heading(element, level, context);
    else if (name === 'br') this.#inline.text.add('\n');
    else if (name === 'img') this.#words(attributes['alt'] ? ` ${attributes['alt']} ` : '', context);
    else if (name === 'math') this.#words(mathText(element), { ...context, raised: false });
    else if (name === 'ruby') this.#ruby(element, context);
    else if (name === 'table') this.#table(element, context);
    else if (LISTS.has(name)) this.#list(element, context);
    else if (BLOCKS.has(name)) this.#block(element, context);
    else if (CODE.has(name)) within({ code: true });
    else if (name === 'sup') within({ raised: true });
    else if (name === 'sub') within({ lowered: true });
    else if (name === 'a') this.#link(element, inner);
    else within({});
  }

  #link(element: MarkupElement, context: Context): void {
    const { attributes } = element;
    if (context.note && this.#notes.isWayBack(element, context.note)) return;
    const mark = this.#notes.markOf(element, context.raised, context.places);
    if (mark === undefined && context.label && isSign(element)) return;
    const link = this.#leadsWithin(attributes['href'] ?? '') ? { spent: false } : undefined;
    if (mark !== undefined) this.#words(`[${mark}]`, { ...context, raised: false });
    else this.#children(element, { ...context, link, raised: context.raised || isNoteReference(element) });
  }

  #note(element: MarkupElement, note: HtmlNote, context: Context): void {
    this.#flush(context);
    this.#next = undefined;
    const at = this.#blocks.length;
    this.#element(element, { ...context, note, lists: 0 });
    this.#flush(context);
    const first = this.#blocks[at];
    if (first) this.#blocks[at] = withMark(first, note.mark);
  }

  #words(text: string, { code, raised, lowered, pre, link }: Context): void {
    const inline = this.#inline;
    const isBlank = text.trim() === '';
    inline.hasCode ||= !isBlank && code;
    inline.hasProse ||= !isBlank && !code;
    inline.hasUnlinked ||= !isBlank && link?.spent !== false;
    const shown = pre ? text : text.replace(/\s+/gu, ' ');
    if (raised) inline.text.addRaised(shown);
    else if (lowered) inline.text.addLowered(shown);
    else inline.text.add(shown);
  }

  #heading(element: MarkupElement, level: number, context: Context): void {
    this.#flush(context);
    this.#children(element, { ...context, label: true });
    const text = collapse(this.#inline.text.toString());
    this.#inline = noWords();
    this.#started ||= text !== '';
    if (text) this.#blocks.push({ kind: 'heading', level, text });
  }

  #block(element: MarkupElement, context: Context): void {
    const { name } = element;
    const inner = {
      ...context,
      pre: context.pre || name === 'pre',
      article: context.article || ARTICLES.has(name),
      quote: context.quote || name === 'blockquote',
      label: name === 'summary' || name === 'dt',
      places: [],
    };
    this.#flush(context);
    if (name === 'dd') this.#next = 'tight';
    this.#children(element, inner);
    this.#flush(inner, name === 'figcaption' ? 'caption' : undefined);
    if (name === 'dd') this.#next = undefined;
  }

  #list(list: MarkupElement, context: Context): void {
    this.#flush(context);
    const { attributes, name } = list;
    const step = 'reversed' in attributes ? -1 : 1;
    let count = Number(attributes['start'] ?? (step < 0 ? elementsOf(list, 'li').length : 1)) || 0;
    const inner = { ...context, lists: context.lists + 1, label: false, places: [] };
    let isFirst = true;
    for (const child of elementsOf(list)) {
      if (child.name !== 'li') {
        this.#children({ ...list, children: [child] }, inner);
        continue;
      }
      if (this.#page.isLeftOut(child, context.article)) continue;
      if (child.attributes['value'] !== undefined) count = Number(child.attributes['value']) || count;
      const marker = name === 'ol' ? `${numeral(count, numeralKind(list))}.` : '-';
      count += step;
      this.#next = { marker, level: context.lists, first: context.lists === 0 && isFirst };
      isFirst = false;
      const note = this.#notes.in(child);
      if (note) this.#note(child, note, inner);
      else this.#children(child, inner);
      this.#flush(inner);
      this.#next = undefined;
    }
  }

  #table(table: MarkupElement, context: Context): void {
    this.#flush(context);
    const rows = [...rowsOf(table)];
    if (isLayout(table, rows)) {
      this.#children(table, context);
      return void this.#flush(context);
    }
    for (const caption of elementsOf(table, 'caption')) this.#block({ ...caption, name: 'figcaption' }, context);
    const number = (this.#tables += 1);
    const shown = rows.filter((row) => !this.#page.isLeftOut(row.element, context.article));
    const cells = shown.map(({ element, isHead }) => ({ cells: this.#cells(element, context), isHead }));
    for (const row of tableBlocks(number, cells, this.#room)) {
      this.#blocks.push(row);
      this.#started ||= row.kind === 'row' && row.cells.some(Boolean);
    }
  }

  #cells(row: MarkupElement, context: Context): readonly SpanningCell[] {
    return elementsOf(row)
      .filter((cell) => isCell(cell) && !this.#page.isLeftOut(cell, context.article))
      .map((cell) => ({
        text: this.#textIn(cell, context),
        rows: span(cell.attributes['rowspan']),
        columns: span(cell.attributes['colspan']),
      }));
  }

  /** Words of an element on one line. */
  #textIn(element: MarkupElement, context: Context): string {
    const [blocks, inline, next, started] = [this.#blocks, this.#inline, this.#next, this.#started];
    this.#blocks = [];
    this.#inline = noWords();
    this.#next = undefined;
    this.#started = true;
    this.#children(element, { ...context, lists: 0 });
    this.#flush(context);
    const texts = this.#blocks.map((block) => {
      if (block.kind === 'row') return this.#room.nested(block.cells);
      return 'text' in block ? (block.kind === 'item' ? `${block.marker} ${block.text}` : block.text) : '';
    });
    this.#blocks = blocks;
    this.#inline = inline;
    this.#next = next;
    this.#started = started;
    return texts.join(' ').replace(/\s+/gu, ' ').trim();
  }

  #ruby(element: MarkupElement, context: Context): void {
    let base: (MarkupElement | string)[] = [];
    for (const child of element.children) {
      if (typeof child === 'string' || !READINGS.has(child.name)) base.push(child);
      else if (child.name !== 'rp') {
        const text = this.#textIn({ ...element, name: 'span', children: base }, context);
        this.#words(ruby(text, textOfElement(child)), context);
        base = [];
      }
    }
    this.#children({ ...element, children: base }, context);
  }

  /** Ends a block. */
  #flush({ pre, quote, link }: Context, kind: 'paragraph' | 'quote' | 'caption' = quote ? 'quote' : 'paragraph'): void {
    const { hasCode, hasProse, hasUnlinked } = this.#inline;
    const words = this.#inline.text.toString();
    const text = pre ? words.replace(/^\n/u, '') : collapse(words);
    this.#inline = noWords();
    if (link && text.trim()) link.spent = true;
    // A first block of nothing but links within the page helps to skip what comes first.
    if (!text.trim() || (!this.#started && !hasUnlinked && !this.#everything)) return;
    this.#started = true;
    const next = this.#next;
    this.#next = undefined;
    if (typeof next === 'object') this.#blocks.push({ kind: 'item', ...next, text });
    else if (hasCode && !hasProse) this.#blocks.push({ kind: 'code', text });
    else this.#blocks.push({ kind, text, ...(next === 'tight' && { tight: true }) });
  }

  /** Checks for a link to a place in its own page; before the first text also where it repeats the page's address. */
  #leadsWithin(href: string): boolean {
    if (this.#page.placeWithin(href) !== undefined) return true;
    const [, place = ''] = /#(.+)$/u.exec(href) ?? [];
    return !this.#started && this.#page.nameOf(place) !== undefined;
  }
}

/** Checks for a link of a heading to itself, a sign such as ¶ or # without a word. */
const isSign = (link: MarkupElement): boolean =>
  link.attributes['href']?.startsWith('#') === true && !/[\p{L}\p{N}]/u.test(textOfElement(link));
