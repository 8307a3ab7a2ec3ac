import type { ReadResult } from '../../../core/ports/documents';
import type { Heading } from '../../../core/tables/documents';
import { oneDocument, type OpenSource } from '../format-reader';
import { cleanText } from './clean-text';
import { decodeText } from './decode-text';
import { withoutEncodedData } from './encoded-data';
import { titleInFields } from './head-fields';

export function readText(source: OpenSource): ReadResult {
  const text = cleanText(withoutEncodedData(decodeText(source.bytes)));
  return oneDocument(source, { text }, { title: titleInFields(text) ?? titleLine(text), unmarked: 'all' });
}

/** The first line if it looks like a title: alone, short, and neither a sentence nor a field of a letter's head. */
function titleLine(text: string): string | undefined {
  const [line = '', blank, ...rest] = text.split('\n', 4);
  const title = line.trim();
  if (blank?.trim() !== '' || rest.length === 0) return undefined;
  if (title.length < 3 || title.length > 90 || title.split(/\s+/u).length > 14) return undefined;
  if (!/^[\p{Lu}\p{Lo}\p{N}“"«]/u.test(title) || /[.,;:!?…。，；：！？\-]$/u.test(title)) return undefined;
  return /[\t|@]|\]\(|^(from|to|date|subject|dear|page)\b/iu.test(title) ? undefined : title;
}

/** Keeps the Markdown source as the text, without its front matter, which becomes title and attributes. */
export function readMarkdown(source: OpenSource): ReadResult {
  const { fields, body } = splitFrontMatter(cleanText(withoutEncodedData(decodeText(source.bytes))));
  const text = cleanText(body);
  const headings = markdownHeadings(text);
  const { title, ...attributes } = fields;
  const first = headings.find((heading) => heading.level === 1)?.text;
  return oneDocument(source, { text, headings }, { title: title || first, attributes });
}

const FIELD = /^([A-Za-z][\w-]{0,60}):[ \t]*(.*)$/u;

/** Reads `key: value` lines and simple lists; anything deeper in the YAML is kept as its text. */
function splitFrontMatter(text: string): { fields: Readonly<Record<string, string>>; body: string } {
  const lines = text.split('\n');
  const end = lines[0] === '---' ? lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)$/u.test(line)) : -1;
  const inner = lines.slice(1, Math.max(end, 1));
  if (end < 1 || !inner.some((line) => FIELD.test(line))) return { fields: {}, body: text };
  const fields = new Map<string, string>();
  let key = '';
  for (const line of inner) {
    const match = FIELD.exec(line);
    if (match?.[1] !== undefined) {
      key = match[1].toLowerCase();
      fields.set(key, unquote(match[2] ?? ''));
    } else if (key && line.trim()) {
      const item = unquote(line.trim().replace(/^- +/u, ''));
      fields.set(key, [fields.get(key), item].filter(Boolean).join(', '));
    }
  }
  return { fields: Object.fromEntries(fields), body: lines.slice(end + 1).join('\n') };
}

function unquote(value: string): string {
  const inner = value.trim().replace(/^\[(.*)\]$/u, '$1');
  return inner
    .replace(/^"(.*)"$/u, '$1')
    .replace(/^'(.*)'$/u, '$1')
    .trim();
}

/** Headings with `#` and underlined ones, outside fenced code. */
export function markdownHeadings(text: string): Heading[] {
  const headings: Heading[] = [];
  let start = 0;
  let fence = '';
  let before = { start: 0, line: '' };
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1] ?? '';
    if (fence) {
      if (mark.startsWith(fence)) fence = '';
    } else if (mark) {
      fence = mark;
    } else {
      const heading = hashHeading(line, start) ?? underlinedHeading(line, before);
      if (heading?.text) headings.push(heading);
    }
    before = { start, line: fence || mark ? '' : line };
    start += line.length + 1;
  }
  return headings;
}

function hashHeading(line: string, start: number): Heading | undefined {
  const match = /^ {0,3}(#{1,6})[ \t]+(.+)$/u.exec(line);
  if (!match?.[1] || !match[2]) return undefined;
  return { start, level: match[1].length, text: plain(match[2].replace(/[ \t]#+$/u, '')) };
}

function underlinedHeading(
  line: string,
  before: { readonly start: number; readonly line: string },
): Heading | undefined {
  if (!/^(=+|-{2,})$/u.test(line) || !/^[^\s#>|\-*+=]/u.test(before.line)) return undefined;
  return { start: before.start, level: line.startsWith('=') ? 1 : 2, text: plain(before.line) };
}

/** Takes links and emphasis marks off. */
function plain(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/gu, '$2')
    .replace(/(?<!\w)([*_])(.+?)\1(?!\w)/gu, '$2')
    .trim();
}
