import type { ReadResult } from '../../../core/ports/documents';
import { walkMarkup, type MarkupHandler } from './walk-markup';
import { oneDocument, type OpenSource } from '../format-reader';
import { hasWords, oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { loweredText, raisedText } from '../text/raised-text';
import { textBuilder, type TextBuilder } from '../text/text-builder';
import { wordSet } from '../../../core/text/word-set';

/** Reads a web page: its text block by block, without navigation, scripts and styles. */
export function readHtml(source: OpenSource): ReadResult {
  const markup = decodeText(source.bytes, declaredCharset(source.bytes));
  const found = readBlocks(markup, source, false);
  const { built, facts } = hasWords(found.built.text) ? found : readBlocks(markup, source, true);
  const attributes = facts.author ? { author: oneLine(facts.author) } : {};
  return oneDocument(source, built, { title: oneLine(facts.title ?? ''), attributes, unmarked: 'some' });
}

function readBlocks(markup: string, source: OpenSource, everything: boolean) {
  const builder = textBuilder();
  const facts: PageFacts = {};
  const blocks = htmlBlocks(builder, facts, { everything, markup });
  walkMarkup(markup, blocks, { xml: false, onProgress: source.onProgress });
  blocks.end();
  return { built: builder.finish(), facts };
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,30})/iu.exec(head)?.[1] ??
    /<\?xml[^>]{0,80}encoding="([\w-]{2,30})"/iu.exec(head)?.[1]
  );
}

interface PageFacts {
  title?: string;
  author?: string;
}

interface Table {
  rows: number;
  /** Cells of the row being read; undefined between rows and in rows that only lay out a page. */
  cells: string[] | undefined;
  inCell: boolean;
}

interface Walk {
  readonly builder: TextBuilder;
  readonly facts: PageFacts;
  readonly everything: boolean;
  readonly markup: string;
  readonly lists: { readonly ordered: boolean; count: number }[];
  readonly tables: Table[];
  inline: string;
  inTitle: boolean;
  heading: number;
  preformatted: number;
  /** Elements of code, raised and lowered text that are open. */
  code: number;
  sup: number;
  sub: number;
  /** True while a link to a note is open, which is raised whatever its elements are. */
  inNoteMark: boolean;
  /** True if there are words in `inline`, in code and outside of it. */
  hasCode: boolean;
  hasProse: boolean;
  /** True while a link within the page is open; `hasUnlinked` if there are words in `inline` outside of one. */
  inLink: boolean;
  hasUnlinked: boolean;
  /** True once any text was written. */
  started: boolean;
  marker: string;
  tight: boolean;
  skipping: { readonly name: string; depth: number } | undefined;
}

const NEVER_TEXT = wordSet(
  'script style noscript template svg iframe object canvas audio video select datalist textarea button rt rp map title',
);
const CLUTTER = wordSet('nav footer');
const BLOCKS = wordSet(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form head header hgroup hr html legend main nav p pre section summary li ul ol menu table',
);
const LISTS = wordSet('ul ol menu');
const CODE = wordSet('code kbd samp');
const HEADING = /^h[1-6]$/u;

/** Turns the tags of a web page into headings and paragraphs; lists, table rows and preformatted text keep their lines. */
function htmlBlocks(
  builder: TextBuilder,
  facts: PageFacts,
  { everything, markup }: Pick<Walk, 'everything' | 'markup'>,
): MarkupHandler & { end(): void } {
  const walk: Walk = {
    builder,
    facts,
    everything,
    markup,
    lists: [],
    tables: [],
    inline: '',
    inTitle: false,
    heading: 0,
    preformatted: 0,
    code: 0,
    sup: 0,
    sub: 0,
    inNoteMark: false,
    hasCode: false,
    hasProse: false,
    inLink: false,
    hasUnlinked: false,
    started: false,
    marker: '',
    tight: false,
    skipping: undefined,
  };
  return {
    open: (name, attributes) => {
      openTag(walk, name, attributes);
    },
    close: (name) => {
      closeTag(walk, name);
    },
    text: (text) => {
      if (walk.inTitle) facts.title = (facts.title ?? '') + text;
      else if (!walk.skipping) addText(walk, text);
    },
    end: () => {
      flush(walk);
    },
  };
}

