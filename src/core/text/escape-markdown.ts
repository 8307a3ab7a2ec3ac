import { visibleSigns } from './visible-signs';

/** Characters that mean something wherever they stand: in CommonMark (section 2.4), in GFM, to pandoc or to Obsidian. */
const SIGNS = /[\\`*_[\]<>#|~$^]|&(?=#?\w+;)|=(?==)|(?<==)=|%(?=%)|(?<=%)%/gu;

/** Characters that would make a link of what follows or precedes them (GFM, section 6.9), or a picture of a name between colons. */
const LINKING = /:(?=\/\/|[\w+-]+:)|(?<=(?<![\p{L}\p{N}])www)\.|(?<=\S)@(?=\S)/giu;

/**
 * Beginnings of a block at the start of a line (CommonMark, chapters 4 and 5): a list, a heading's line, a definition.
 */
const BLOCK_START = /^ ?(?:\d{1,9}(?=[.)])|(?=[-+=:]))/u;

/** Signs that end an address rather than belong to it (GFM, section 6.9). */
const AFTER_ADDRESS = /[?!.,:;*_~'"]$/u;

const CLEAR = String.raw`\s\p{Cc}\p{Cf}<>“”„«»‹›‘’「」『』（）【】《》，。；：！？、`;
const ADDRESS = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:https?|ftp)://[^${CLEAR}]+|(?<![\w.+-])[\w.+-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+(?![\w-])`,
  'giu',
);

/** A text in which nothing is Markdown: its lines stay lines, blank ones part paragraphs, and addresses are links to themselves. */
export function escapeMarkdown(text: string): string {
  const [first = '', ...rest] = linesOf(text);
  return joinLines([
    { words: escapeWords(first.replace(/\s+/gu, ' ')), isBlank: first.trim() === '' },
    ...rest.map((line) => ({ words: escapeIndented(line), isBlank: line.trim() === '' })),
  ]);
}

/** The same in one line. */
export const escapeMarkdownLine = (text: string): string => escapeWords(text.replace(BLANK, ' ').trim());

/** Words as a quotation with a mark behind them. Where every line is a row of a table it stays one, with the first as its head. */
export function quoteMarkdown(words: string, mark: string): string {
  const lines = linesOf(words.trimEnd().replace(/^\s*[\r\n]/u, ''));
  if (lines.every(isRow)) return quoteLines(`${tableOf(lines)}\n\n${mark}`);
  const parts = lines.map((line) => ({ words: escapeIndented(line), isBlank: line.trim() === '' }));
  return quoteLines(`${joinLines(parts)}${mark}`);
}

const LINE_END = /\r\n|[\n\r]/u;
const BLANK = /[\s\p{Cc}]+/gu;

/** Lines without control characters, which no reader shows. */
const linesOf = (text: string): readonly string[] => text.replace(/[^\P{Cc}\n\r\t]/gu, ' ').split(LINE_END);

interface Line {
  readonly words: string;
  readonly isBlank: boolean;
}

/** Hard line breaks between lines, and none beside a blank one. */
function joinLines(lines: readonly Line[]): string {
  let text = '';
  for (const [at, { words, isBlank }] of lines.entries()) {
    const before = lines[at - 1];
    if (before) text += before.isBlank || isBlank ? '\n' : '\\\n';
    text += isBlank && before ? '' : words;
  }
  return text;
}

/** Indentation becomes spaces that do not break: four of the others would begin a block of code. */
function escapeIndented(line: string): string {
  const [indent = ''] = /^[^\S\r\n]*/u.exec(line) ?? [];
  const width = indent.replaceAll('\t', '    ').length;
  return '\u00A0'.repeat(width) + escapeWords(line.trimStart().replace(BLANK, ' '));
}

function escapeWords(words: string): string {
  const text = visibleSigns(words.toWellFormed());
  let escaped = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTrail(found);
    if (/&#?\w+;/u.test(found) || /^\w+:\/*$/u.test(address)) continue;
    escaped += `${escapeSigns(text.slice(from, index))}<${address}>`;
    from = index + address.length;
  }
  escaped += escapeSigns(text.slice(from));
  return escaped.replace(BLOCK_START, '$&\\');
}

const escapeSigns = (text: string): string => text.replace(SIGNS, '\\$&').replace(LINKING, '\\$&');

/** An address without the signs of the sentence around it; a closing bracket belongs to it where it was opened there. */
function withoutTrail(found: string): string {
  let address = found;
  for (;;) {
    const opened = address.split('(').length;
    if (AFTER_ADDRESS.test(address) || (address.endsWith(')') && address.split(')').length > opened))
      address = address.slice(0, -1);
    else return address;
  }
}

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/u.test(line);

/** Rows as a table of GFM, which asks for a head. */
function tableOf(lines: readonly string[]): string {
  const rows = lines.filter((line) => !/^[\s|:-]+$/u.test(line)).map(cellsOf);
  const width = Math.max(1, ...rows.map((cells) => cells.length));
  const [head = [], ...body] = rows.length > 1 ? rows : [[], ...rows];
  const row = (cells: readonly string[]): string =>
    `|${Array.from({ length: width }, (_, at) => ` ${escapeCell(cells[at] ?? '')} |`).join('')}`;
  return [row(head), `|${' --- |'.repeat(width)}`, ...body.map(row)].join('\n');
}

/** Bars of addresses are escaped, too: a row is cut into cells before anything else is read. */
const escapeCell = (cell: string): string => escapeMarkdownLine(cell).replace(/(?<!\\)\|/gu, '\\|');

/** The cells of a row; a bar behind a backslash is one of the text. */
const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

const quoteLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
