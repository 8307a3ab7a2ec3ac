import type { TextRange } from '../../core/search/evidence/evidence';
import { visibleSigns } from '../../core/text/visible-signs';

const TARGET = String.raw`\]\([^()\s]*[/.#:][^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+"[^"\n]*")?\)`;
/** Signs of pictures, links, bare addresses, bold type and headings inside a line. What a group matches is hidden, what lies between two is shown. */
const SIGNS = [
  new RegExp(String.raw`(!\[)[^[\]\n]*(${TARGET})`, 'dgu'),
  new RegExp(String.raw`(\[)(?:[^[\]\n]|!\[[^[\]\n]*${TARGET})+(${TARGET})`, 'dgu'),
  /(<)(?:https?:\/\/|mailto:)[^<>\s]+(>)/dgu,
  /(\*\*)(?=\S)[^\n]*?\S(\*\*)/dgu,
  // Drops marks of headings whose lines were joined. A single one may be the sign of a number.
  /(?<=[^\s#][ \t]+)(#{2,6}[ \t]+)(?=\S)/dgu,
];
const LIST_MARK = /(^|\n)[ \t]*[-*+•][ \t]+(?=\S)/gu;
const HEADING_MARK = /(?<=^|\n)[ \t]{0,3}#{1,6}[ \t]+/gu;
const TABLE_ROW = /^\s*\|.*\|\s*$/u;

/** Ranges of a text that are signs of Markdown and no words, in order. */
export function markdownSigns(text: string): readonly TextRange[] {
  const found = SIGNS.flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ indices = [] }) => indices.slice(1).flatMap((range) => (range ? [range] : [])))
    .sort(([a, endOfA], [b, endOfB]) => a - b || endOfB - endOfA);
  const signs: TextRange[] = [];
  for (const [start, end] of found) if (start >= (signs.at(-1)?.end ?? 0)) signs.push({ start, end });
  return signs;
}

/** A quotation as it is read: list marks as bullets, links as their words, a table's row without its bars. */
export function quotedText(quote: string): string {
  if (TABLE_ROW.test(quote)) {
    const cells = quote.split('|').slice(1, -1);
    return cells.map((cell) => withoutSigns(cell.trim())).join(' · ');
  }
  const lines = quote.replace(HEADING_MARK, '').replace(LIST_MARK, '$1• ');
  return withoutSigns(lines.replace(/^• /u, ''));
}

function withoutSigns(text: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of markdownSigns(text)) {
    shown += text.slice(from, start);
    from = end;
  }
  return visibleSigns(shown + text.slice(from));
}