function addText(walk: Walk, text: string): void {
  const isBlank = text.trim() === '';
  walk.hasCode ||= !isBlank && walk.code > 0;
  walk.hasProse ||= !isBlank && walk.code === 0;
  walk.hasUnlinked ||= !isBlank && !walk.inLink;
  const shown = walk.preformatted > 0 ? text : text.replace(/\s+/gu, ' ');
  if (walk.sup > 0 || walk.inNoteMark) walk.inline += raisedText(shown, walk.inline);
  else walk.inline += walk.sub > 0 ? loweredText(shown, walk.inline) : shown;
}

function openTag(walk: Walk, name: string, attributes: Readonly<Record<string, string>>): void {
  if (name === 'meta' && attributes.name?.toLowerCase() === 'author' && attributes.content)
    walk.facts.author = attributes.content;
  if (walk.skipping) {
    if (name === walk.skipping.name) walk.skipping.depth += 1;
    return;
  }
  if (isSkipped(name, attributes, walk.everything)) {
    walk.skipping = { name, depth: 1 };
    walk.inTitle = name === 'title' && walk.facts.title === undefined;
  } else if (name === 'br') walk.inline += '\n';
  else if (name === 'tr') startRow(walk);
  else if (name === 'td' || name === 'th') startCell(walk);
  else if (HEADING.test(name)) startHeading(walk, Number(name[1]));
  else if (BLOCKS.has(name)) startBlock(walk, name);
  else if (CODE.has(name)) walk.code += 1;
  else if (name === 'sup') walk.sup += 1;
  else if (name === 'sub') walk.sub += 1;
  else if (name === 'a') {
    walk.inLink = leadsWithin(walk, attributes.href ?? '');
    walk.inNoteMark = attributes.role === 'doc-noteref' || attributes['epub:type'] === 'noteref';
  }
}

function closeTag(walk: Walk, name: string): void {
  if (walk.skipping) {
    if (name === walk.skipping.name) walk.skipping.depth -= 1;
    if (walk.skipping.depth > 0) return;
    walk.skipping = undefined;
    walk.inTitle = false;
  } else if (name === 'tr') endRow(walk);
  else if (HEADING.test(name)) startHeading(walk, 0);
  else if (BLOCKS.has(name)) endBlock(walk, name);
  else if (CODE.has(name)) walk.code = Math.max(0, walk.code - 1);
  else if (name === 'sup') walk.sup = Math.max(0, walk.sup - 1);
  else if (name === 'sub') walk.sub = Math.max(0, walk.sub - 1);
  else if (name === 'a') Object.assign(walk, { inLink: false, inNoteMark: false });
}

/** Checks for a link to a place in its own page; before the first text also where it repeats the page's address. */
function leadsWithin({ markup, started }: Walk, href: string): boolean {
  const [, address = '', place = ''] = /^([^#]*)#(.+)$/u.exec(href) ?? [];
  if (place === '' || address === '') return place !== '';
  return !started && (markup.includes(`id="${place}"`) || markup.includes(`id='${place}'`));
}

function isSkipped(name: string, attributes: Readonly<Record<string, string>>, everything: boolean): boolean {
  if (NEVER_TEXT.has(name)) return true;
  if (everything || name === 'html' || name === 'body') return false;
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
  return CLUTTER.has(name) || attributes.role === 'navigation';
}

function startHeading(walk: Walk, level: number): void {
  leaveRow(walk);
  flush(walk);
  walk.heading = level;
}

function startBlock(walk: Walk, name: string): void {
  const isLaidOut = LISTS.has(name) || name === 'table' || name === 'pre';
  if (isLaidOut) leaveRow(walk);
  if (currentCells(walk)) {
    walk.inline += ' ';
    return;
  }
  flush(walk);
  if (name === 'pre') walk.preformatted += 1;
  if (name === 'table') walk.tables.push({ rows: 0, cells: undefined, inCell: false });
  if (LISTS.has(name)) walk.lists.push({ ordered: name === 'ol', count: 0 });
  if (name === 'li') startItem(walk);
  if (name === 'dd') walk.tight = true;
}

function startItem(walk: Walk): void {
  const list = walk.lists.at(-1) ?? { ordered: false, count: 0 };
  list.count += 1;
  const indent = '  '.repeat(Math.min(12, Math.max(0, walk.lists.length - 1)));
  walk.marker = `${indent}${list.ordered ? `${list.count}.` : '-'} `;
  walk.tight = list.count > 1 || walk.lists.length > 1;
}

function endBlock(walk: Walk, name: string): void {
  if (name !== 'table' && currentCells(walk)) {
    walk.inline += ' ';
    return;
  }
  flush(walk);
  if (name === 'pre') walk.preformatted = Math.max(0, walk.preformatted - 1);
  if (name === 'table') walk.tables.pop();
  if (LISTS.has(name)) walk.lists.pop();
  if (name === 'li') walk.marker = '';
}

function currentCells(walk: Walk): string[] | undefined {
  return walk.tables.at(-1)?.cells;
}

function startRow(walk: Walk): void {
  flush(walk);
  const table = walk.tables.at(-1);
  if (table) table.cells = [];
}

function startCell(walk: Walk): void {
  endCell(walk);
  const table = walk.tables.at(-1);
  if (table) table.inCell = true;
}

function endCell(walk: Walk): void {
  const table = walk.tables.at(-1);
  if (!table?.cells) {
    flush(walk);
    return;
  }
  if (table.inCell) table.cells.push(collapse(walk.inline).replaceAll('\n', ' '));
  table.inCell = false;
  clearInline(walk);
}

function endRow(walk: Walk): void {
  endCell(walk);
  const table = walk.tables.at(-1);
  if (!table?.cells) return;
  const row = table.cells;
  table.cells = undefined;
  if (!row.some(Boolean)) return;
  walk.started = true;
  walk.builder.paragraph(row.join(' | '), { tight: table.rows > 0 });
  table.rows += 1;
}

/** Reads a row with headings, lists or tables as layout of the page: its contents become blocks. */
function leaveRow(walk: Walk): void {
  if (currentCells(walk)) endRow(walk);
}

function flush(walk: Walk): void {
  const text = walk.preformatted > 0 ? walk.inline.replace(/^\n/u, '') : collapse(walk.inline);
  const isCode = walk.hasCode && !walk.hasProse;
  // A first block of nothing but links within the page helps to skip what comes first.
  const isSkipLink = !walk.started && !walk.hasUnlinked && walk.heading === 0 && !walk.everything;
  clearInline(walk);
  if (!text.trim()) return;
  Object.assign(walk, { inLink: false, inNoteMark: false });
  if (isSkipLink) return;
  walk.started = true;
  if (walk.heading > 0) walk.builder.heading(walk.heading, text);
  else walk.builder.paragraph(walk.marker + (isCode ? asCode(text) : text), { tight: walk.tight });
  walk.marker = '';
  walk.tight = false;
}

function clearInline(walk: Walk): void {
  Object.assign(walk, { inline: '', hasCode: false, hasProse: false, hasUnlinked: false });
}

/** A block of nothing but code is marked as in Markdown. */
function asCode(text: string): string {
  if (text.includes('`')) return text;
  return text.trim().includes('\n') ? `\`\`\`\n${text.trimEnd()}\n\`\`\`` : `\`${text.trim()}\``;
}

/** White space as a browser shows it; the line breaks that are left come from `br`. */
function collapse(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/gu, ' ').trim())
    .join('\n')
    .trim();
}
